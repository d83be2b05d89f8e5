import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listenLocally } from '../../testing/outbound/listen-locally.ts';
import { failureOf, resolveToThisMachine } from '../../testing/outbound/strict-client.ts';
import { FetchError } from './fetch-error.ts';
import { createPostPublic, type PostPublicDeps, requirePostable } from './post-public.ts';

const signal = new AbortController().signal;
const request = {
  headers: { 'content-type': 'application/json', 'webhook-id': 'a' },
  body: '{"a":"ü"}',
  signal,
};

/** A receiver on this machine, which only a test may reach: `hook.test` is an allowed name that resolves to it. */
async function startReceiver(answer: RequestListener, deps: Partial<PostPublicDeps> = {}) {
  const port = await listenLocally(answer);
  const post = createPostPublic({
    userAgent: 'Webhook/1.0 (+https://agency.example)',
    allowed: [{ host: 'hook.test', port }],
    resolve: async () => ['127.0.0.1'],
    ...deps,
  });
  return { port, post: (path = '/') => post(`http://hook.test:${port}${path}`, request) };
}

/** A client that would reach this machine if it did not refuse. */
function createStrictPost(resolve?: PostPublicDeps['resolve']) {
  const { asked, settings } = resolveToThisMachine(resolve);
  const post = createPostPublic({ userAgent: 'Webhook/1.0', ...settings });
  return { asked, post: (url: string) => post(url, request) };
}

test('the body arrives byte by byte, with its headers and nothing of this server', async () => {
  const seen: { body: string; headers: IncomingMessage['headers'] }[] = [];
  const receiver = await startReceiver((incoming, response) => {
    void text(incoming).then((body) => {
      seen.push({ body, headers: incoming.headers });
      response.writeHead(204).end();
    });
  });
  expect(await receiver.post()).toBe(204);
  expect(seen).toEqual([
    {
      body: request.body,
      headers: {
        ...request.headers,
        'user-agent': 'Webhook/1.0 (+https://agency.example)',
        'content-length': '10',
        host: `hook.test:${receiver.port}`,
        connection: 'close',
      },
    },
  ]);
});

test.each([
  ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://127.1/', 'https://[::1]/'],
  ...['https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::7f00:1]/', 'https://[fd00::1]/', 'https://0.0.0.0/'],
  ...['https://10.0.0.1/', 'https://10.255.255.255/', 'https://192.168.1.1/', 'https://172.16.0.1/'],
  ...['https://169.254.169.254/latest/meta-data/', 'https://[fd00:ec2::254]/', 'https://100.64.0.1/'],
])('%s is refused without a lookup', async (url) => {
  const { asked, post } = createStrictPost();
  expect(await failureOf(post(url))).toBe('not-public');
  expect(asked).toEqual([]);
  expect(() => requirePostable([], url)).toThrow(FetchError);
});

test.each([
  ...['https://localhost/', 'https://intranet/', 'https://metadata.google.internal/', 'https://a.localhost/'],
])('%s is refused for the address it has', async (url) => {
  expect(await failureOf(createStrictPost().post(url))).toBe('not-public');
});

test('a name is refused when one of its addresses is private', async () => {
  const { post } = createStrictPost(async () => ['93.184.215.14', '169.254.169.254']);
  expect(await failureOf(post('https://mixed.example/'))).toBe('not-public');
});

test.each([
  ['http://hook.example/', 'scheme-not-allowed'],
  ['ftp://hook.example/', 'scheme-not-allowed'],
  ['https://hook.example:22/', 'port-not-allowed'],
  ['https://hook.example:8443/', 'port-not-allowed'],
  ['https://user:secret@hook.example/', 'credentials-in-address'],
  ['//hook.example', 'address-invalid'],
])('%s is refused: %s', async (url, failure) => {
  const { asked, post } = createStrictPost();
  expect(await failureOf(post(url))).toBe(failure);
  expect(asked).toEqual([]);
});

test('a name that changes its address is resolved once, and the connection goes to that result', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  let lookups = 0;
  const receiver = await startReceiver((_, response) => void response.end(), {
    resolve: async () => answers[lookups++] ?? [],
  });
  expect([await receiver.post(), lookups]).toEqual([200, 1]);
});

test.each([301, 302, 303, 307, 308])('a redirect is not followed: %i is the answer', async (status) => {
  const paths: (string | undefined)[] = [];
  const receiver = await startReceiver((incoming, response) => {
    paths.push(incoming.url);
    response.writeHead(status, { location: '/elsewhere' }).end();
  });
  expect(await receiver.post('/hook')).toBe(status);
  expect(paths).toEqual(['/hook']);
});

test('an endless answer is cut off, and its status counts', async () => {
  let isClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    isClosed = resolve;
  });
  const receiver = await startReceiver((_, response) => {
    response.on('close', isClosed);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', write);
    };
    write();
  });
  expect(await receiver.post()).toBe(200);
  await closed;
});

test('a receiver that never answers is given up', async () => {
  const receiver = await startReceiver(() => undefined, { timeoutMs: 100 });
  expect(await failureOf(receiver.post())).toBe('too-slow');
});

test('a receiver that answers slowly has answered with its status', async () => {
  const receiver = await startReceiver((_, response) => void response.writeHead(200).write('x'), {
    timeoutMs: 200,
  });
  expect(await receiver.post()).toBe(200);
});

test('a receiver that closes the connection did not answer', async () => {
  const receiver = await startReceiver((incoming) => incoming.socket.destroy());
  expect(await failureOf(receiver.post())).toBe('no-connection');
});
