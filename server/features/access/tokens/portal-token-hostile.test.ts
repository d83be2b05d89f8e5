import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { orderApiLimits } from '../../../../contract/shop/orders.ts';
import { operator } from '../../../platform/audit.ts';
import { anAdmin, anIpAddress, send } from '../../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { sendRaw, toStatus } from '../../../testing/requests/raw-request.ts';
import { aRequestFixture } from '../../../testing/requests/request-fixture.ts';
import { listRoutes, type Route } from '../../../testing/requests/route-list.ts';
import { sendValid } from '../../../testing/requests/send-valid.ts';
import type { RequestFixture, ValidRequest } from '../../../testing/requests/valid/valid-request.ts';
import { validRequests } from '../../../testing/requests/valid/valid-requests.ts';
import { anOrderToken, aSharedToken, aToken } from '../../../testing/shop/a-token.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { TokenDoor } from './token-door.ts';
import { endReplacedToken, endToken, listTokens, replaceToken } from './tokens.ts';

let t: TestApp;
let base: string;
let fixture: RequestFixture;
let portal: Route[];
let companyId: string;
beforeAll(async () => {
  const listed = await listRoutes(buildTestApp);
  t = listed.built;
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  fixture = await aRequestFixture(t);
  companyId = fixture.companyId;
  portal = listed.routes.filter(({ door }) => door === 'viewer');
});
afterAll(() => t.close());

const nowhere = '0198c0de-0000-4000-8000-000000000000';
const wrongToken = `nlk_${'x'.repeat(32)}`;
const toName = ({ method, url }: Route) => `${method} ${url}`;
const reads = ({ method }: Route) => method === 'GET' || method === 'HEAD';

/** Sends the valid request to a route with a token, to a company, and with whatever cookie. */
async function ask(route: Route, token: string, { of = companyId, cookie = '', opens = false } = {}) {
  // A HEAD request is that of the GET.
  const given: ValidRequest = validRequests[`${reads(route) ? 'GET' : route.method} ${route.url}`] ?? {};
  const { headers, url, ...overrides } = (await given.override?.(fixture)) ?? {};
  const request: ValidRequest = {
    ...given,
    isStream: opens && given.isStream === true,
    override: () => ({
      ...overrides,
      url: (url ?? route.url.replace(':sessionId', 'tab-1').replace(':companyId', companyId))
        .replace(companyId, of)
        .replace(/:\w+/, nowhere),
      cookie,
      headers: { ...headers, authorization: `Bearer ${token}` },
    }),
  };
  const method = route.method === 'HEAD' ? 'GET' : route.method;
  return sendValid(fixture, { ...route, method }, request, cookie);
}

const summary = (token: string, of = companyId, headers: Record<string, string> = {}) =>
  t.app.inject({
    url: apiPaths.statsSummary(of),
    headers: { authorization: `Bearer ${token}`, ...headers },
    remoteAddress: anIpAddress(),
  });

describe('on every route of a portal', () => {
  test('a token with all rights reads what is read, and changes nothing', async () => {
    const token = await aToken(t, companyId);
    expect(portal.filter(reads).length).toBeGreaterThan(30);
    for (const route of portal) {
      const answer = await ask(route, token, { opens: true });
      if (reads(route)) expect(answer.statusCode, toName(route)).toBe(200);
      else expectError(answer, 403, 'api-key-not-accepted');
    }
  });

  test('a company that is not one of the token’s looks like one that does not exist', async () => {
    const other = (await aCompany(t.db)).company.id;
    const foreign = [await aToken(t, other), await aSharedToken(t, [other])];
    for (const route of portal.filter(reads)) {
      const unknown = await ask(route, await aSharedToken(t, 'all'), { of: nowhere });
      expectError(unknown, 404, 'company-not-found');
      for (const token of foreign) {
        const answer = await ask(route, token);
        expect({ status: answer.statusCode, body: answer.body }, toName(route)).toEqual({
          status: 404,
          body: unknown.body,
        });
      }
      await t.db.query('DELETE FROM accesses WHERE has_all_companies');
    }
  });

  test('a wrong token is a 401, whatever cookie comes with it', async () => {
    const { cookie } = fixture.admin;
    for (const route of portal.filter(reads)) {
      for (const token of [wrongToken, 'nlk_short', `${wrongToken}x`]) {
        const answer = await ask(route, token, { cookie: `${cookie}; ${fixture.viewerCookie}` });
        expectError(answer, 401, 'invalid-api-key');
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
  });
});

test('a token that only writes orders reads nothing', async () => {
  const token = await anOrderToken(t, companyId, ['write-orders']);
  for (const route of portal.filter(reads)) expectError(await ask(route, token), 403, 'api-key-not-accepted');
  const other = (await aCompany(t.db)).company.id;
  expectError(await summary(token, other), 404, 'company-not-found');
});

test('guessed tokens are limited by address, and a right one still works from it', async () => {
  const remoteAddress = anIpAddress();
  const guess = (token: string) =>
    t.app.inject({
      ...{ url: apiPaths.statsSummary(companyId), remoteAddress },
      headers: { authorization: `Bearer ${token}` },
    });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => guess(`nlk_${String(n).padStart(32, '0')}`)),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]));
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await guess(await aToken(t, companyId))).statusCode).toBe(200);
});

test('a token has one limit for the requests to all its companies', async () => {
  const other = (await aCompany(t.db)).company.id;
  const authorization = `Bearer ${await aSharedToken(t, [companyId, other])}`;
  let now = 0;
  const door = new TokenDoor({ db: t.db, appSecret: testAppSecret }, () => now);
  const admit = (n: number) =>
    door.admit({ headers: { authorization }, ip: anIpAddress() }, [null, companyId, other][n % 3] ?? null);
  for (let sent = 0; sent < orderApiLimits.burst; sent += 1) await admit(sent);
  await expect(admit(0)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  now = 10;
  await admit(1);
});

test('cookies of a request with a token do not count', async () => {
  const other = (await aCompany(t.db)).company.id;
  const token = await aToken(t, other);
  const cookie = `${fixture.admin.cookie}; ${fixture.viewerCookie}`;
  expectError(await summary(token, companyId, { cookie }), 404, 'company-not-found');
  const answer = await t.app.inject({
    url: apiPaths.company(other),
    headers: { cookie, authorization: `Bearer ${token}` },
  });
  expect(answer.json()).toMatchObject({ id: other, viewedAs: 'viewer' });
});

test('a token is accepted in its header alone', async () => {
  const token = await aToken(t, companyId);
  const url = apiPaths.statsSummary(companyId);
  for (const [name, headers] of [
    [`${url}?access_token=${token}`, {}],
    [`${url}?token=${token}`, {}],
    [url, { cookie: `token=${token}; viewer-${companyId}=${token}` }],
    [url, { 'x-api-key': token }],
    [url, { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` }],
    [url, { authorization: token }],
  ] as const)
    expectError(await t.app.inject({ url: name, headers }), 404, 'company-not-found');
  // The scheme may be written in any case.
  const lower = await t.app.inject({ url, headers: { authorization: `bearer  ${token} ` } });
  expect(lower.statusCode).toBe(200);
});

test('a header that holds more than one token, or other characters, opens nothing', async () => {
  const token = await aToken(t, companyId);
  const { port } = new URL(base);
  const raw = async (...lines: string[]) => {
    const head = [`GET ${apiPaths.statsSummary(companyId)} HTTP/1.1`, `host: localhost:${port}`];
    return toStatus(
      await sendRaw(Number(port), [...head, 'connection: close', ...lines, '', ''].join('\r\n')),
    );
  };
  expect(await raw(`authorization: Bearer ${token}`)).toBe(200);
  for (const value of [
    `Bearer ${token}, Bearer ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}\u0000`,
    `Bearer ${token}%0d%0acookie: a`,
    `Bearer Bearer ${token}`,
    `Bearer "${token}"`,
  ])
    expect([400, 401, 404], value).toContain(await raw(`authorization: ${value}`));
  // Node keeps the first of two headers: a second one adds nothing.
  expect(await raw(`authorization: Bearer ${wrongToken}`, `authorization: Bearer ${token}`)).toBe(401);
});

test('a company in upper case is the same company', async () => {
  expect((await summary(await aToken(t, companyId), companyId.toUpperCase())).statusCode).toBe(200);
});

test('a token of a deleted company is no longer a token', async () => {
  const { company } = await aCompany(t.db);
  const token = await aToken(t, company.id);
  expect((await summary(token, company.id)).statusCode).toBe(200);
  await t.db.query('DELETE FROM companies WHERE id = $1', [company.id]);
  expectError(await summary(token, company.id), 401, 'invalid-api-key');
});

test('the use of a token is recorded, and is not an opening of the portal', async () => {
  const { company } = await aCompany(t.db);
  const token = await aToken(t, company.id);
  await t.app.inject({ url: apiPaths.company(company.id), headers: { authorization: `Bearer ${token}` } });
  const [listed] = await listTokens({ db: t.db }, company.id);
  expect(Date.now() - Date.parse(listed?.lastUsedAt ?? '')).toBeLessThan(60_000);
  const { rows } = await t.db.query('SELECT 1 FROM portal_openings WHERE company_id = $1', [company.id]);
  expect(rows).toEqual([]);
});

describe('a live stream that a token opened', () => {
  async function aStream(fields: { expiresAt?: string } = {}) {
    const { company } = await aCompany(t.db);
    const secret = await aToken(t, company.id, fields);
    const [token] = await listTokens({ db: t.db }, company.id);
    const stream = await PortalStreamReader.open(base, company.id, secret);
    await stream.waitForFrame((frame) => frame.is === 'snapshot');
    return { companyId: company.id, tokenId: token?.id ?? '', secret, stream };
  }
  const deps = () => ({ db: t.db, appSecret: testAppSecret });

  test('ends when the token is ended', async () => {
    const { stream, secret, ...place } = await aStream();
    await endToken(deps(), { ...place, by: operator });
    await stream.waitForEnd();
    await expect(PortalStreamReader.open(base, place.companyId, secret)).rejects.toThrow('401');
  });

  test('ends when the token expires', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { stream } = await aStream({ expiresAt: expiresAt.toISOString() });
    t.server.portalStreams.recheck(new Date(expiresAt.getTime() - 1000));
    expect(stream.frames.at(-1)?.is).not.toBe('end');
    t.server.portalStreams.recheck(expiresAt);
    await stream.waitForEnd();
  });

  test('works on after a replacement, and ends with the replaced secret', async () => {
    const { stream, secret, ...place } = await aStream();
    const next = await replaceToken(deps(), { ...place, by: operator });
    const other = await PortalStreamReader.open(base, place.companyId, next.secret);
    await other.waitForFrame((frame) => frame.is === 'snapshot');
    expect(stream.frames.at(-1)?.is).not.toBe('end');
    await endReplacedToken(deps(), { ...place, by: operator });
    await stream.waitForEnd();
    await expect(PortalStreamReader.open(base, place.companyId, secret)).rejects.toThrow('401');
    const again = await PortalStreamReader.open(base, place.companyId, next.secret);
    for (const open of [other, again]) open.close();
  });
});

test('a request with a token needs no Origin, and one of another site with it changes nothing', async () => {
  const token = await aToken(t, companyId);
  expect((await summary(token, companyId, { origin: 'https://evil.test' })).statusCode).toBe(200);
  const write = (origin: string | undefined) =>
    t.app.inject({
      ...{ method: 'POST', url: apiPaths.notes(companyId) },
      headers: {
        authorization: `Bearer ${token}`,
        cookie: fixture.admin.cookie,
        ...(origin === undefined ? {} : { origin }),
      },
      payload: { date: '2026-10-05', text: 'Campaign started' },
    });
  for (const origin of [undefined, publicOrigin, 'https://evil.test'])
    expectError(await write(origin), 403, 'api-key-not-accepted');
});

test('a token of a page, in a browser that is signed in, does not become the right of an administrator', async () => {
  const admin = await anAdmin(t);
  const { company, accessKey } = await aCompany(t.db);
  const viewer = await aViewerCookie(t.app, accessKey);
  const token = await aToken(t, companyId);
  const answer = await send(
    t,
    apiPaths.companyTokens(company.id),
    { name: 'A', rights: ['dashboard'] },
    {
      cookie: `${admin.cookie}; ${viewer}`,
      headers: { authorization: `Bearer ${token}` },
    },
  );
  expectError(answer, 403, 'api-key-not-accepted');
});
