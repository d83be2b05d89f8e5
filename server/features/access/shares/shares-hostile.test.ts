import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { anAdmin, anIpAddress, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany, anOrder, aPageview, publicOrigin, track } from '../../../testing/builders.ts';
import { makePagesFolder } from '../../../testing/make-pages-folder.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { listRoutes, type Route } from '../../../testing/requests/route-list.ts';
import { aShare, askShared, openShare, tryShare } from '../../../testing/shares.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { makeAccessKey } from '../access-key.ts';
import { signViewerCookie, viewerCookieName } from '../viewer-cookie.ts';

let t: TestApp;
let routes: Route[];
let admin: TestAccount;
let base: string;
let folder: string;
beforeAll(async () => {
  const page = '<!doctype html><title>A page</title><script>start()</script>';
  folder = makePagesFolder({
    ...{ '404/index.html': page, '__spa-fallback.html': page, 'index.html': page },
    ...{ 'portal.html': page, 'shared.html': page },
  });
  ({ built: t, routes } = await listRoutes(() => buildTestApp({ pagesFolder: folder })));
  admin = await anAdmin(t);
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

const change = (companyId: string, accessId: string, payload: object) =>
  t.app.inject({
    method: 'PATCH',
    url: apiPaths.share(companyId, accessId),
    headers: { origin: publicOrigin, cookie: admin.cookie },
    payload,
  });
const revoke = (companyId: string, accessId: string) =>
  t.app.inject({
    method: 'DELETE',
    url: apiPaths.access(companyId, accessId),
    headers: { origin: publicOrigin, cookie: admin.cookie },
  });
const expire = (accessId: string) =>
  t.db.query(`UPDATE accesses SET expires_at = now() - interval '1 second' WHERE id = $1`, [accessId]);

async function aSharedPortal(given: Parameters<typeof aShare>[3] = {}) {
  const { company, accessKey } = await aCompany(t.db);
  const share = await aShare(t, admin, company.id, given);
  return { company, accessKey, share };
}

test('links that do not exist, were revoked or expired, and wrong secrets, all have one answer', async () => {
  const { company, share } = await aSharedPortal();
  const other = await aSharedPortal();
  const revoked = await aShare(t, admin, company.id);
  await revoke(company.id, revoked.accessId);
  const expired = await aShare(t, admin, company.id, { password: 'correct horse' });
  await expire(expired.accessId);
  const answers = await Promise.all([
    tryShare(t, { accessId: randomUUID(), secret: makeAccessKey() }),
    tryShare(t, { ...share, secret: makeAccessKey() }),
    tryShare(t, { ...share, secret: 'x'.repeat(200) }),
    // The secret of another link, of the same company and of another one, and a key of a portal.
    tryShare(t, { ...share, secret: other.share.secret }),
    tryShare(t, { ...other.share, secret: share.secret }),
    tryShare(t, { ...share, secret: other.accessKey }),
    tryShare(t, revoked),
    tryShare(t, expired),
    tryShare(t, expired, { password: 'correct horse' }),
  ]);
  for (const answer of answers) expectError(answer, 404, 'not-found');
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

test('the secret of a link opens no portal, and the key of a portal no link', async () => {
  const { share } = await aSharedPortal();
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.verifyCompanyAccess,
    headers: { origin: publicOrigin },
    remoteAddress: anIpAddress(),
    payload: { accessKey: share.secret },
  });
  expectError(answer, 401, 'invalid-access-key');
});

test('a link sets no cookie, and its session as a cookie opens nothing', async () => {
  const { company, share } = await aSharedPortal();
  const answer = await tryShare(t, share);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.headers['cache-control']).toBe('no-store');
  const { session } = await openShare(t, share);
  for (const value of [session, session.replace('nlv_', '')]) {
    const cookie = `${viewerCookieName(company.id, false)}=${value}`;
    const asked = await t.app.inject({ url: apiPaths.company(company.id), headers: { cookie } });
    expectError(asked, 404, 'company-not-found');
    expectError(
      await t.app.inject({ url: apiPaths.statsSummary(company.id), headers: { cookie } }),
      404,
      'company-not-found',
    );
  }
});

test('the cookie of a viewer is no session of a link', async () => {
  const { company } = await aSharedPortal();
  const { rows } = await t.db.query<{ id: string }>(
    `SELECT k.id FROM access_keys k JOIN accesses a ON a.id = k.access_id WHERE a.company_id = $1 AND kind = 'company'`,
    [company.id],
  );
  const signed = signViewerCookie(
    testAppSecret,
    { companyId: company.id, keyId: rows[0]?.id ?? '' },
    new Date(),
  );
  expectError(await askShared(t, `nlv_${signed}`, apiPaths.company(company.id)), 404, 'company-not-found');
});

test('a session is for its company alone', async () => {
  const { company, share } = await aSharedPortal();
  const { session } = await openShare(t, share);
  const other = await aSharedPortal();
  expectError(await askShared(t, session, apiPaths.company(other.company.id)), 404, 'company-not-found');
  expect((await askShared(t, session, apiPaths.company(company.id))).statusCode).toBe(200);
  const forged = `${session.slice(0, -3)}${session.at(-3) === 'A' ? 'B' : 'A'}${session.slice(-2)}`;
  expectError(await askShared(t, forged, apiPaths.company(company.id)), 404, 'company-not-found');
});

test('the cookies of an administrator do not widen what a session shows', async () => {
  const { company, share } = await aSharedPortal();
  const { session } = await openShare(t, share);
  const headers = { authorization: `Bearer ${session}`, cookie: admin.cookie };
  const ask = (url: string) => t.app.inject({ url, headers });
  expect((await ask(apiPaths.company(company.id))).json()).toMatchObject({ viewedAs: 'viewer' });
  expectError(await ask(apiPaths.portalOrders(company.id)), 403, 'missing-right');
  const other = await aSharedPortal();
  expectError(await ask(apiPaths.company(other.company.id)), 404, 'company-not-found');
});

test('a session asks about its view and nothing else, on every route', async () => {
  const { company, share } = await aSharedPortal({ seesMoney: true });
  const { session, view } = await openShare(t, share);
  const allowed: string[] = [];
  const apiRoutes = routes.filter(({ url }) => url.startsWith('/api/') && url.includes(':companyId'));
  expect(apiRoutes.length).toBeGreaterThan(40);
  for (const { method, url } of apiRoutes) {
    if (url === apiPaths.live(':companyId')) continue;
    const answer = await t.app.inject({
      method,
      url: `${url.replace(':companyId', company.id).replace(/:\w+/g, randomUUID())}?${
        url.includes('/stats/') && !url.endsWith('/live') ? view : ''
      }`,
      headers: { origin: publicOrigin, authorization: `Bearer ${session}` },
      remoteAddress: anIpAddress(),
    });
    // A list without its dimension is a question, and a bad one.
    if (answer.statusCode < 300 || answer.statusCode === 400) allowed.push(`${method} ${url}`);
    else expect([401, 403, 404], `${method} ${url} ${answer.body}`).toContain(answer.statusCode);
  }
  const signOut = 'POST /api/my-portals/:companyId/sign-out';
  expect(allowed.filter((name) => name !== signOut).sort()).toEqual(
    [apiPaths.company, apiPaths.active, apiPaths.statsSummary, apiPaths.statsTimeseries, apiPaths.statsLists]
      .map((toPath) => `GET ${toPath(':companyId')}`)
      .sort(),
  );
});

test.each([
  ['period=30d&compare=none', { period: '90d' }],
  ['period=30d&compare=none', { compare: 'year' }],
  ['period=30d&compare=none', { compare: 'previous' }],
  ['period=30d&compare=none', { orders: 'verified' }],
  ['period=30d&compare=none', { match: 'date' }],
  ['from=2026-01-01&to=2026-01-31&compare=none', { to: '2026-12-31' }],
  ['from=2026-01-01&to=2026-01-31&compare=none', { from: '2025-01-01' }],
  ['period=30d&compare=none', { filter: 'country:is:DE' }],
  ['period=30d&compare=none', { filter: 'page:is-not:/' }],
  ['period=30d&compare=none', { goal: 'page:/thanks', metrics: 'goal-conversions' }],
  ['period=30d&compare=none', { tab: 'a-tab' }],
])('a link to %s does not answer with %j', async (view, asked) => {
  const { company, share } = await aSharedPortal({ view });
  const { session } = await openShare(t, share);
  const shared = Object.fromEntries(new URLSearchParams(view));
  const url = apiPaths.statsSummary(company.id);
  expect((await askShared(t, session, url, shared)).statusCode).toBe(200);
  expectError(await askShared(t, session, url, { ...shared, ...asked }), 403, 'missing-right');
  for (const name of Object.keys(shared)) {
    const { [name]: _, ...rest } = shared;
    expectError(await askShared(t, session, url, rest), 403, 'missing-right');
  }
});

test('a parameter that is sent twice is not part of the view', async () => {
  const { company, share } = await aSharedPortal({ view: 'period=7d&compare=none' });
  const { session } = await openShare(t, share);
  for (const query of [
    'period=7d&period=12m&compare=none',
    'period=7d&compare=none&compare=none',
    'period[]=7d&compare=none',
  ])
    expectError(await askShared(t, session, apiPaths.statsSummary(company.id), query), 403, 'missing-right');
});

test('the filters of a view are part of every answer', async () => {
  const { company } = await aCompany(t.db);
  await track(t.app, aPageview(company.id, { url: 'https://shop.test/lamps' }));
  await track(t.app, aPageview(company.id, { url: 'https://shop.test/secret-project' }));
  const view = 'period=today&compare=none&filter=page%3Ais%3A%2Flamps';
  const share = await aShare(t, admin, company.id, { view });
  const { session } = await openShare(t, share);
  const asked = { period: 'today', compare: 'none' };
  const summary = await askShared(t, session, apiPaths.statsSummary(company.id), asked);
  expect(summary.json().metrics['page-views'].value).toBe(1);
  const lists = await askShared(t, session, apiPaths.statsLists(company.id), { ...asked, dimension: 'page' });
  expect(lists.body).toContain('/lamps');
  expect(lists.body).not.toContain('secret-project');
  // Who is there now cannot be narrowed.
  expectError(await askShared(t, session, apiPaths.active(company.id)), 403, 'missing-right');
  const stream = await PortalStreamReader.open(base, company.id, session, { query: asked });
  const [first] = [await stream.waitForFrame(() => true)];
  expect(first).toMatchObject({ data: { active: null, liveVisitors: null } });
  const figures = await stream.waitForFigures((each) => each !== null);
  expect(figures?.summary.metrics['page-views']?.value).toBe(1);
  stream.close();
});

test('the stream of a link has how many visitors there are, and not what they see', async () => {
  const { company } = await aCompany(t.db);
  const share = await aShare(t, admin, company.id, { view: 'from=2026-01-01&to=2026-01-31&compare=none' });
  const { session } = await openShare(t, share);
  expectError(await askShared(t, session, apiPaths.statsLive(company.id)), 403, 'missing-right');
  const stream = await PortalStreamReader.open(base, company.id, session);
  await stream.waitForFrame(({ is }) => is === 'snapshot');
  const secret = { url: 'https://shop.test/secret-project', sessionId: 'a-visitor' };
  await track(t.app, aPageview(company.id, secret));
  const seen = await stream.waitForFrame((frame) => frame.is === 'change' && frame.data.active?.onSite === 1);
  expect(seen).toMatchObject({ data: { liveVisitors: null } });
  expect(JSON.stringify(stream.frames)).not.toContain('secret-project');
  stream.close();
});

test('without money no answer of a link contains an amount', async () => {
  const { company } = await aCompany(t.db);
  await track(t.app, aPageview(company.id));
  await track(t.app, anOrder(company.id, 'order-1', 4711.25));
  const ask = async (seesMoney: boolean) => {
    const share = await aShare(t, admin, company.id, { seesMoney });
    const { session, view } = await openShare(t, share);
    const query = Object.fromEntries(new URLSearchParams(view));
    const { company: toCompany, statsSummary, statsTimeseries, statsLists } = apiPaths;
    const answers = await Promise.all([
      askShared(t, session, toCompany(company.id)),
      askShared(t, session, statsSummary(company.id), query),
      askShared(t, session, statsTimeseries(company.id), { ...query, metrics: 'visitors' }),
      askShared(t, session, statsTimeseries(company.id), { ...query, metrics: 'visitors,revenue' }),
      askShared(t, session, statsLists(company.id), { ...query, dimension: 'source' }),
    ]);
    const stream = await PortalStreamReader.open(base, company.id, session, { query });
    const figures = await stream.waitForFigures((each) => each !== null);
    stream.close();
    const text = answers.map(({ body }) => body).join() + JSON.stringify(figures);
    // The digits of an amount may be a part of the random id.
    return text.replaceAll(company.id, '');
  };
  expect(await ask(true)).toContain('4711.25');
  expect(await ask(false)).not.toMatch(/4711|revenue"/);
});

test.each([
  ['revoked', (companyId: string, accessId: string) => revoke(companyId, accessId)],
  [
    'given a password',
    (companyId: string, accessId: string) => change(companyId, accessId, { password: 'new password' }),
  ],
  [
    'given another view',
    (companyId: string, accessId: string) => change(companyId, accessId, { view: 'period=7d' }),
  ],
  [
    'taken the money',
    (companyId: string, accessId: string) => change(companyId, accessId, { seesMoney: false }),
  ],
])('open views and sessions end at once when a link is %s', async (_how, end) => {
  const { company, share } = await aSharedPortal({ seesMoney: true });
  const { session, view } = await openShare(t, share);
  const query = Object.fromEntries(new URLSearchParams(view));
  const stream = await PortalStreamReader.open(base, company.id, session, { query });
  await stream.waitForFrame(({ is }) => is === 'snapshot');
  const other = await aShare(t, admin, company.id);
  const untouched = await openShare(t, other);
  const otherStream = await PortalStreamReader.open(base, company.id, untouched.session);
  await otherStream.waitForFrame(({ is }) => is === 'snapshot');

  expect((await end(company.id, share.accessId)).statusCode).toBeLessThan(300);
  await stream.waitForEnd();
  const asked = await askShared(t, session, apiPaths.statsSummary(company.id), query);
  expectError(asked, 404, 'company-not-found');
  await expect(PortalStreamReader.open(base, company.id, session, { query })).rejects.toThrow('404');
  // Others stay as they are.
  expect(otherStream.frames.at(-1)?.is).not.toBe('end');
  expect((await askShared(t, untouched.session, apiPaths.company(company.id))).statusCode).toBe(200);
  otherStream.close();
});

test('an old session renews nothing after the password has changed', async () => {
  const { company, share } = await aSharedPortal({ password: 'first password' });
  const { session } = await openShare(t, share, { password: 'first password' });
  await openShare(t, share, { session });
  await change(company.id, share.accessId, { password: 'second password' });
  expectError(await tryShare(t, share, { session }), 401, 'password-required');
  expectError(await tryShare(t, share, { password: 'first password' }), 401, 'wrong-password');
  const other = await aSharedPortal();
  const elsewhere = await openShare(t, other.share);
  expectError(await tryShare(t, share, { session: elsewhere.session }), 401, 'password-required');
  await openShare(t, share, { password: 'second password' });
});

test('a session ends after twelve hours, and with the link if that is earlier', async () => {
  const { company, share } = await aSharedPortal();
  const { session, expiresAt } = await openShare(t, share);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
  const { rows } = await t.db.query<{ id: string }>('SELECT id FROM access_keys WHERE access_id = $1', [
    share.accessId,
  ]);
  const viewer = { companyId: company.id, keyId: rows[0]?.id ?? '' };
  const sign = (hours: number) =>
    `nlv_${signViewerCookie(testAppSecret, viewer, new Date(Date.now() - hours * 3_600_000))}`;
  const url = apiPaths.company(company.id);
  expect((await askShared(t, sign(11.9), url)).statusCode).toBe(200);
  expectError(await askShared(t, sign(12.1), url), 404, 'company-not-found');
  const soon = new Date(Date.now() + 60_000).toISOString();
  await change(company.id, share.accessId, { expiresAt: soon });
  expect((await openShare(t, share)).expiresAt).toBe(soon);
  await expire(share.accessId);
  expectError(await askShared(t, session, url), 404, 'company-not-found');
});

test('a link that expires while it is looked at ends its stream', async () => {
  const { company, share } = await aSharedPortal();
  const { session } = await openShare(t, share);
  await change(company.id, share.accessId, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
  const stream = await PortalStreamReader.open(base, company.id, session);
  await stream.waitForFrame(({ is }) => is === 'snapshot');
  t.server.portalStreams.recheck(new Date(Date.now() + 61_000));
  await stream.waitForEnd();
});

test('wrong passwords from one address are limited, and lock no others out', async () => {
  const { share } = await aSharedPortal({ password: 'correct horse' });
  const address = anIpAddress();
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      tryShare(t, share, { password: `guess number ${index}`, address }),
    ),
  );
  const codes = answers.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(10);
  // The others met the limit of the queue for hashes.
  for (let index = 0; index < 10; index += 1) await tryShare(t, share, { password: 'still wrong', address });
  expectError(await tryShare(t, share, { password: 'correct horse', address }), 429, 'too-many-requests');
  await openShare(t, share, { password: 'correct horse' });
  const other = await aSharedPortal({ password: 'correct horse' });
  await openShare(t, other.share, { password: 'correct horse', address });
});

test('right passwords are not counted as attempts', async () => {
  const { share } = await aSharedPortal({ password: 'correct horse' });
  const address = anIpAddress();
  for (let index = 0; index < 15; index += 1)
    await openShare(t, share, { password: 'correct horse', address });
});

test('without the secret no request causes a hash', async () => {
  const { share } = await aSharedPortal({ password: 'correct horse' });
  const count = async () => {
    const { body } = await t.app.inject('/metrics');
    return Number(/^northlight_password_hashes_total (\d+)$/m.exec(body)?.[1]);
  };
  const before = await count();
  await Promise.all(
    Array.from({ length: 30 }, () =>
      tryShare(t, { ...share, secret: makeAccessKey() }, { password: 'correct horse' }),
    ),
  );
  await tryShare(t, share);
  expect(await count()).toBe(before);
  await openShare(t, share, { password: 'correct horse' });
  expect(await count()).toBe(before + 1);
});

test('a page of another origin cannot open a link in the name of its visitors', async () => {
  const { share } = await aSharedPortal();
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.openSharedView(share.accessId),
    headers: { origin: 'https://evil.example' },
    payload: { secret: share.secret },
  });
  expectError(answer, 403, 'foreign-origin');
});

const framing = async (path: string) => {
  const { headers, statusCode } = await t.app.inject(path);
  const policy = String(headers['content-security-policy']);
  return {
    ...{ statusCode, frames: /frame-ancestors ([^;]*)/.exec(policy)?.[1] },
    ...{ options: headers['x-frame-options'], caching: headers['cache-control'] },
  };
};

test('only named hosts may show a link in a frame, and one without hosts looks like one that does not exist', async () => {
  const closed = { statusCode: 200, frames: "'none'", options: 'DENY', caching: 'no-store' };
  const { company, share } = await aSharedPortal();
  const embedded = await aShare(t, admin, company.id, { embedHosts: ['a.example', 'b.example:8443'] });
  expect(await framing(`/shared/${embedded.accessId}`)).toEqual({
    ...closed,
    frames: 'https://a.example http://a.example https://b.example:8443 http://b.example:8443',
    options: undefined,
  });
  expect(await framing(`/shared/${embedded.accessId.toUpperCase()}?show=card:visitors`)).toMatchObject({
    options: undefined,
  });
  const same = [share.accessId, randomUUID(), 'nonsense', company.id, "x'--"];
  for (const id of same) expect(await framing(`/shared/${encodeURIComponent(id)}`)).toEqual(closed);
  const pages = await Promise.all(
    same.map(async (id) => {
      const { body, headers } = await t.app.inject(`/shared/${encodeURIComponent(id)}`);
      const { date: _, ...rest } = headers;
      return JSON.stringify([body, rest]);
    }),
  );
  expect(new Set(pages).size).toBe(1);
  await expire(embedded.accessId);
  expect(await framing(`/shared/${embedded.accessId}`)).toEqual(closed);
});

test('a link that ends can no longer be framed, and every other page never could', async () => {
  const { company, share } = await aSharedPortal({ embedHosts: ['a.example'] });
  expect((await framing(`/shared/${share.accessId}`)).options).toBeUndefined();
  await revoke(company.id, share.accessId);
  expect(await framing(`/shared/${share.accessId}`)).toMatchObject({ frames: "'none'", options: 'DENY' });
  for (const path of [
    '/',
    '/admin',
    `/company-portal/${company.id}`,
    '/shared',
    '/shared/',
    '/company-access',
  ])
    expect([path, await framing(path)]).toEqual([
      path,
      expect.objectContaining({ frames: "'none'", options: 'DENY' }),
    ]);
});

test('the page of a link sends no referrer', async () => {
  const { share } = await aSharedPortal();
  const { headers } = await t.app.inject(`/shared/${share.accessId}`);
  expect(headers['referrer-policy']).toBe('no-referrer');
});

test('readers with a link cannot use up the streams of the company’s own viewers', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const share = await aShare(t, admin, company.id);
  const address = anIpAddress();
  const streams = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const { session } = await openShare(t, share);
      return PortalStreamReader.open(base, company.id, session, { address });
    }),
  );
  const { session } = await openShare(t, share);
  await expect(PortalStreamReader.open(base, company.id, session)).rejects.toThrow('429');
  const entered = await t.app.inject({
    method: 'POST',
    url: apiPaths.verifyCompanyAccess,
    headers: { origin: publicOrigin },
    remoteAddress: anIpAddress(),
    payload: { accessKey },
  });
  const [cookie] = entered.cookies;
  const own = await PortalStreamReader.open(base, company.id, `${cookie?.name}=${cookie?.value}`);
  for (const stream of [...streams, own]) stream.close();
});
