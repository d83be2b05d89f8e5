import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

const max = 3;
const underWay = new Map<string, number>();
const placesTaken = () => underWay.get('127.0.0.1') ?? 0;

let app: FastifyInstance;
let port: number;
let begun = 0;
/** Completes the running requests. */
let finish: () => void;
const sockets: Socket[] = [];
beforeEach(async () => {
  underWay.clear();
  begun = 0;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app = fastify();
  limitConcurrency(app, max, underWay);
  app.post('/work', async () => {
    begun += 1;
    await finished;
    return {};
  });
  // Waits for something else, such as the database, before reading the body.
  app.post('/held', { onRequest: () => finished }, async () => ({}));
  app.post('/quick', async () => ({}));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  finish();
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function dial(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

function countConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

const post = (path: string, length = 2) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{}`;

test('pipelined requests on a broken connection release their places', async () => {
  const socket = await dial();
  socket.write(post('/work').repeat(max));
  await expect.poll(() => begun).toBe(max);
  expect((await app.inject({ method: 'POST', url: '/quick' })).statusCode).toBe(429);
  socket.destroy();
  await expect.poll(countConnections).toBe(0);
  finish();
  await expect.poll(placesTaken).toBe(0);
});

test('a client that disconnects does not release its place while the work continues', async () => {
  for (let n = 0; n < max; n += 1) (await dial()).write(post('/work'));
  await expect.poll(() => begun).toBe(max);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(countConnections).toBe(0);
  const refused = await app.inject({ method: 'POST', url: '/quick' });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2']);
  finish();
  await expect.poll(placesTaken).toBe(0);
});

test.each([
  ['whose body never arrived', post('/work', 10)],
  ['pipelined, whose body never came', post('/work') + post('/work', 10)],
])('a request %s releases its place', async (_what, bytes) => {
  const socket = await dial();
  socket.write(bytes);
  await expect.poll(placesTaken).toBe(bytes.split('POST').length - 1);
  socket.destroy();
  await expect.poll(countConnections).toBe(0);
  finish();
  await expect.poll(placesTaken).toBe(0);
});

test('a request whose client disconnected before its body was read releases its place', async () => {
  const socket = await dial();
  socket.write(post('/held', 10));
  await expect.poll(placesTaken).toBe(1);
  socket.destroy();
  await expect.poll(countConnections).toBe(0);
  finish();
  await expect.poll(placesTaken).toBe(0);
});

test('a kept-alive connection releases its place after each response and adds no listeners', async () => {
  const socket = await dial();
  let servers: Socket | undefined;
  app.server.once('request', (request) => {
    servers = request.socket;
  });
  for (let n = 0; n < 20; n += 1) {
    const answered = once(socket, 'data');
    socket.write(post('/quick'));
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 200/);
    if (n === 0) expect(servers?.listenerCount('close')).toBeGreaterThan(0);
  }
  await expect.poll(placesTaken).toBe(0);
  expect(servers?.listenerCount('close')).toBeLessThan(10);
});
