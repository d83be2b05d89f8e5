import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { IpcChannel } from './ipc-channel.ts';
import { SharedRateLimits } from './shared-rate-limits.ts';

type Handlers = ConstructorParameters<typeof IpcChannel>[1];

/** Both ends of a connection, and a function that sends a foreign message. */
function connect(left: Handlers, right: Handlers) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const [a, b] = [port1, port2].map((port) => ({
    // As between processes, undefined values are dropped.
    send: (message: object, done: (error: Error | null) => void) => {
      port.postMessage(JSON.parse(JSON.stringify(message)));
      done(null);
    },
    onMessage: (listener: (message: unknown) => void) => port.on('message', listener),
  }));
  if (!a || !b) throw new Error('a channel has two ends');
  const disturb = (message: unknown) => port2.postMessage(message);
  return { left: new IpcChannel(a, left), right: new IpcChannel(b, right), disturb };
}

test('both ends send requests and replies, many at a time', async () => {
  const { left, right } = connect({ double: (n) => Number(n) * 2 }, { triple: async (n) => Number(n) * 3 });
  const asked = [1, 2, 3].flatMap((n) => [
    right.request('double', n, 5_000),
    left.request('triple', n, 5_000),
  ]);
  expect(await Promise.all(asked)).toEqual([2, 3, 4, 6, 6, 9]);
});

test('an empty request and an empty reply are possible', async () => {
  const { left } = connect({}, { ready: () => undefined });
  expect(await left.request('ready', undefined, 5_000)).toBeUndefined();
});

test('a request that fails on the other end fails here with the same message', async () => {
  const fail = () => {
    throw new Error('the shop is shut');
  };
  const { left } = connect({}, { buy: fail });
  await expect(left.request('buy', 'bread', 5_000)).rejects.toThrow('the shop is shut');
});

test('a missing reply is an error, and a late one is ignored', async () => {
  let answer: (value: string) => void = () => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  const { left } = connect({}, { slow: () => slow, quick: () => 'quick' });
  await expect(left.request('slow', null, 20)).rejects.toThrow('no response in time: slow');
  answer('late');
  expect(await left.request('quick', null, 5_000)).toBe('quick');
});

test('messages of the runtime on the same connection are ignored', async () => {
  const { left, disturb } = connect({}, { quick: () => 'quick' });
  for (const message of [{ cmd: 'NODE_CLUSTER' }, 'text', null, { replyTo: 99, result: 1 }]) disturb(message);
  expect(await left.request('quick', null, 5_000)).toBe('quick');
});

test('an invalid attempt is not counted for a worker', () => {
  const limits = new SharedRateLimits();
  expect(limits.count({ key: 'a', max: 1, windowMs: 60_000 })).toEqual({ current: 1, ttl: 60_000 });
  expect(limits.count({ key: 'a', max: 1, windowMs: 60_000 }).current).toBe(2);
  expect(() => limits.count({ key: 'a', windowMs: 60_000 })).toThrow();
});
