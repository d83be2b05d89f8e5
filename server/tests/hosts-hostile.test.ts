import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { pages } from '../../contract/public/pages.ts';
import { anAdmin, anEmail, anIpAddress, aStrongPassword } from '../testing/accounts/accounts.ts';
import { aCompany, aPageview, aViewerCookie, track } from '../testing/builders.ts';
import { makePagesFolder } from '../testing/make-pages-folder.ts';
import { expectAccepted, expectError } from '../testing/requests/expect-answers.ts';
import { sendRaw, toStatus } from '../testing/requests/raw-request.ts';
import { repeatWhileBusy } from '../testing/requests/repeat-while-busy.ts';
import { listRoutes, type Route } from '../testing/requests/route-list.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
let port: number;
let routes: Route[];
let folder: string;
let companyId: string;
let viewer: string;
let admin: string;

beforeAll(async () => {
  const names = ['index.html', 'products/index.html', '404/index.html', '__spa-fallback.html'];
  const page = '<!doctype html><title>A page of the site</title>';
  folder = makePagesFolder(Object.fromEntries(names.map((name) => [name, page])));
  const build = () =>
    buildTestApp({ pagesFolder: folder, env: { ALLOWED_HOSTS: 'agency.lan, www.agency.example' } });
  ({ built: t, routes } = await listRoutes(build));
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { company, accessKey } = await aCompany(t.db);
  companyId = company.id;
  viewer = await aViewerCookie(t.app, accessKey);
  admin = (await anAdmin(t)).cookie;
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

/** Headers of DNS rebinding: Host and Origin match, so the attacker’s page can read the response. */
const rebound = { host: 'evil.test:3000', origin: 'http://evil.test:3000' };

const fill = (url: string) =>
  url
    .replace(':companyId', companyId)
    .replaceAll(/:\w+/g, '0198c0de-0000-4000-8000-000000000000')
    .replace('*', 'x');

/** Public, or protected by a signature, a token or the address instead of a cookie. */
const servedUnderAnyHost = [
  'GET /.well-known/security.txt',
  'GET /api/v1/companies',
  'GET /api/v1/orders',
  'GET /apple-touch-icon.png',
  'GET /brand/:file',
  'GET /healthz',
  'GET /icon-192.png',
  'GET /icon-512.png',
  'GET /icon-maskable-512.png',
  'GET /icon.svg',
  'GET /metrics',
  'GET /openapi.json',
  'GET /readyz',
  'GET /robots.txt',
  'GET /site.webmanifest',
  'GET /sitemap.xml',
  'GET /social/:page',
  'GET /t.js',
  'OPTIONS /api/track-analytics',
  'POST /api/stripe-webhook',
  'POST /api/track-analytics',
  'POST /api/v1/orders',
  'POST /api/v1/orders/:orderId/refunds',
  'POST /api/webhooks/:provider/:connectionId',
];

describe('under an unknown host name', () => {
  test('every API call and every protected response is rejected, with any cookie', async () => {
    const answered = new Set<string>();
    const calls = routes.filter(
      ({ method, url }) => method !== 'HEAD' && !pages.some(({ path }) => path === url),
    );
    for (const route of calls) {
      for (const cookie of [viewer, admin]) {
        const answer = await t.app.inject({
          method: route.method,
          url: fill(route.url),
          headers: { ...rebound, cookie },
          remoteAddress: anIpAddress(),
        });
        if (answer.statusCode === 421) {
          expect(expectError(answer, 421, 'unknown-host')).toContain('ALLOWED_HOSTS');
          expect(answer.headers['set-cookie'], route.url).toBeUndefined();
        } else answered.add(`${route.method} ${route.url}`);
      }
    }
    expect([...answered].filter((each) => !/^GET \/t-\d/.test(each)).sort()).toEqual(servedUnderAnyHost);
  });

  test('signing in and reading a portal are rejected', async () => {
    const sign = await t.app.inject({
      method: 'POST',
      url: apiPaths.signIn,
      headers: rebound,
      payload: { email: anEmail(), password: aStrongPassword },
    });
    expectError(sign, 421, 'unknown-host');
    const portal = await t.app.inject({
      url: apiPaths.analytics(companyId),
      headers: { ...rebound, cookie: viewer },
    });
    expectError(portal, 421, 'unknown-host');
    expect(portal.body).not.toContain('Test Shop');
  });

  test('public pages are served; those that need a session show the correct URL', async () => {
    for (const page of pages) {
      const answer = await t.app.inject({ url: fill(page.path), headers: { host: rebound.host } });
      if (page.render === 'static') {
        expect([page.path, answer.statusCode]).toEqual([page.path, 200]);
        continue;
      }
      expect([page.path, answer.statusCode]).toEqual([page.path, 421]);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
      expect(answer.body).toContain('evil.test');
      expect(answer.body).toContain('ALLOWED_HOSTS');
      expect(answer.body).toContain(`${t.config.publicUrl}${fill(page.path)}"`);
    }
    const unknown = await t.app.inject({ url: '/no-such-page', headers: { host: rebound.host } });
    expect(unknown.statusCode).toBe(404);
  });

  test('the error page does not repeat a token from the URL', async () => {
    const url = '/auth/confirm?token=secret-of-the-mail';
    const answer = await t.app.inject({ url, headers: { host: rebound.host } });
    expect(answer.statusCode).toBe(421);
    expect(answer.body).not.toContain('secret-of-the-mail');
  });

  test('events of a tracking script that a client serves from another host name are accepted', async () => {
    expectAccepted(await track(t.app, aPageview(companyId), { host: 'stats.shop.test' }), 1);
  });
});

describe('under a configured or local host name', () => {
  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:9',
    'localhost.:3000',
    'agency.localhost',
    '127.0.0.1:3000',
    '192.168.1.20',
    '192.168.1.20:8080',
    '203.0.113.9:3000',
    '[::1]:3000',
    '[fd00::1:2]',
    'agency.lan',
    'AGENCY.LAN:8080',
    'www.agency.example:443',
  ])('%s is accepted, also from its own pages', async (host) => {
    const url = apiPaths.analytics(companyId);
    const read = await repeatWhileBusy(() => t.app.inject({ url, headers: { host, cookie: viewer } }));
    expect(read.statusCode).toBe(200);
    const { origin } = new URL(`http://${host}`);
    const wrong = { accessKey: '00000-00000-00000-00000-00000' };
    const change = { method: 'POST', url: apiPaths.verifyCompanyAccess, payload: wrong } as const;
    const own = await t.app.inject({ ...change, headers: { host, origin }, remoteAddress: anIpAddress() });
    expectError(own, 401, 'invalid-access-key');
    for (const foreign of [
      'http://evil.test',
      'http://192.168.1.99:3000',
      'http://localhost:1',
      'null',
      `${origin}.evil.test`,
    ]) {
      const answer = await t.app.inject({ ...change, headers: { host, origin: foreign } });
      expectError(answer, 403, 'foreign-origin');
    }
  });

  test.each([
    'evil.test',
    'localhost.evil.test',
    'notlocalhost',
    'xlocalhost',
    'agency.lan.evil.test',
    'x.agency.lan',
    '127.0.0.1.evil.test',
    '127.0.0.1.nip.io',
    '0x7f000001',
    '2130706433',
    '127.1',
    'xn--lcalhost-75a',
  ])('%s is not one', async (host) => {
    const answer = await t.app.inject({
      url: apiPaths.analytics(companyId),
      headers: { host, cookie: viewer },
    });
    expectError(answer, 421, 'unknown-host');
  });
});

describe('a request without exactly one valid host', () => {
  const get = (headers: string, version = '1.1') =>
    `GET ${apiPaths.me} HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`;
  test.each([
    ['two hosts', get('Host: localhost\r\nHost: evil.test\r\n')],
    ['the same host twice', get('Host: localhost\r\nhost: localhost\r\n')],
    ['no host', get('')],
    ['no host in HTTP/1.0', get('', '1.0')],
    ['an empty host', get('Host: \r\n')],
    ['a user name', get('Host: localhost@evil.test\r\n')],
    ['a user name and password', get('Host: a:b@localhost\r\n')],
    ['a list of hosts', get('Host: localhost, evil.test\r\n')],
    ['a path', get('Host: localhost/x\r\n')],
    ['a backslash', get('Host: localhost\\x\r\n')],
    ['a question mark', get('Host: localhost?x\r\n')],
    ['a fragment', get('Host: localhost#x\r\n')],
    ['a space', get('Host: local host\r\n')],
    ['a tab', get('Host: localhost\tevil.test\r\n')],
    ['an escape', get('Host: local%68ost\r\n')],
    ['letters beyond ASCII', get('Host: löcalhost\r\n')],
    ['full-width letters', get('Host: ｌocalhost\r\n')],
    ['an impossible port', get('Host: localhost:99999\r\n')],
    ['a port of letters', get('Host: localhost:80a\r\n')],
    ['two ports', get('Host: localhost:80:80\r\n')],
    ['an open bracket', get('Host: [::1\r\n')],
    ['an invalid IP address', get('Host: [::g]\r\n')],
    ['a zone', get('Host: [fe80::1%25eth0]\r\n')],
    ['a dot before it', get('Host: .localhost\r\n')],
    ['two dots in it', get('Host: evil..localhost\r\n')],
    ['dots alone', get('Host: ..\r\n')],
    ['a very long name', get(`Host: ${'a.'.repeat(200)}localhost\r\n`)],
    ['a folded header line', get('Host: localhost\r\n evil.test\r\n')],
    ['two hosts on a page', get('Host: localhost\r\nHost: evil.test\r\n').replace(apiPaths.me, '/products')],
    ['no host on an unknown URL', get('', '1.0').replace(apiPaths.me, '/nothing')],
  ])('%s: 400', async (_what, text) => {
    expect(toStatus(await sendRaw(port, text))).toBe(400);
  });

  test('valid counterparts are accepted', async () => {
    for (const text of [
      get('Host: localhost\r\n'),
      get('host:127.0.0.1\r\n'),
      get('Host: [::1]:80\r\n', '1.0'),
    ])
      expect(toStatus(await sendRaw(port, text))).toBe(200);
  });
});

describe('a forwarded host', () => {
  const own = 'agency.lan';
  const ask = (app: TestApp, headers: Record<string, string>, remoteAddress: string) =>
    app.app.inject({ url: apiPaths.me, headers, remoteAddress });

  test('is ignored from a client that is not a trusted proxy', async () => {
    const forged = { host: 'evil.test', 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' };
    expectError(await ask(t, forged, '127.0.0.1'), 421, 'unknown-host');
    expect((await ask(t, { host: own, 'x-forwarded-host': 'evil.test' }, '127.0.0.1')).statusCode).toBe(200);
  });

  test.each(['1', 'loopback', '127.0.0.0/8', '10.0.0.1, 127.0.0.1'])(
    'is used from a proxy of TRUST_PROXY=%s',
    async (trusted) => {
      const env = { TRUST_PROXY: trusted, PUBLIC_URL: 'https://agency.example' };
      const behind = await buildTestApp({ databaseUrl: t.databaseUrl, env });
      const from = (forwarded: string, remoteAddress = '127.0.0.1') =>
        ask(behind, { host: '127.0.0.1:3000', 'x-forwarded-host': forwarded }, remoteAddress);
      expect((await from('agency.example')).statusCode).toBe(200);
      expectError(await from('evil.test'), 421, 'unknown-host');
      expectError(await from('agency.example, evil.test'), 421, 'unknown-host');
      expectError(await from('agency.example@evil.test'), 400, 'invalid-request');
      if (trusted !== '1') {
        expect((await from('evil.test', '203.0.113.9')).statusCode).toBe(200);
        const forged = { host: 'evil.test', 'x-forwarded-host': 'agency.example' };
        expectError(await ask(behind, forged, '203.0.113.9'), 421, 'unknown-host');
      }
      await behind.close();
    },
  );

  test('a forged protocol does not make a sandboxed origin ours', async () => {
    const behind = await buildTestApp({ databaseUrl: t.databaseUrl, env: { TRUST_PROXY: '1' } });
    const answer = await behind.app.inject({
      method: 'POST',
      url: apiPaths.signOut,
      headers: { host: 'localhost', origin: 'null', 'x-forwarded-proto': 'data' },
    });
    expectError(answer, 403, 'foreign-origin');
    await behind.close();
  });
});
