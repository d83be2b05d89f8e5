import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../contract/errors.ts';
import { anAccount, anAdmin, anIpAddress } from '../testing/accounts/accounts.ts';
import {
  type HostileRequest,
  hostileRequests,
  nearlyValidRequests,
} from '../testing/requests/hostile-requests.ts';
import { aRequestFixture } from '../testing/requests/request-fixture.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { sendValid } from '../testing/requests/send-valid.ts';
import type { RequestFixture } from '../testing/requests/valid/valid-request.ts';
import { validRequests } from '../testing/requests/valid/valid-requests.ts';
import { buildTestApp, testAdminKey, testAppSecret } from '../testing/test-app.ts';

const roles = ['anonymous', 'user', 'viewer', 'admin'] as const;
/** Fewer than the pool’s connections, so that 503 does not hide other failures. */
const concurrency = 8;
const requestsPerRoute = 16;
/** Routes that answer in constant-time slots or compute a hash. */
const requestsPerSlowRoute = 4;
const slow = /\/api\/auth\/(?!sign-out)|grant-admin/;
const growthMaxBytes = 48 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let fixture: RequestFixture;
let routes: Route[];
beforeAll(async () => {
  const { built: t, routes: all } = await listRoutes(buildTestApp);
  // HEAD routes equal their GET; frozen releases equal /t.js.
  routes = all.filter(({ method, url }) => method !== 'HEAD' && url !== '/api/*' && !/^\/t-\d/.test(url));
  fixture = await aRequestFixture(t);
});
afterAll(() => fixture.t.close());

const toName = ({ method, url }: Route) => `${method} ${url}`;
const cookieOf = (who: string) =>
  ({ user: fixture.user.cookie, viewer: fixture.viewerCookie, admin: fixture.admin.cookie })[who] ?? '';
const roleInside = {
  viewer: 'viewer',
  'signed-in': 'user',
  admin: 'admin',
  open: 'anonymous',
  operator: 'anonymous',
  token: 'anonymous',
} as const;

test('every route has a valid request', () => {
  expect(routes.map(toName).sort()).toEqual(Object.keys(validRequests).sort());
});

test('no input to any route from any role causes a 500, leaks internals or stops the server', async () => {
  const seed = Date.now() & 0x7fffffff;
  await settle();
  const before = process.memoryUsage().heapUsed;
  const ending = (route: Route) => Number(route.url.endsWith('/sign-out'));
  const malformed = [...routes]
    .sort((a, b) => ending(a) - ending(b))
    .flatMap((route) => listMalformed(route, seed));
  expect(malformed.length).toBeGreaterThan(1_000);
  const queue = malformed.values();
  const ends = await Promise.allSettled(
    Array.from({ length: concurrency }, async () => {
      for (const each of queue) await expectHandled(each, seed);
    }),
  );
  expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))).toEqual([]);
  await settle();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(growthMaxBytes);
  const probe = await fixture.t.app.inject('/readyz');
  expect(probe.statusCode, probe.body).toBe(200);
});

test('afterwards every valid request still succeeds', async () => {
  const { t } = fixture;
  // Account and mail limits were reached as intended.
  await t.db.query('DELETE FROM attempts');
  [fixture.user, fixture.admin] = await Promise.all([anAccount(t), anAdmin(t)]);
  for (const [name, request] of Object.entries(validRequests)) {
    const route = routes.find((each) => toName(each) === name);
    if (!route?.door) throw new Error(`there is no route ${name}`);
    const answer = await sendValid(fixture, route, request, cookieOf(roleInside[route.door]));
    expect(answer.statusCode, `${name}: ${request.isStream ? '' : answer.body}`).toBe(request.status ?? 200);
  }
});

interface MalformedRequest {
  route: Route;
  who: string;
  request: HostileRequest;
}

function listMalformed(route: Route, seed: number): MalformedRequest[] {
  const inside = roleInside[route.door ?? 'open'];
  const numRuns = slow.test(route.url) ? requestsPerSlowRoute : requestsPerRoute;
  const fill = (url: string) =>
    url
      .replace(':companyId', route.door === 'admin' ? fixture.managedId : fixture.companyId)
      .replace(':provider', 'stripe')
      .replace(/:\w+/g, '0198c0de-0000-4000-8000-000000000000');
  const example = validRequests[toName(route)] ?? {};
  const requests = hostileRequests(route, example, fill);
  const nearlyValid = nearlyValidRequests(route, example, fill).map((request) => ({
    route,
    who: inside,
    request,
  }));
  // Requests with access get furthest.
  const who = fc.oneof(fc.constantFrom(...roles), fc.constant(inside));
  const generated = fc.sample(fc.record({ route: fc.constant(route), who, request: requests }), {
    numRuns,
    seed,
  });
  return [...nearlyValid, ...generated];
}

interface Answer {
  status: number;
  /** Undefined for streams and pages, which have no JSON body. */
  body: string | undefined;
}

async function expectHandled(malformed: MalformedRequest, seed: number): Promise<void> {
  let answer = await sendMalformed(malformed);
  // A busy machine may answer 503 once.
  if (answer.status === 503) answer = await sendMalformed(malformed);
  const what = `${toName(malformed.route)} as ${malformed.who}, seed ${seed}: ${describeRequest(malformed.request)}`;
  expect(answer.status, what).toBeLessThan(500);
  if (answer.status < 400 || answer.body === undefined) return;
  expect(isErrorBody(answer.body), `${what} → ${answer.body}`).toBe(true);
  expect(answer.body, what).not.toMatch(/node_modules|\.ts\b|\bat \w+ \(|SELECT|postgres|pg_/);
  expect(answer.body, what).not.toContain(testAppSecret);
  expect(answer.body, what).not.toContain(testAdminKey);
}

function isErrorBody(body: string): boolean {
  try {
    return errorBody.strict().safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

async function sendMalformed({ route, who, request }: MalformedRequest): Promise<Answer> {
  const cookie = cookieOf(who);
  const isStream = validRequests[toName(route)]?.isStream === true;
  const answer = await fixture.t.app.inject({
    method: route.method,
    url: request.path,
    remoteAddress: anIpAddress(),
    headers: { ...request.headers, ...(cookie ? { cookie } : {}), ...toAuthorization(route) },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    payloadAsStream: isStream,
  });
  if (isStream) answer.stream().destroy();
  const isPage = /^text\/html/.test(String(answer.headers['content-type']));
  return { status: answer.statusCode, body: isStream || isPage ? undefined : answer.body };
}

/** Requests with a token get further than the door. */
const toAuthorization = ({ door }: Route) =>
  door === 'token' ? { authorization: `Bearer ${fixture.token}` } : {};

function describeRequest({ path, headers, payload }: HostileRequest): string {
  const body = payload === undefined ? '' : JSON.stringify(payload.toString().slice(0, 300));
  return `${path} ${JSON.stringify(headers)} ${body}`;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
}
