import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitConcurrency } from '../limits/concurrency-limit.ts';
import { EventStream } from '../live/event-stream.ts';

test.each([
  ['changing requests', 'POST', 10],
  ['requests for streams', 'GET', 20],
])('%s pipelined on one connection cause no leak warning', async (_what, method, count) => {
  const app = fastify();
  const underWay = new Map<string, number>();
  limitConcurrency(app, 10, underWay);
  const streams: EventStream[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.post('/', async () => {
    await finished;
    return {};
  });
  app.get('/', (_request, reply) => void streams.push(new EventStream(reply)));
  let begun = 0;
  let sockets: Socket | undefined;
  app.server.on('request', ({ socket }) => {
    begun += 1;
    sockets = socket;
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const caller = connect({ port: Number(port), host: '127.0.0.1' });
  onTestFinished(async () => {
    finish();
    caller.destroy();
    await app.close();
  });
  caller.on('error', () => {});
  caller.resume();

  caller.write(`${method} / HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count));
  await expect.poll(() => begun).toBe(count);
  await expect.poll(() => streams.length + (underWay.get('127.0.0.1') ?? 0)).toBe(count);
  // Node warns above ten listeners.
  expect(sockets?.listenerCount('close')).toBeLessThanOrEqual(10);

  // Each request is still notified of the closed connection.
  // Not events.once: it rejects when the reset connection emits an error first.
  const gone = new Promise((resolve) => sockets?.once('close', resolve));
  caller.destroy();
  await gone;
  finish();
  await expect.poll(() => underWay.size).toBe(0);
  expect(streams.every(({ isClosed }) => isClosed)).toBe(true);
});
