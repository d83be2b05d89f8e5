import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { AllowedHosts } from '../../platform/http/allowed-hosts.ts';
import { anAdmin, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aCompany } from '../../testing/builders.ts';
import { startDnsServer, type TestDnsServer } from '../../testing/domains/dns-server.ts';
import { addHost, aHostName, anOwnHost } from '../../testing/domains/own-domain.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { DomainChecks } from './domain-checks.ts';
import { DomainMap } from './domain-map.ts';
import { TlsPermission } from './tls-permission.ts';

let t: TestApp;
/** Another process, with another memory, that a proxy in a container asks. */
let other: TestApp;
let dns: TestDnsServer;
let admin: TestAccount;

const settings = (dnsServers: string) => ({
  DNS_SERVERS: dnsServers,
  ALLOWED_HOSTS: 'agency.example, agency.lan',
  TRUST_PROXY: 'loopback',
});

beforeAll(async () => {
  dns = await startDnsServer();
  t = await buildTestApp({ env: settings(dns.address) });
  other = await buildTestApp({
    databaseUrl: t.databaseUrl,
    env: { ...settings(dns.address), TLS_ASK_FROM: '172.18.0.0/16, 10.0.0.7' },
  });
  admin = await anAdmin(t);
});
beforeEach(() => {
  dns.mood = 'well';
});
afterAll(async () => {
  await other.close();
  await t.close();
  await dns.close();
});

interface Asked {
  app?: TestApp;
  from?: string;
  headers?: Record<string, string>;
}

const ask = (name: string, { app = t, from = '127.0.0.1', headers = {} }: Asked = {}) =>
  app.app.inject({
    url: `${apiPaths.tlsPermission}?domain=${encodeURIComponent(name)}`,
    remoteAddress: from,
    headers: { host: '127.0.0.1:3000', ...headers },
  });
const isAllowed = async (name: string, asked: Asked = {}) => (await ask(name, asked)).statusCode;

async function aHostInUse(): Promise<{ host: string; recordName: string; value: string }> {
  const { company } = await aCompany(t.db);
  const host = aHostName();
  const { record } = await anOwnHost(t, dns, { admin, companyId: company.id, host });
  return { host, recordName: record.name, value: record.value };
}

/** The questions for a record. Every ten minutes the job of each process asks for others, such as those of new addresses. */
const questionsFor = (recordName: string) => dns.questions.filter((name) => name === recordName);

/** As if the record had been found long ago. */
async function ageCheck(host: string): Promise<void> {
  await t.db.query(`UPDATE custom_domains SET found_at = now() - interval '1 hour' WHERE host = $1`, [host]);
  dns.questions = [];
}

test('the names of the server and of own addresses in use get certificates, and no others', async () => {
  const { host } = await aHostInUse();
  const { company } = await aCompany(t.db);
  const waiting = await addHost(t, { admin, companyId: company.id }, aHostName());
  const allowed = await Promise.all(
    ['agency.example', 'agency.lan', host, waiting.host, 'unknown.example', 'localhost', '127.0.0.1'].map(
      (name) => isAllowed(name),
    ),
  );
  expect(allowed).toEqual([200, 200, 200, 403, 403, 200, 403]);
  const answer = await ask(host);
  expect(answer.body).toBe('');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each([
  '',
  '*.agency.example',
  'agency.example:443',
  'agency.example.',
  'AGENCY.EXAMPLE',
  'a b',
  'x'.repeat(400),
])('the name "%s" gets none', async (name) => {
  expect(await isAllowed(name)).toBe(403);
});

test('a question without a name, or with two, gets none', async () => {
  for (const query of ['', '?domain', '?domain=agency.example&domain=agency.lan'])
    expect(
      (await t.app.inject({ url: apiPaths.tlsPermission + query, headers: { host: 'localhost' } }))
        .statusCode,
    ).toBe(403);
});

test('the record is asked for again before a certificate, by each process for itself', async () => {
  const { host, recordName, value } = await aHostInUse();
  await expect.poll(() => isAllowed(host, { app: other })).toBe(200);
  await ageCheck(host);
  // A process that found the record within the last minute does not ask again.
  expect(await isAllowed(host)).toBe(200);
  expect(questionsFor(recordName)).toEqual([]);
  const late = await buildTestApp({ databaseUrl: t.databaseUrl, env: settings(dns.address) });
  const answers = await Promise.all(Array.from({ length: 20 }, () => isAllowed(host, { app: late })));
  expect(new Set(answers)).toEqual(new Set([200]));
  // Simultaneous questions share one of the DNS.
  expect(questionsFor(recordName)).toEqual([recordName]);
  await late.close();
  dns.records.set(recordName, [value]);
});

test('without its record a name gets no certificate, and a flood of questions asks the DNS once', async () => {
  const { host, recordName } = await aHostInUse();
  await ageCheck(host);
  dns.records.delete(recordName);
  const late = await buildTestApp({ databaseUrl: t.databaseUrl, env: settings(dns.address) });
  for (let turn = 0; turn < 5; turn += 1) expect(await isAllowed(host, { app: late })).toBe(403);
  expect(questionsFor(recordName)).toEqual([recordName]);
  await late.close();
});

test('an address whose record is missing for a moment gets no certificate, and keeps working', async () => {
  const { host, recordName, value } = await aHostInUse();
  await ageCheck(host);
  dns.records.delete(recordName);
  // Each process asks for itself, as one does again after half a minute.
  for (let turn = 0; turn < 2; turn += 1) {
    const late = await buildTestApp({ databaseUrl: t.databaseUrl, env: settings(dns.address) });
    expect(await isAllowed(host, { app: late })).toBe(403);
    await late.close();
  }
  expect(questionsFor(recordName)).toEqual([recordName, recordName]);
  await t.server.domains.refresh();
  expect((await t.app.inject({ url: apiPaths.myPortals, headers: { host } })).statusCode).toBe(200);
  dns.records.set(recordName, [value]);
  const later = await buildTestApp({ databaseUrl: t.databaseUrl, env: settings(dns.address) });
  expect(await isAllowed(host, { app: later })).toBe(200);
  await later.close();
});

test('a name server that does not answer costs the proxy two seconds, and allows nothing', async () => {
  const { host } = await aHostInUse();
  await ageCheck(host);
  const late = await buildTestApp({ databaseUrl: t.databaseUrl, env: settings(dns.address) });
  dns.mood = 'silent';
  const startedAt = performance.now();
  expect(await isAllowed(host, { app: late })).toBe(403);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  await late.close();
});

test('invented names cost neither DNS questions nor queries', async () => {
  dns.questions = [];
  const queries: unknown[] = [];
  const hosts = new AllowedHosts('http://agency.example', [], { find: () => undefined });
  const unused = { db: t.db, publicUrl: '', onError: (error: unknown) => queries.push(error) };
  const checks = new DomainChecks({
    db: t.db,
    checkProof: async (claim) => {
      queries.push(claim);
      return { is: 'found' };
    },
  });
  const permission = new TlsPermission({
    hosts,
    domains: new DomainMap(unused),
    checks,
    onError: unused.onError,
  });
  const answers = await Promise.all(
    Array.from({ length: 10_000 }, (_, index) => permission.allows(`x${index}.evil.test`)),
  );
  expect(new Set(answers)).toEqual(new Set([false]));
  expect([dns.questions, queries]).toEqual([[], []]);
});

test.each<[what: string, asked: Asked]>([
  ['another machine', { from: '203.0.113.9' }],
  [
    'another machine that claims to be this one',
    { from: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['a visitor through the proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['a visitor through a proxy without headers', { headers: { host: 'agency.example' } }],
  ['a machine of TLS_ASK_FROM of another server', { from: '172.18.0.3' }],
  [
    'a visitor through the proxy of TLS_ASK_FROM',
    { from: '172.18.0.3', headers: { via: '1.1 caddy', host: 'agency.example' } },
  ],
])('%s gets the same 404 as for an unknown path', async (_what, asked) => {
  const answer = await ask('agency.example', asked);
  const host = asked.headers?.host ?? '127.0.0.1:3000';
  const unknown = await t.app.inject({ url: '/api/tls/unknown', headers: { ...asked.headers, host } });
  expectError(answer, 404, 'not-found');
  expect(answer.json()).toEqual(unknown.json());
});

test('a proxy of TLS_ASK_FROM may ask, its visitors may not', async () => {
  const proxy = { app: other, from: '172.18.0.3', headers: { host: 'app:3000' } };
  expect(await isAllowed('agency.example', proxy)).toBe(200);
  expect(await isAllowed('agency.example', { ...proxy, from: '::ffff:10.0.0.7' })).toBe(200);
  const visitor = { ...proxy, headers: { host: 'agency.example' } };
  expectError(await ask('agency.example', visitor), 404, 'not-found');
  const { host } = await aHostInUse();
  await expect.poll(() => isAllowed(host, proxy)).toBe(200);
  expectError(await ask(host, { ...proxy, headers: { host } }), 421, 'unknown-host');
});
