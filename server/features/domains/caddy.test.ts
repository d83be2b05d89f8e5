import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { aCompany } from '../../testing/builders.ts';
import { caddyPath, startCaddy, type TestCaddy } from '../../testing/domains/caddy.ts';
import { startDnsServer, type TestDnsServer } from '../../testing/domains/dns-server.ts';
import { ageAbsence, aHostName, type TestDomains, toTestDomains } from '../../testing/domains/own-domain.ts';
import { makePagesFolder } from '../../testing/make-pages-folder.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let dns: TestDnsServer;
let caddy: TestCaddy;
let folder: string;
let domains: TestDomains;

// The title is the message: reporters print it next to what was skipped.
const missing = caddyPath === undefined ? ', skipped: no Caddy was found or downloaded' : '';

describe.skipIf(caddyPath === undefined)(`Caddy with deploy/Caddyfile${missing}`, () => {
  beforeAll(async () => {
    const pages = [
      'index.html',
      '404/index.html',
      '__spa-fallback.html',
      'portal.html',
      'company-access/index.html',
    ];
    folder = makePagesFolder(
      Object.fromEntries(pages.map((name) => [name, `<!doctype html><title>The page ${name}</title>`])),
    );
    dns = await startDnsServer();
    t = await buildTestApp({
      pagesFolder: folder,
      env: { DNS_SERVERS: dns.address, PUBLIC_URL: 'https://agency.example', TRUST_PROXY: 'loopback' },
    });
    const { port } = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
    caddy = await startCaddy(Number(port), 'agency.example');
    domains = toTestDomains(t, dns);
  });
  afterAll(async () => {
    await caddy.close();
    await t.close();
    await dns.close();
    rmSync(folder, { recursive: true });
  });

  const origin = (host: string) => ({ origin: `https://${host}`, 'content-type': 'application/json' });

  test('a proved address gets a certificate, shows its portal, and its key sets a cookie of this host alone', async () => {
    const { company, accessKey } = await aCompany(t.db);
    const host = aHostName();
    await domains.prove(company.id, host);
    const access = await caddy.open(host, '/company-access');
    expect(access).toMatchObject({ status: 200, certificate: `DNS:${host}` });
    expect(access.body).toContain('The page company-access');
    expect(access.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(await caddy.open(host, '/')).toMatchObject({
      status: 302,
      headers: { location: '/company-access' },
    });
    const entered = await caddy.open(host, apiPaths.verifyCompanyAccess, {
      ...{ method: 'POST', headers: origin(host), body: JSON.stringify({ accessKey }) },
    });
    expect(entered.status).toBe(200);
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(new RegExp(`^__Host-viewer-${company.id}=`));
    expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
    expect(cookie).not.toContain('Domain');
    const [pair = ''] = cookie.split(';');
    const portal = await caddy.open(host, apiPaths.company(company.id), { headers: { cookie: pair } });
    expect(portal.status).toBe(200);
    // Without https, the browser is sent to it.
    const plain = await caddy.openPlain(host, '/company-access');
    expect(plain.status).toBe(308);
    expect(plain.headers.location).toMatch(new RegExp(`^https://${host}(:\\d+)?/company-access$`));
  });

  test('a name without a proof gets no certificate, and nothing of an answer', async () => {
    const { company } = await aCompany(t.db);
    const waiting = aHostName();
    await domains.add(company.id, waiting);
    for (const host of [waiting, 'bank.example', 'x.agency.example'])
      await expect(caddy.open(host, '/'), host).rejects.toThrow(/alert|handshake|TLS|SSL|disconnected/i);
  });

  test('after its record has disappeared an address gets no new certificate, and its requests are refused', async () => {
    const { company } = await aCompany(t.db);
    const host = aHostName();
    const claim = await domains.prove(company.id, host);
    expect((await caddy.open(host, '/company-access')).status).toBe(200);
    dns.records.delete(claim.record);
    await domains.check(claim.id);
    await ageAbsence(t, claim.id);
    await domains.check(claim.id);
    // With the certificate of before, which Caddy keeps.
    for (const path of [apiPaths.myPortals, `/company-portal/${company.id}`])
      expect((await caddy.open(host, path)).status).toBe(421);
    // A Caddy without that certificate gets none.
    const { port } = new URL(t.app.listeningOrigin);
    const another = await startCaddy(Number(port), 'agency.example');
    await expect(another.open(host, '/')).rejects.toThrow(/alert|handshake|TLS|SSL|disconnected/i);
    await another.close();
  });

  test('visitors cannot ask what gets a certificate, nor read the metrics, under any name', async () => {
    const { company } = await aCompany(t.db);
    const host = aHostName();
    await domains.prove(company.id, host);
    for (const name of ['agency.example', host])
      for (const path of [`${apiPaths.tlsPermission}?domain=agency.example`, '/metrics'])
        expect((await caddy.open(name, path)).status).toBe(404);
    // Not even where the proxy does not refuse it itself.
    const direct = await t.app.inject({
      url: `${apiPaths.tlsPermission}?domain=agency.example`,
      headers: { host: 'agency.example', 'x-forwarded-for': '203.0.113.9' },
      remoteAddress: '127.0.0.1',
    });
    expect(direct.statusCode).toBe(404);
  });

  test('a forged forwarded host does not choose the portal', async () => {
    const own = await aCompany(t.db);
    const host = aHostName();
    await domains.prove(own.company.id, host);
    const forged = { 'x-forwarded-host': 'agency.example', 'x-forwarded-for': '127.0.0.1' };
    expect((await caddy.open(host, '/auth', { headers: forged })).status).toBe(421);
  });
});
