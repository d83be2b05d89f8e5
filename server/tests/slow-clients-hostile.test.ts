import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { defaultConnectionLimits } from '../platform/http/connections.ts';
import { anAdminCookie } from '../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie } from '../testing/builders.ts';
import { sendRaw, toStatus } from '../testing/requests/raw-request.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';

const open: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (let close = open.pop(); close; close = open.pop()) await close();
});

async function listening(options: Parameters<typeof buildTestApp>[0]): Promise<{ t: TestApp; port: number }> {
  const t = await buildTestApp(options);
  open.push(() => t.close());
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
  return { t, port: Number(new URL(url).port) };
}

async function dial(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  // Unread data would delay the end of a connection.
  socket.resume();
  open.push(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const closed = (socket: Socket) => (socket.closed ? Promise.resolve() : once(socket, 'close'));

/** Sends a request on the connection and resolves with the head of the response. */
async function ask(socket: Socket, path: string, headers = ''): Promise<string> {
  const answered = once(socket, 'data');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  return String(await answered);
}

const impatient = { headersMs: 150, requestMs: 300, checkEveryMs: 25 };

test('the limits end a slow request within 15 seconds', () => {
  const { headersMs, requestMs, checkEveryMs } = defaultConnectionLimits;
  expect(headersMs + checkEveryMs).toBeLessThanOrEqual(15_000);
  expect(requestMs + checkEveryMs).toBeLessThanOrEqual(15_000);
});

const head = `POST ${apiPaths.trackAnalytics} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n`;
test.each([
  ['sends nothing', '', ''],
  ['never ends its headers', `${head}X-Slow: `, 'a'],
  ['never ends its body', `${head}Content-Length: 5000\r\n\r\n`, ' '],
  ['never ends its chunks', `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ['announces a body and waits', `${head}Expect: 100-continue\r\nContent-Length: 5000\r\n\r\n`, ''],
])('a client that %s is cut off, however it keeps dripping', async (_what, start, drop) => {
  const { port } = await listening({ connectionLimits: impatient });
  const socket = await dial(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  if (start) socket.write(start);
  const dripping = drop ? setInterval(() => socket.write(drop), 10) : undefined;
  await closed(socket);
  clearInterval(dripping);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 (408|100)/);
});

test('a client that does not read its responses is disconnected', async () => {
  const { t, port } = await listening({ connectionLimits: { ...impatient, stalledMs: 200 } });
  const connections = () =>
    new Promise((resolve) => t.app.server.getConnections((_error, count) => resolve(count)));
  const socket = await dial(port);
  socket.pause();
  // The responses exceed the socket buffers of both ends.
  const request = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
  for (let n = 0; n < 40; n += 1) socket.write(request.repeat(20));
  await expect.poll(connections).toBe(1);
  await expect.poll(connections).toBe(0);
});

test('a response may take longer than a request: a stream stays open', async () => {
  const { t, port } = await listening({ connectionLimits: impatient });
  const { company, accessKey } = await aCompany(t.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  const stream = await dial(port);
  expect(await ask(stream, apiPaths.live(company.id), `Cookie: ${cookie}\r\n`)).toMatch(/^HTTP\/1\.1 200/);
  // Longer than all timeouts.
  const silent = await dial(port);
  await closed(silent);
  const another = await dial(port);
  await closed(another);
  expect(stream.closed).toBe(false);
});

test('idle connections over the limit of an address are closed, oldest first', async () => {
  const { port } = await listening({ connectionLimits: { perAddressMax: 10 } });
  const sockets: Socket[] = [];
  for (let n = 0; n < 40; n += 1) sockets.push(await dial(port));
  await Promise.all(sockets.slice(0, 30).map(closed));
  expect(sockets.slice(30).filter((socket) => socket.closed)).toEqual([]);
  for (const socket of sockets.slice(30)) expect(await ask(socket, '/healthz')).toMatch(/^HTTP\/1\.1 200/);
});

test('a kept-alive idle connection is closed before a newer active one', async () => {
  const { port } = await listening({ connectionLimits: { perAddressMax: 2 } });
  const idle = await dial(port);
  expect(await ask(idle, '/healthz')).toMatch(/^HTTP\/1\.1 200/);
  const second = await dial(port);
  expect(await ask(second, '/healthz')).toMatch(/^HTTP\/1\.1 200/);
  const third = await dial(port);
  await closed(idle);
  expect(await ask(second, '/healthz')).toMatch(/^HTTP\/1\.1 200/);
  expect(await ask(third, '/healthz')).toMatch(/^HTTP\/1\.1 200/);
});

test('live streams count towards the limit and are not closed for later connections', async () => {
  const { t, port } = await listening({ connectionLimits: { perAddressMax: 3 } });
  const { company, accessKey } = await aCompany(t.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  const streams: Socket[] = [];
  for (let n = 0; n < 3; n += 1) {
    const socket = await dial(port);
    streams.push(socket);
    expect(await ask(socket, apiPaths.live(company.id), `Cookie: ${cookie}\r\n`)).toMatch(/^HTTP\/1\.1 200/);
  }
  await closed(await dial(port));
  expect(streams.filter((socket) => socket.closed)).toEqual([]);
  // The place is free again once a stream has ended.
  streams[0]?.destroy();
  await expect
    .poll(async () =>
      toStatus(await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')),
    )
    .toBe(200);
});

test('a pipelined request keeps its connection from counting as idle', async () => {
  const { t, port } = await listening({ connectionLimits: { perAddressMax: 1 } });
  const { company, accessKey } = await aCompany(t.db);
  const cookie = await aViewerCookie(t.app, accessKey);
  const busy = await dial(port);
  const seen: string[] = [];
  busy.on('data', (chunk) => seen.push(String(chunk)));
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`;
  busy.write(get('/healthz') + get(apiPaths.live(company.id)));
  await expect.poll(() => seen.join('')).toContain('text/event-stream');
  await closed(await dial(port));
  expect(busy.closed).toBe(false);
});

test('pipelined streams are no longer counted after their connection broke', async () => {
  const { t, port } = await listening({});
  const { company, accessKey } = await aCompany(t.db);
  const admin = await anAdminCookie(t);
  const countAdminStreams = () =>
    t.server.metrics.read().find(({ name }) => name === 'northlight_admin_streams_open')?.samples[0]?.value;
  const asked = [
    [
      apiPaths.live(company.id),
      await aViewerCookie(t.app, accessKey),
      () => t.server.portalStreams.streamCount,
    ],
    [apiPaths.adminLive, admin, countAdminStreams],
  ] as const;
  for (const [path, cookie, count] of asked) {
    const socket = await dial(port);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`.repeat(6));
    await expect.poll(count).toBe(6);
    socket.destroy();
    await expect.poll(count).toBe(0);
  }
});

test('one address cannot use up the connections of another', async () => {
  const { port } = await listening({ connectionLimits: { perAddressMax: 2 } });
  const victim = await dial(port, '127.0.0.9');
  const sockets: Socket[] = [];
  for (let n = 0; n < 20; n += 1) sockets.push(await dial(port));
  await Promise.all(sockets.slice(0, 18).map(closed));
  expect(await ask(victim, '/healthz')).toMatch(/^HTTP\/1\.1 200/);
});

test.each(['1', 'loopback'])(
  'with TRUST_PROXY=%s the connections of the proxy are not limited',
  async (trusted) => {
    const env = { TRUST_PROXY: trusted };
    const { port } = await listening({ env, connectionLimits: { perAddressMax: 2 } });
    const sockets: Socket[] = [];
    for (let n = 0; n < 10; n += 1) sockets.push(await dial(port));
    for (const socket of sockets) expect(await ask(socket, '/healthz')).toMatch(/^HTTP\/1\.1 200/);
  },
);
