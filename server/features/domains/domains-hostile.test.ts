import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { myPortals } from '../../../contract/company/access.ts';
import { createdAccess } from '../../../contract/company/accesses.ts';
import { createdShare } from '../../../contract/company/shares.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { listedPaths, pages } from '../../../contract/public/pages.ts';
import { type CustomDomain, customDomain } from '../../../contract/site/domains.ts';
import { anAdmin, anEmail, anIpAddress, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany, aPageview, aViewerCookie, track } from '../../testing/builders.ts';
import { startDnsServer, type TestDnsServer } from '../../testing/domains/dns-server.ts';
import { addHost, ageAbsence, aHostName, anOwnHost, checkHost } from '../../testing/domains/own-domain.ts';
import { listMails } from '../../testing/mail/sent-mails.ts';
import { makePagesFolder } from '../../testing/make-pages-folder.ts';
import { expectAccepted, expectError } from '../../testing/requests/expect-answers.ts';
import { sendRaw, toStatus } from '../../testing/requests/raw-request.ts';
import { listRoutes, type Route } from '../../testing/requests/route-list.ts';
import { aSharedToken } from '../../testing/shop/a-token.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let dns: TestDnsServer;
let routes: Route[];
let folder: string;
let port: number;
let admin: TestAccount;
/** The company of the host, and another one, which has a host as well. */
let own: { id: string; cookie: string; accessKey: string };
let other: { id: string; cookie: string; accessKey: string };
let host: string;
let otherHost: string;
let agencyHost: string;

const unknownId = '0198c0de-0000-4000-8000-000000000000';

async function aViewedCompany() {
  const { company, accessKey } = await aCompany(t.db);
  return { id: company.id, accessKey, cookie: await aViewerCookie(t.app, accessKey) };
}

beforeAll(async () => {
  const names = ['index.html', '404/index.html', '__spa-fallback.html', 'portal.html', 'shared.html'];
  const staticPages = pages
    .filter(({ render }) => render === 'static')
    .map(({ path }) => `${path.slice(1)}/index.html`);
  const page = '<!doctype html><title>A page of the site</title>';
  folder = makePagesFolder(Object.fromEntries([...names, ...staticPages].map((name) => [name, page])));
  dns = await startDnsServer();
  const env = { DNS_SERVERS: dns.address, ALLOWED_HOSTS: 'agency.lan' };
  ({ built: t, routes } = await listRoutes(() => buildTestApp({ pagesFolder: folder, env })));
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
  admin = await anAdmin(t);
  own = await aViewedCompany();
  other = await aViewedCompany();
  host = aHostName();
  otherHost = aHostName();
  agencyHost = aHostName();
  await anOwnHost(t, dns, { admin, companyId: own.id, host });
  await anOwnHost(t, dns, { admin, companyId: other.id, host: otherHost });
  await anOwnHost(t, dns, { admin, companyId: null, host: agencyHost });
});
afterAll(async () => {
  await t.close();
  await dns.close();
  rmSync(folder, { recursive: true });
});

const fill = (url: string, companyId: string) =>
  url.replace(':companyId', companyId).replace(/:\w+/, unknownId).replace('*', 'x');
const at = (name: string, headers: Record<string, string> = {}) => ({
  headers: { host: `${name}:3000`, ...headers },
  remoteAddress: anIpAddress(),
});
/** Opens the live stream of a portal under a name; `fetch` cannot choose the Host header. */
async function openStream(name: string, companyId: string, cookie: string) {
  const request = get({
    ...{ host: '127.0.0.1', port, path: apiPaths.live(companyId) },
    headers: { host: name, cookie, 'x-forwarded-for': anIpAddress() },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.on('error', () => {});
  answer.resume();
  return { isOpen: () => !answer.closed, close: () => request.destroy() };
}
const postAt = (name: string, url: string, body: unknown, headers: Record<string, string> = {}) =>
  send(t, url, body, { headers: { host: `${name}:3000`, origin: `http://${name}:3000`, ...headers } });

describe('a name that is no own address', () => {
  test.each(['аррӏе.example', 'stаts.client.example', 'xn--80ak6aa92e.example'])(
    'the lookalike %s is shown in punycode, and said to be one',
    async (entered) => {
      const { company } = await aCompany(t.db);
      const added = await addHost(t, { admin, companyId: company.id }, entered);
      expect(added).toMatchObject({ isLookalike: true });
      expect(added.displayHost).toBe(added.host);
      expect(added.displayHost).toMatch(/^[\x21-\x7e]*xn--[\x21-\x7e]*$/);
    },
  );

  test.each([
    ...['localhost', 'agency.lan', 'AGENCY.LAN.', 'x.localhost', '127.0.0.1', '[::1]', '*.client.example'],
    ...[
      'client.example:443',
      'client',
      'com',
      'client.example/x',
      'a b.example',
      'evil.test\u0000.client.example',
    ],
    ...['client.example\r\nHost: evil.test', '\u202eelpmaxe.tneilc', `${'a'.repeat(300)}.example`],
  ])('%j is refused', async (entered) => {
    const { company } = await aCompany(t.db);
    const answer = await send(
      t,
      apiPaths.companyDomains(company.id),
      { host: entered },
      { cookie: admin.cookie },
    );
    expect(answer.statusCode).toBe(400);
    expect(expectError(answer, 400, 'invalid-request')).not.toContain('undefined');
  });

  test('one of another person is never used: other records prove nothing', async () => {
    const { company } = await aCompany(t.db);
    const request = { admin, companyId: company.id };
    const added = await addHost(t, request, 'www.bank.example');
    for (const values of [
      [],
      [''],
      ['*'],
      ['v=spf1 include:_spf.bank.example -all'],
      [added.record.value.slice(1)],
    ]) {
      dns.records.set(added.record.name, values);
      expect((await checkHost(t, request, added.id)).state).toBe('waiting');
    }
    // At the name itself, and at names above and below, it proves nothing either.
    dns.records.delete(added.record.name);
    for (const name of ['www.bank.example', '_portal-proof.bank.example', `x.${added.record.name}`])
      dns.records.set(name, [added.record.value]);
    expect((await checkHost(t, request, added.id)).state).toBe('waiting');
    expectError(
      await t.app.inject({ url: apiPaths.myPortals, ...at('www.bank.example') }),
      421,
      'unknown-host',
    );
  });

  test('the address of a company is neither seen nor changed by a manager of another', async () => {
    const manager = await aMember(t, admin, { role: 'manager', companies: [other.id] });
    const list = await t.app.inject({
      url: apiPaths.companyDomains(own.id),
      headers: { cookie: manager.cookie },
    });
    expectError(list, 404, 'company-not-found');
    const [{ id } = { id: '' }] = (
      await t.db.query<{ id: string }>('SELECT id FROM custom_domains WHERE host = $1', [host])
    ).rows;
    // The id of another company's address below the own company.
    for (const [url, method] of [
      [apiPaths.companyDomain(other.id, id), 'DELETE'],
      [apiPaths.checkCompanyDomain(other.id, id), 'POST'],
      [apiPaths.domain(id), 'DELETE'],
    ] as const)
      await send(t, url, {}, { cookie: manager.cookie, method });
    await send(t, apiPaths.domain(id), {}, { cookie: admin.cookie, method: 'DELETE' });
    expect((await t.app.inject({ url: apiPaths.myPortals, ...at(host) })).statusCode).toBe(200);
  });
});

describe('under the own address of a company', () => {
  /** Portals, and what is public or protected by something else than a cookie. */
  const served = (route: Route) =>
    route.door === 'viewer' || route.door === 'token' || servedOpen.has(toName(route));
  const toName = ({ method, url }: Route) => `${method} ${url}`;
  const servedOpen = new Set([
    ...[
      'GET /healthz',
      'GET /readyz',
      'GET /openapi.json',
      'GET /.well-known/security.txt',
      'GET /robots.txt',
      'GET /sitemap.xml',
      'GET /metrics',
    ],
    // Pictures of the brand.
    ...['icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png', 'apple-touch-icon.png'].map(
      (file) => `GET /${file}`,
    ),
    ...['GET /site.webmanifest', 'GET /social/:page', 'GET /brand/:file'],
    ...['OPTIONS /api/track-analytics', 'POST /api/track-analytics', 'POST /api/stripe-webhook'],
    ...[
      'POST /api/webhooks/:provider/:connectionId',
      'POST /api/csp-reports',
      'GET /api/me',
      'GET /api/my-portals',
    ],
    ...['POST /api/my-portals/:companyId/sign-out', 'POST /api/portal-links', 'POST /api/portal-links/open'],
    ...['POST /api/shared-views/:accessId/open', 'POST /api/verify-company-access'],
  ]);

  test('nothing of accounts, the administration or the shop is answered, with any cookie', async () => {
    const calls = routes.filter(
      (route) =>
        route.method !== 'HEAD' &&
        !pages.some(({ path }) => path === route.url) &&
        !/^\/t(-|\.js)/.test(route.url),
    );
    const closed = calls.filter((route) => !served(route));
    expect(closed.length).toBeGreaterThan(60);
    for (const route of closed) {
      const url = fill(route.url, own.id);
      if (url === apiPaths.tlsPermission) continue;
      const cookie = `${own.cookie}; ${admin.cookie}`;
      const answer = await t.app.inject({
        ...{ method: route.method, url },
        ...at(host, { cookie, origin: `http://${host}:3000` }),
      });
      expect([toName(route), answer.statusCode]).toEqual([toName(route), 421]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('a copied session of an administrator opens nothing', async () => {
    const me = await t.app.inject({ url: apiPaths.me, ...at(host, { cookie: admin.cookie }) });
    expect(me.json()).toMatchObject({ user: null, role: null });
    expect(me.headers['set-cookie']).toBeUndefined();
    const portal = await t.app.inject({
      url: apiPaths.company(own.id),
      ...at(host, { cookie: admin.cookie }),
    });
    expectError(portal, 404, 'company-not-found');
  });

  test('another company looks like one that does not exist, with its own cookie and with a token', async () => {
    const bearer = `Bearer ${await aSharedToken(t, 'all')}`;
    const ofViewer = routes.filter(
      ({ door, method, url }) => door === 'viewer' && method === 'GET' && url.includes(':companyId'),
    );
    expect(ofViewer.length).toBeGreaterThan(15);
    for (const { url } of ofViewer)
      for (const headers of [{ cookie: `${own.cookie}; ${other.cookie}` }, { authorization: bearer }]) {
        const [asked, unknown] = await Promise.all(
          [other.id, unknownId].map((id) => t.app.inject({ url: fill(url, id), ...at(host, headers) })),
        );
        expect([url, asked?.statusCode, asked?.body]).toEqual([url, unknown?.statusCode, unknown?.body]);
        expect(asked?.body).not.toContain('Test Shop');
      }
    const ownAnswer = await t.app.inject({
      url: apiPaths.company(own.id),
      ...at(host, { authorization: bearer }),
    });
    expect(ownAnswer.statusCode).toBe(200);
  });

  test('keys, links and share links of another company look like unknown ones, and stay unused', async () => {
    const key = await postAt(host, apiPaths.verifyCompanyAccess, { accessKey: other.accessKey });
    expectError(key, 401, 'invalid-access-key');
    const person = { kind: 'person', name: 'Mia', rights: ['dashboard'] };
    const created = await send(t, apiPaths.accesses(other.id), person, { cookie: admin.cookie });
    const token = new URL(createdAccess.parse(created.json()).link.url).hash.slice(1);
    expectError(await postAt(host, apiPaths.openPortalLink, { token }), 400, 'link-invalid');
    expect((await postAt(otherHost, apiPaths.openPortalLink, { token })).statusCode).toBe(200);
    const share = await send(
      t,
      apiPaths.shares(other.id),
      { name: 'Intranet', view: 'period=30d&compare=previous', embedHosts: ['intranet.other.example'] },
      { cookie: admin.cookie },
    );
    const { access, url } = createdShare.parse(share.json());
    const secret = new URL(url).hash.slice(1);
    expectError(await postAt(host, apiPaths.openSharedView(access.id), { secret }), 404, 'not-found');
    expect((await postAt(otherHost, apiPaths.openSharedView(access.id), { secret })).statusCode).toBe(200);
    const frame = (name: string) => t.app.inject({ url: `/shared/${access.id}`, ...at(name) });
    expect((await frame(host)).headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect((await frame(otherHost)).headers['content-security-policy']).toContain('intranet.other.example');
  });

  test('only its portal is listed, and only its links are mailed', async () => {
    const cookie = `${own.cookie}; ${other.cookie}`;
    const list = async (name: string) =>
      myPortals.parse((await t.app.inject({ url: apiPaths.myPortals, ...at(name, { cookie }) })).json())
        .portals;
    expect((await list(host)).map(({ id }) => id)).toEqual([own.id]);
    expect(await list(agencyHost)).toHaveLength(2);
    const email = anEmail();
    for (const id of [own.id, other.id])
      await send(
        t,
        apiPaths.accesses(id),
        { kind: 'person', name: 'Mia', email, rights: ['dashboard'] },
        { cookie: admin.cookie },
      );
    expect((await postAt(host, apiPaths.newPortalLinks, { email })).statusCode).toBe(200);
    const [mail] = await listMails(t, email);
    expect(mail?.text).toContain(`http://${host}:3000/company-access/open#`);
    expect(mail?.text).not.toContain(otherHost);
  });

  test('a portal that is signed out of elsewhere stays open', async () => {
    const viewed = await aViewedCompany();
    await postAt(host, apiPaths.portalSignOut(viewed.id), {}, { cookie: viewed.cookie });
    const still = await t.app.inject({
      url: apiPaths.company(viewed.id),
      headers: { cookie: viewed.cookie },
    });
    expect(still.statusCode).toBe(200);
  });

  test('pages: the home page is the portal, public ones are under PUBLIC_URL, others are not here', async () => {
    const open = (url: string, name = host) => t.app.inject({ url, ...at(name) });
    expect(await open('/')).toMatchObject({ statusCode: 302, headers: { location: '/company-access' } });
    const entered = await t.app.inject({ url: '/', ...at(host, { cookie: own.cookie }) });
    expect(entered.headers.location).toBe(`/company-portal/${own.id}`);
    const elsewhere = await t.app.inject({ url: '/', ...at(host, { cookie: other.cookie }) });
    expect(elsewhere.headers.location).toBe('/company-access');
    expect(await open('/', agencyHost)).toMatchObject({
      statusCode: 302,
      headers: { location: '/company-access' },
    });
    const ofPortals = /^\/(?:company-portal|company-access|shared|tracking-script|help\/metrics)/;
    for (const { path } of pages.filter((page) => page.path !== '/')) {
      const url = fill(path, own.id);
      const answer = await open(`${url}?a=b`);
      if (ofPortals.test(path)) expect([path, answer.statusCode]).toEqual([path, 200]);
      else if (listedPaths.includes(path))
        expect([path, answer.statusCode, answer.headers.location]).toEqual([
          path,
          308,
          `http://localhost:3000${path}?a=b`,
        ]);
      else {
        expect([path, answer.statusCode]).toEqual([path, 421]);
        expect(answer.body).not.toContain('ALLOWED_HOSTS');
      }
    }
    expect((await open('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
    expect((await open('/sitemap.xml')).statusCode).toBe(404);
    // The page of another company is the same as of one that does not exist.
    const [asked, unknown] = await Promise.all([
      open(`/company-portal/${other.id}`),
      open(`/company-portal/${unknownId}`),
    ]);
    expect(asked.body).toBe(unknown.body);
  });

  test('events are accepted as under every name', async () => {
    expectAccepted(await track(t.app, aPageview(own.id), { host }), 1);
  });
});

describe('host header games', () => {
  const read = (name: string, headers: Record<string, string> = {}) =>
    t.app.inject({ url: apiPaths.company(own.id), headers: { host: name, cookie: own.cookie, ...headers } });

  test('capitals, a final dot and any port are the same host, as browsers know it', async () => {
    for (const name of [host.toUpperCase(), `${host}.`, `${host}:8443`, `${host}.:1`])
      expect((await read(name)).statusCode).toBe(200);
  });

  test('names around it are unknown ones', async () => {
    for (const name of [
      `x.${host}`,
      `${host}.evil.test`,
      host.slice(host.indexOf('.') + 1),
      `x${host}`,
      host.replace('.', '-'),
    ])
      expectError(await read(name), 421, 'unknown-host');
  });

  test('a forwarded host of a client is ignored', async () => {
    expectError(await read('evil.test', { 'x-forwarded-host': host }), 421, 'unknown-host');
    expectError(await read('evil.test', { forwarded: `host=${host}` }), 421, 'unknown-host');
    const elsewhere = await t.app.inject({
      url: apiPaths.company(other.id),
      headers: { host, cookie: other.cookie, 'x-forwarded-host': otherHost },
    });
    expectError(elsewhere, 404, 'company-not-found');
  });

  test('two hosts, and a list of them, are refused', async () => {
    const toRequest = (headers: string) =>
      `GET ${apiPaths.myPortals} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;
    for (const headers of [
      `Host: ${host}\r\nHost: localhost\r\n`,
      `Host: localhost\r\nhost: ${host}\r\n`,
      `Host: ${host}, localhost\r\n`,
      `Host: localhost@${host}\r\n`,
    ])
      expect(toStatus(await sendRaw(port, toRequest(headers)))).toBe(400);
    expect(toStatus(await sendRaw(port, toRequest(`Host: ${host}\r\n`)))).toBe(200);
  });

  test('a request line with another host counts for nothing', async () => {
    const ask = (target: string, name: string) =>
      sendRaw(
        port,
        `GET ${target} HTTP/1.1\r\nHost: ${name}\r\nCookie: ${other.cookie}\r\nConnection: close\r\n\r\n`,
      );
    const url = apiPaths.company(other.id);
    expect(toStatus(await ask(`http://${otherHost}${url}`, host))).not.toBe(200);
    const redirected = await ask('http://evil.test/products', host);
    expect(redirected).not.toMatch(/^location: [^\r]*evil/im);
    const unknown = await ask('http://evil.test/auth', host);
    expect(unknown).not.toContain('evil.test');
  });

  test('a change needs the own origin of the host: not that of another one, of the server, or of another scheme', async () => {
    const wrong = { accessKey: '00000-00000-00000-00000-00000' };
    const from = (origin: string | undefined) =>
      postAt(host, apiPaths.verifyCompanyAccess, wrong, { origin: origin ?? '' });
    for (const origin of [
      `http://${otherHost}:3000`,
      `http://${agencyHost}:3000`,
      'http://localhost:3000',
      `https://${host}`,
      `http://${host}:1`,
      `http://${host}`,
      `http://${host}:3000.evil.test`,
      `http://x.${host}:3000`,
      'null',
      '',
    ])
      expectError(await from(origin), 403, 'foreign-origin');
    expectError(await from(`http://${host}:3000`), 401, 'invalid-access-key');
    // And the other way around.
    const atHome = await send(t, apiPaths.verifyCompanyAccess, wrong, {
      headers: { origin: `http://${host}:3000` },
    });
    expectError(atHome, 403, 'foreign-origin');
  });

  test('under https the cookie is bound to the host, and https is not forced on names below', async () => {
    const secure = await buildTestApp({
      databaseUrl: t.databaseUrl,
      env: { DNS_SERVERS: dns.address, PUBLIC_URL: 'https://agency.example', TRUST_PROXY: 'loopback' },
    });
    const enter = (origin: string) =>
      secure.app.inject({
        ...{ method: 'POST', url: apiPaths.verifyCompanyAccess, payload: { accessKey: own.accessKey } },
        headers: { host, origin, 'x-forwarded-proto': 'https' },
      });
    const answer = await enter(`https://${host}`);
    expect(answer.statusCode).toBe(200);
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({
      name: `__Host-viewer-${own.id}`,
      secure: true,
      httpOnly: true,
      path: '/',
    });
    expect(cookie?.domain).toBeUndefined();
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    expectError(await enter(`http://${host}`), 403, 'foreign-origin');
    const script = await secure.app.inject({ url: '/t.js', headers: { host: 'agency.example' } });
    expect(script.headers['strict-transport-security']).toBeUndefined();
    await secure.close();
  });
});

describe('an address that points away later', () => {
  test('its requests are refused, its open portals end, and its cookies open nothing there', async () => {
    const viewed = await aViewedCompany();
    const name = aHostName();
    const request = { admin, companyId: viewed.id };
    const { id, record } = await anOwnHost(t, dns, { ...request, host: name });
    const stream = await openStream(name, viewed.id, viewed.cookie);
    const elsewhere = await openStream('localhost', viewed.id, viewed.cookie);
    dns.records.delete(record.name);
    await checkHost(t, request, id);
    expect(stream.isOpen()).toBe(true);
    await ageAbsence(t, id);
    expect((await checkHost(t, request, id)).state).toBe('stopped');
    await expect.poll(() => stream.isOpen()).toBe(false);
    expect(elsewhere.isOpen()).toBe(true);
    elsewhere.close();
    const again = await t.app.inject({
      url: apiPaths.company(viewed.id),
      ...at(name, { cookie: viewed.cookie }),
    });
    expectError(again, 421, 'unknown-host');
    // Links of the company are those of the next address in line.
    const person = { kind: 'person', name: 'Mia', rights: ['dashboard'] };
    const created = await send(t, apiPaths.accesses(viewed.id), person, { cookie: admin.cookie });
    expect(createdAccess.parse(created.json()).link.url).not.toContain(name);
  });

  test('its next owner can use it for another company, with another record', async () => {
    const before = await aViewedCompany();
    const after = await aViewedCompany();
    const name = aHostName();
    const first = await anOwnHost(t, dns, { admin, companyId: before.id, host: name });
    const second: CustomDomain = await addHost(t, { admin, companyId: after.id }, name);
    // The value of the first claim, which everyone could read in the DNS, proves nothing for the second.
    expect((await checkHost(t, { admin, companyId: after.id }, second.id)).state).toBe('waiting');
    dns.records.set(first.record.name, [second.record.value]);
    expect((await checkHost(t, { admin, companyId: after.id }, second.id)).state).toBe('in-use');
    const ask = (id: string, cookie: string) =>
      t.app.inject({ url: apiPaths.company(id), ...at(name, { cookie }) });
    expect((await ask(after.id, after.cookie)).statusCode).toBe(200);
    expectError(await ask(before.id, before.cookie), 404, 'company-not-found');
  });

  test('a check that is repeated a hundred times is refused after a few', async () => {
    const { company } = await aCompany(t.db);
    const { id } = await addHost(t, { admin, companyId: company.id }, aHostName());
    const address = anIpAddress();
    const check = () =>
      send(t, apiPaths.checkCompanyDomain(company.id, id), {}, { cookie: admin.cookie, address });
    expect(customDomain.parse((await check()).json()).state).toBe('waiting');
    for (let turn = 0; turn < 24; turn += 1) await check();
    expectError(await check(), 429, 'too-many-requests');
  });
});
