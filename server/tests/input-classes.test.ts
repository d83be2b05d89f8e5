import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '../../contract/errors.ts';
import { anAccount, anAdmin, anIpAddress } from '../testing/accounts.ts';
import { aCompany, aViewerCookie } from '../testing/builders.ts';
import {
  type HostileRequest,
  hostileRequests,
  nearlyValidRequests,
} from '../testing/requests/hostile-requests.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { sendValid } from '../testing/requests/send-valid.ts';
import type { RequestFixture } from '../testing/requests/valid-request.ts';
import { validRequests } from '../testing/requests/valid-requests.ts';
import { buildTestApp, testAdminKey, testAppSecret } from '../testing/test-app.ts';

const people = ['nobody', 'user', 'viewer', 'admin'] as const;
/** Below the connections of the pool: what is busy would hide what fails. */
const atOnce = 8;
const spoiledARoute = 16;
/** Each is answered on a beat, or costs a hash. */
const spoiledASlowRoute = 4;
const slow = /\/api\/auth\/(?!sign-out)|grant-admin/;
/** A crowded machine needs more than the usual half minute. */
const patience = 120_000;
const growthMaxBytes = 48 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let house: RequestFixture;
let routes: Route[];
beforeAll(async () => {
  const { built: t, routes: all } = await listRoutes(buildTestApp);
  // Heads are their GETs; the tracker's releases are one file each, as /t.js is.
  routes = all.filter(({ method, url }) => method !== 'HEAD' && url !== '/api/*' && !/^\/t-\d/.test(url));
  const { company, accessKey } = await aCompany(t.db);
  const viewerCookie = await aViewerCookie(t.app, accessKey);
  const managedId = (await aCompany(t.db)).company.id;
  house = {
    t,
    user: await anAccount(t),
    admin: await anAdmin(t),
    viewerCookie,
    companyId: company.id,
    managedId,
    accessKey,
  };
});
afterAll(() => house.t.close());

const toName = ({ method, url }: Route) => `${method} ${url}`;
const cookieOf = (who: string) =>
  ({ user: house.user.cookie, viewer: house.viewerCookie, admin: house.admin.cookie })[who] ?? '';
const insider = {
  viewer: 'viewer',
  'signed-in': 'user',
  admin: 'admin',
  open: 'nobody',
  operator: 'nobody',
} as const;

test('every route has a legal request to be tried with', () => {
  expect(routes.map(toName).sort()).toEqual(Object.keys(validRequests).sort());
});

test(
  'no input to any route, from anybody, is met with a failure of ours, and the server goes on as before',
  async () => {
    const seed = Date.now() & 0x7fffffff;
    await settle();
    const before = process.memoryUsage().heapUsed;
    const ending = (route: Route) => Number(route.url.endsWith('/sign-out'));
    const spoiled = [...routes].sort((a, b) => ending(a) - ending(b)).flatMap((route) => spoil(route, seed));
    expect(spoiled.length).toBeGreaterThan(1_000);
    const queue = spoiled.values();
    const ends = await Promise.allSettled(
      Array.from({ length: atOnce }, async () => {
        for (const each of queue) await tryOut(each, seed);
      }),
    );
    expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))).toEqual([]);
    await settle();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(growthMaxBytes);
    const probe = await house.t.app.inject('/readyz');
    expect(probe.statusCode, probe.body).toBe(200);
  },
  patience,
);

test(
  'and each legal request is answered as before',
  async () => {
    const { t } = house;
    // Locks of accounts and the limits of mails are what they ran into, rightly.
    await t.db.pool.query('DELETE FROM attempts');
    [house.user, house.admin] = await Promise.all([anAccount(t), anAdmin(t)]);
    for (const [name, twin] of Object.entries(validRequests)) {
      const route = routes.find((each) => toName(each) === name);
      if (!route?.door) throw new Error(`there is no route ${name}`);
      const answer = await sendValid(house, route, twin, cookieOf(insider[route.door]));
      expect(answer.statusCode, `${name}: ${twin.isStream ? '' : answer.body}`).toBe(twin.status ?? 200);
    }
  },
  patience,
);

interface Spoiled {
  route: Route;
  who: string;
  request: HostileRequest;
}

function spoil(route: Route, seed: number): Spoiled[] {
  const inside = insider[route.door ?? 'open'];
  const numRuns = slow.test(route.url) ? spoiledASlowRoute : spoiledARoute;
  const fill = (url: string) =>
    url
      .replace(':companyId', route.door === 'admin' ? house.managedId : house.companyId)
      .replace(/:\w+/g, '0198c0de-0000-4000-8000-000000000000');
  const example = validRequests[toName(route)] ?? {};
  const requests = hostileRequests(route, example, fill);
  const sharp = nearlyValidRequests(route, example, fill).map((request) => ({ route, who: inside, request }));
  // Those whom the door lets in reach furthest.
  const who = fc.oneof(fc.constantFrom(...people), fc.constant(inside));
  const generated = fc.sample(fc.record({ route: fc.constant(route), who, request: requests }), {
    numRuns,
    seed,
  });
  return [...sharp, ...generated];
}

interface Told {
  status: number;
  /** Undefined where there is none in our shape: of streams, and of pages. */
  body: string | undefined;
}

async function tryOut(spoiled: Spoiled, seed: number): Promise<void> {
  let told = await sendSpoiled(spoiled);
  // A machine busy with other things may be late once.
  if (told.status === 503) told = await sendSpoiled(spoiled);
  const what = `${toName(spoiled.route)} as ${spoiled.who}, seed ${seed}: ${toWords(spoiled.request)}`;
  expect(told.status, what).toBeLessThan(500);
  if (told.status < 400 || told.body === undefined) return;
  expect(isOurError(told.body), `${what} → ${told.body}`).toBe(true);
  expect(told.body, what).not.toMatch(/node_modules|\.ts\b|\bat \w+ \(|SELECT|postgres|pg_/);
  expect(told.body, what).not.toContain(testAppSecret);
  expect(told.body, what).not.toContain(testAdminKey);
}

function isOurError(body: string): boolean {
  try {
    return errorBody.strict().safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

async function sendSpoiled({ route, who, request }: Spoiled): Promise<Told> {
  const cookie = cookieOf(who);
  const isStream = validRequests[toName(route)]?.isStream === true;
  const answer = await house.t.app.inject({
    method: route.method,
    url: request.path,
    remoteAddress: anIpAddress(),
    headers: { ...request.headers, ...(cookie ? { cookie } : {}) },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    payloadAsStream: isStream,
  });
  if (isStream) answer.stream().destroy();
  const isPage = /^text\/html/.test(String(answer.headers['content-type']));
  return { status: answer.statusCode, body: isStream || isPage ? undefined : answer.body };
}

function toWords({ path, headers, payload }: HostileRequest): string {
  const body = payload === undefined ? '' : JSON.stringify(payload.toString().slice(0, 300));
  return `${path} ${JSON.stringify(headers)} ${body}`;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
}
