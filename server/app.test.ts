import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiPaths } from '../contract/paths.ts';
import { aCompany, aPageview, aSession, aViewerCookie, publicOrigin, track } from './testing/builders.ts';
import { expectError } from './testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from './testing/test-app.ts';

let t: TestApp;
let base: string;
const lines: string[] = [];
beforeAll(async () => {
  t = await buildTestApp({ logger: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }) });
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

const enter = { method: 'POST', url: apiPaths.verifyCompanyAccess } as const;
const json = { 'content-type': 'application/json', origin: publicOrigin };

describe('all errors have the same body', () => {
  test.each([
    ['400: not JSON', { ...enter, headers: json, payload: '{' }, 400, 'invalid-request'],
    ['400: an empty body', { ...enter, headers: json, payload: '' }, 400, 'invalid-request'],
    ['400: no body', { ...enter, headers: { origin: publicOrigin } }, 400, 'invalid-request'],
    ['400: a wrong shape', { ...enter, headers: json, payload: '[]' }, 400, 'invalid-request'],
    [
      '400: a prototype key',
      { ...enter, headers: json, payload: '{"__proto__":{"x":1},"accessKey":"x"}' },
      400,
      'invalid-request',
    ],
    ['400: an address that cannot be decoded', { url: '/%' }, 400, 'invalid-request'],
    ['400: bytes that are no UTF-8', { url: '/api/%ff%fe' }, 400, 'invalid-request'],
    ['404: an unknown address', { url: '/nothing' }, 404, 'not-found'],
    ['404: an unknown address of the API', { url: '/api/nothing' }, 404, 'not-found'],
    ['404: a parameter beyond measure', { url: `/api/companies/${'x'.repeat(1_000)}` }, 404, 'not-found'],
    [
      '404: a known address in another method',
      { method: 'PATCH', url: apiPaths.trackAnalytics },
      404,
      'not-found',
    ],
    [
      '404: a known address with a slash behind it',
      { ...enter, url: `${enter.url}/`, headers: json, payload: '{}' },
      404,
      'not-found',
    ],
    [
      '413',
      { ...enter, headers: json, payload: JSON.stringify({ accessKey: 'x'.repeat(70_000) }) },
      413,
      'body-too-large',
    ],
    [
      '415',
      { ...enter, headers: { ...json, 'content-type': 'application/xml' }, payload: '<x/>' },
      415,
      'unsupported-media-type',
    ],
  ] as const)('%s', async (_what, request, status, code) => {
    const answer = await t.app.inject(request);
    const message = expectError(answer, status, code);
    expect(message).not.toMatch(/fastify|FST_|zod|sql|\/work|node_modules/i);
    expectSecurityHeaders(answer.headers);
  });

  test('500: an unexpected error does not reveal its cause', async () => {
    const broken = await buildTestApp();
    await broken.db.query('ALTER TABLE companies RENAME TO elsewhere');
    const accessKey = '00000-00000-00000-00000-00000';
    const answer = await broken.app.inject({ ...enter, headers: json, payload: { accessKey } });
    const message = expectError(answer, 500, 'internal');
    expect(message).toBe('Something went wrong on our side. Please try again.');
    expectSecurityHeaders(answer.headers);
    await broken.close();
  });

  test('a request that is not HTTP is answered and disconnected', async () => {
    for (const text of ['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`]) {
      const socket = connect(Number(new URL(base).port), '127.0.0.1');
      socket.write(text);
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      await once(socket, 'close');
      expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 4(00|31) /);
    }
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });

  test('a body without end is cut off at its limit', async () => {
    const lying = await fetch(base + apiPaths.trackAnalytics, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(8_192).fill(32)),
      }),
      duplex: 'half',
    }).then(
      (answer) => answer.status,
      () => 413,
    );
    expect(lying).toBe(413);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });
});

function expectSecurityHeaders(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
}

test('every response has the security headers', async () => {
  for (const url of [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/t.js',
    '/api/x',
    '/x',
    '//',
    '/a%2e%2e/b',
    '/.%2e/.%2e/etc/passwd',
  ]) {
    expectSecurityHeaders((await t.app.inject(url)).headers);
  }
});

test.each([
  '//',
  '//evil.test',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/package.json',
  '/.env',
  '/.git/config',
  '/server/main.ts',
])('%s is not found', async (url) => {
  expectError(await t.app.inject(url), 404, 'not-found');
});

test('health and readiness', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const answer = await t.app.inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
  }
});

test('/openapi.json describes every route of the API', async () => {
  const document = z
    .object({
      openapi: z.string().startsWith('3.1'),
      paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    })
    .parse((await t.app.inject('/openapi.json')).json());
  // A page and a preview for people, a question of a proxy. This server has no identity provider.
  const hidden = [
    'testCheckout',
    'settingsPreview',
    'tlsPermission',
    'startProviderSignIn',
    'providerCallback',
  ];
  const written = Object.entries(apiPaths)
    .filter(([name]) => !hidden.includes(name))
    .flatMap(([name, path]) => {
      if (typeof path === 'string') return path;
      const ofCompany = path('*', '*', '*');
      // Also those of all companies.
      return /^(alertRecipient|alertWebhook|replayWebhookMessage)/.test(name)
        ? [ofCompany, ofCompany.replace('/api/companies/*', '/api')]
        : ofCompany;
    });
  const listed = Object.keys(document.paths)
    .filter((path) => path.startsWith('/api/'))
    .map((path) => path.replace(/\{\w+\}/g, '*'));
  expect(listed.sort()).toEqual(written.sort());
});

test('the log contains no keys, cookies, addresses, browsers or pages at any level', async () => {
  lines.length = 0;
  const { company, accessKey } = await aCompany(t.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  const tracked = aPageview(company.id, { url: 'https://shop.test/secret-page', sessionId: 'visitor-77' });
  await track(t.app, [tracked, aSession(company.id, 'visitor-77')], {
    'user-agent': 'Chrome/99 VisitorBrowser',
  });
  await track(t.app, { ...tracked, metadata: {} });
  await t.app.inject({
    url: apiPaths.analytics(company.id),
    headers: { cookie },
    remoteAddress: '203.0.113.9',
  });
  await t.app.inject({ ...enter, headers: json, payload: { accessKey: 'WRONG-KEY-ENTERED' } });
  await t.db.query('ALTER TABLE daily_visitors RENAME TO elsewhere');
  const failed = await track(t.app, [aSession(company.id, 'visitor-78')], {
    'user-agent': 'Chrome/99 VisitorBrowser',
  });
  expectError(failed, 500, 'internal');
  await t.db.query('ALTER TABLE elsewhere RENAME TO daily_visitors');
  const log = lines.join('');
  expect(log).toContain('request failed');
  const secrets = [
    accessKey,
    accessKey.replaceAll('-', ''),
    cookie.split('=')[1] ?? '?',
    'WRONG-KEY',
    '203.0.113.9',
  ];
  for (const secret of [...secrets, 'visitor-7', 'VisitorBrowser', 'secret-page'])
    expect(log).not.toContain(secret);
});
