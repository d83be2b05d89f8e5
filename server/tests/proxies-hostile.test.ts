import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { undeclaredProxyAdvice } from '../platform/http/undeclared-proxy.ts';
import { publicOrigin } from '../testing/builders.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

let base: TestApp;
let behindProxy: TestApp | undefined;
beforeAll(async () => {
  base = await buildTestApp();
});
afterEach(async () => {
  await behindProxy?.close();
  behindProxy = undefined;
});
afterAll(() => base.close());

async function behind(trusted: string): Promise<TestApp> {
  behindProxy = await buildTestApp({ databaseUrl: base.databaseUrl, env: { TRUST_PROXY: trusted } });
  return behindProxy;
}

/** Tries an access key as a client whose proxies append its address to the header it sent. */
async function guess(t: TestApp, forwarded: string, remoteAddress: string): Promise<number> {
  const answer = await t.app.inject({
    method: 'POST',
    url: apiPaths.verifyCompanyAccess,
    remoteAddress,
    headers: { origin: publicOrigin, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
    payload: { accessKey: '00000-00000-00000-00000-00000' },
  });
  return answer.statusCode;
}

const invented = (turn: number) => `198.51.100.${turn + 1}`;
const tenPass = [...Array(10).fill(401), ...Array(4).fill(429)];

/** The nearest proxy, and the addresses that proxies append to what the client sent. */
const forms = [
  ['1', '10.9.9.9', '203.0.113.1'],
  ['2', '10.9.9.9', '203.0.113.2, 10.8.8.8'],
  ['loopback', '127.0.0.1', '203.0.113.3'],
  ['loopback', '::1', '203.0.113.4'],
  ['loopback', '::ffff:127.0.0.1', '203.0.113.5'],
  ['uniquelocal', '10.1.2.3', '203.0.113.6'],
  ['uniquelocal', '172.20.0.4', '203.0.113.7, 10.0.0.9'],
  ['linklocal', 'fe80::1%eth0', '203.0.113.8'],
  ['192.0.2.10', '192.0.2.10', '203.0.113.9'],
  ['192.0.2.0/24, 10.0.0.0/8', '10.3.3.3', '203.0.113.10, 192.0.2.77'],
  ['2001:db8:5::/48', '2001:DB8:5::7', '203.0.113.11'],
] as const;

test.each(forms)(
  'TRUST_PROXY=%s: a client behind %s with changing forged addresses gets ten attempts',
  async (trusted, proxy, added) => {
    const t = await behind(trusted);
    const got: number[] = [];
    for (let turn = 0; turn < 14; turn += 1) got.push(await guess(t, `${invented(turn)}, ${added}`, proxy));
    expect(got).toEqual(tenPass);
  },
);

test('without TRUST_PROXY forwarded addresses are ignored', async () => {
  const got: number[] = [];
  for (let turn = 0; turn < 14; turn += 1) got.push(await guess(base, invented(turn), '203.0.113.20'));
  expect(got).toEqual(tenPass);
});

test('forwarded addresses are ignored from clients that bypass the configured proxies', async () => {
  const t = await behind('loopback');
  const got: number[] = [];
  for (let turn = 0; turn < 14; turn += 1) got.push(await guess(t, invented(turn), '203.0.113.21'));
  expect(got).toEqual(tenPass);
});

test('all spellings of an address count as one', async () => {
  const t = await behind('1');
  const spellings = [
    '203.0.113.30',
    '::ffff:203.0.113.30',
    '::FFFF:203.0.113.30',
    '::ffff:cb00:711e',
    '0:0:0:0:0:ffff:CB00:711E',
    '::ffff:cb00:711e%eth0',
    '64:ff9b::203.0.113.30',
    '64:ff9b::cb00:711e',
    '64:FF9B:0::CB00:711E',
    '::ffff:0:203.0.113.30',
    '2002:cb00:711e::1',
    '2002:cb00:711e:ffff::9',
    '203.0.113.30:51000',
    '[::ffff:203.0.113.30]:51000',
  ];
  const got: number[] = [];
  for (const spelling of spellings) got.push(await guess(t, spelling, '10.0.0.1'));
  expect(got).toEqual(tenPass);
});

test('all addresses of an IPv6 /64 count as one, and the next network as another', async () => {
  const t = await behind('1');
  const got: number[] = [];
  for (let turn = 0; turn < 14; turn += 1)
    got.push(await guess(t, `2001:db8:1:2:${turn}::${turn}`, '10.0.0.1'));
  expect(got).toEqual(tenPass);
  expect(await guess(t, '2001:db8:1:3::1', '10.0.0.1')).toBe(401);
});

test('under https an unconfigured proxy is logged once, not with each request', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const told = () => lines.filter((line) => line.includes(undeclaredProxyAdvice));
  const start = (env: Record<string, string>) => buildTestApp({ databaseUrl: base.databaseUrl, env, logger });
  const secure = { PUBLIC_URL: 'https://agency.example' };
  const untold = await start(secure);
  await untold.app.inject({ url: '/healthz' });
  expect(told()).toHaveLength(0);
  for (let turn = 0; turn < 5; turn += 1)
    await untold.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': invented(turn) } });
  expect(told()).toHaveLength(1);
  await untold.close();
  for (const env of [{ ...secure, TRUST_PROXY: '1' }, {}]) {
    const quiet = await start(env);
    await quiet.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.1' } });
    await quiet.close();
  }
  expect(told()).toHaveLength(1);
});
