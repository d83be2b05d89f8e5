import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listenLocally } from '../../testing/outbound/listen-locally.ts';
import { failureOf, resolveToThisMachine } from '../../testing/outbound/strict-client.ts';
import { createFetchPublic, type FetchPublicDeps } from './fetch-public.ts';

const types = /^text\/html\b/;

/** Serves a site on this machine, which only a test may fetch: `site.test` is an allowed name that resolves to it. */
async function startSite(answer: RequestListener, deps: Partial<FetchPublicDeps> = {}) {
  const port = await listenLocally(answer);
  const fetchPage = createFetchPublic({
    userAgent: 'SiteCheck/1.0 (+https://agency.example)',
    allowed: [{ host: 'site.test', port }],
    resolve: async () => ['127.0.0.1'],
    ...deps,
  });
  return { port, origin: `http://site.test:${port}`, get: (url: string) => fetchPage(url, { types }) };
}

const sendHtml = (response: ServerResponse, body: string | Buffer = '<p>Hello', headers = {}) =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);

/** A client that would reach this machine if it did not refuse. */
function createStrictFetch(resolve?: FetchPublicDeps['resolve']) {
  const { asked, settings } = resolveToThisMachine(resolve);
  const fetchPage = createFetchPublic({ userAgent: 'SiteCheck/1.0', ...settings });
  return { asked, get: (url: string) => fetchPage(url, { types }) };
}

test('a page is fetched with its redirects, without cookies, as the neutral user agent', async () => {
  const seen: unknown[] = [];
  const site = await startSite((request, response) => {
    seen.push(request.headers['user-agent'], request.headers.cookie, request.headers.host);
    if (request.url === '/') {
      response.writeHead(302, { location: '/shop?a=1#part', 'set-cookie': 'session=1' }).end();
      return;
    }
    sendHtml(response, '<p>Grüße', { 'x-frame': 'a' });
  });
  const page = await site.get(site.origin);
  expect(page).toMatchObject({
    ...{ url: `${site.origin}/shop?a=1`, redirects: ['site.test'], status: 200, body: '<p>Grüße' },
    headers: { 'x-frame': 'a' },
  });
  const agent = 'SiteCheck/1.0 (+https://agency.example)';
  const host = `site.test:${site.port}`;
  expect(seen).toEqual([agent, undefined, host, agent, undefined, host]);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('a page that is compressed with %s is read', async (encoding, compress) => {
  const site = await startSite((_, response) =>
    sendHtml(response, compress('<p>Hello'), { 'content-encoding': encoding }),
  );
  expect((await site.get(site.origin)).body).toBe('<p>Hello');
});

test('of an error page only the status is reported', async () => {
  const site = await startSite((_, response) => void response.writeHead(503).end('down'));
  expect(await site.get(site.origin)).toMatchObject({ status: 503, body: '' });
});

test.each([
  ...['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://127.1/'],
  ...['http://0x7f.1/', 'http://127.0.0.1./', 'http://１２７.０.０.１/', 'http://①②⑦.0.0.1/'],
  ...['http://[::1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
  ...['http://[::127.0.0.1]/', 'http://[64:ff9b::7f00:1]/', 'http://[2002:7f00:1::]/', 'http://[fe80::1]/'],
  ...['http://[fd00::1]/', 'http://0/', 'http://0.0.0.0/', 'http://169.254.169.254/latest/meta-data/'],
  ...['http://10.0.0.1/', 'http://0xa9fea9fe/', 'http://192.168.1.1/', 'http://172.16.0.1/'],
  ...['http://100.64.0.1/', 'http://198.18.0.1/', 'http://192.0.0.1/', 'http://240.0.0.1/'],
  ...['https://127.0.0.1/', 'http://%31%32%37.0.0.1/'],
])('%s is refused without a lookup', async (url) => {
  const { asked, get } = createStrictFetch();
  expect(await failureOf(get(url))).toBe('not-public');
  expect(asked).toEqual([]);
});

test.each([
  ...['http://localhost/', 'http://LOCALHOST/', 'http://localhost./', 'http://a.localhost/'],
  ...['http://ⓛocalhost/', 'http://intranet/', 'http://db.internal/'],
])('%s is refused for the address it has', async (url) => {
  expect(await failureOf(createStrictFetch().get(url))).toBe('not-public');
});

test('a name is refused when one of its addresses is private', async () => {
  const { get } = createStrictFetch(async () => ['93.184.215.14', '10.0.0.1']);
  expect(await failureOf(get('http://mixed.example/'))).toBe('not-public');
});

test('a name that changes its address is resolved once, and the connection goes to that result', async () => {
  const answers = [['127.0.0.1'], ['127.0.0.9']];
  let lookups = 0;
  const site = await startSite((_, response) => sendHtml(response), {
    resolve: async () => answers[lookups++] ?? [],
  });
  expect((await site.get(site.origin)).status).toBe(200);
  expect(lookups).toBe(1);
});

test('the system is never asked for a name that was resolved already', async () => {
  // The name does not exist: a second lookup would fail.
  const site = await startSite((_, response) => sendHtml(response));
  expect((await site.get(site.origin)).body).toBe('<p>Hello');
});

test.each([
  ['ftp://site.example/', 'scheme-not-allowed'],
  ['file:///etc/passwd', 'scheme-not-allowed'],
  ['javascript:alert(1)', 'scheme-not-allowed'],
  ['gopher://site.example:70/', 'scheme-not-allowed'],
  ['http://site.example:22/', 'port-not-allowed'],
  ['https://site.example:8443/', 'port-not-allowed'],
  ['http://user:secret@site.example/', 'credentials-in-address'],
  ['http://user@site.example/', 'credentials-in-address'],
  ['//site.example', 'address-invalid'],
  ['', 'address-invalid'],
  ['http://', 'address-invalid'],
])('%s is refused: %s', async (url, failure) => {
  const { asked, get } = createStrictFetch();
  expect(await failureOf(get(url))).toBe(failure);
  expect(asked).toEqual([]);
});

test('the error never repeats the credentials of an address', async () => {
  const error = await createStrictFetch().get('http://user:secret@site.example/').catch(String);
  expect(error).not.toContain('secret');
});

test.each([
  ['http://127.0.0.1/', 'not-public'],
  ['http://[::1]/', 'not-public'],
  ['http://private.test/', 'not-public'],
  ['//169.254.169.254/', 'not-public'],
  ['file:///etc/passwd', 'scheme-not-allowed'],
  ['ftp://site.test/', 'scheme-not-allowed'],
  ['http://other.test:6379/', 'port-not-allowed'],
  ['http://user:secret@site.test/', 'credentials-in-address'],
  ['http://', 'address-invalid'],
])('a redirect to %s is refused: %s', async (location, failure) => {
  const requests: string[] = [];
  const site = await startSite((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(301, { location }).end();
  });
  expect(await failureOf(site.get(site.origin))).toBe(failure);
  expect(requests).toEqual(['/']);
});

test('redirects that lead in a circle end after the fifth', async () => {
  let requests = 0;
  const site = await startSite((_, response) => {
    requests += 1;
    response.writeHead(302, { location: `/${requests}` }).end();
  });
  expect(await failureOf(site.get(site.origin))).toBe('too-many-redirects');
  expect(requests).toBe(6);
});

test('a body that never ends is cut off', async () => {
  const site = await startSite((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const chunk = 'x'.repeat(65_536);
    const write = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
  expect(await failureOf(site.get(site.origin))).toBe('too-large');
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('a small %s file that becomes a large one is cut off', async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(8 * 1024 * 1024));
  const site = await startSite((_, response) => sendHtml(response, bomb, { 'content-encoding': encoding }));
  expect(await failureOf(site.get(site.origin))).toBe('too-large');
});

test.each([
  [
    'never answers',
    () => {
      /* The request stays open. */
    },
  ],
  [
    'stops in the middle of its body',
    (_request: unknown, response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
  ],
  [
    'stops in the middle of a compressed body',
    (_request: unknown, response: ServerResponse) =>
      void response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .write(gzipSync('<p>Hello').subarray(0, 12)),
  ],
])('a server that %s is left after the time of a check', async (_what, answer) => {
  const site = await startSite(answer as RequestListener, { timeoutMs: 150 });
  expect(await failureOf(site.get(site.origin))).toBe('too-slow');
});

test('a lookup that does not end is left after the time of a check', async () => {
  const fetchPage = createFetchPublic({
    ...{ userAgent: '', allowed: [], timeoutMs: 50 },
    resolve: () => new Promise(() => {}),
  });
  expect(await failureOf(fetchPage('http://site.example/', { types }))).toBe('too-slow');
});

test.each([
  ['an unknown compression', { 'content-encoding': 'zstd' }, 'answer-invalid'],
  ['bytes that are not compressed as they claim', { 'content-encoding': 'gzip' }, 'answer-invalid'],
  ['a picture', { 'content-type': 'image/png' }, 'wrong-type'],
  ['a file without a type', { 'content-type': '' }, 'wrong-type'],
])('%s is refused', async (_what, headers, failure) => {
  const site = await startSite((_, response) => sendHtml(response, '<p>Hello', headers));
  expect(await failureOf(site.get(site.origin))).toBe(failure);
});

test('an answer that ends before its length is refused', async () => {
  const site = await startSite((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100 });
    response.write('<p>Hello', () => response.destroy());
  });
  expect(await failureOf(site.get(site.origin))).toBe('no-connection');
});

test('headers without an end are refused', async () => {
  const site = await startSite((_, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    const write = () => {
      while (
        response.socket?.destroyed === false &&
        response.socket.write(`x-long: ${'x'.repeat(8_000)}\r\n`)
      );
      response.socket?.once('drain', write);
    };
    write();
  });
  expect(await failureOf(site.get(site.origin))).toBe('answer-invalid');
});
