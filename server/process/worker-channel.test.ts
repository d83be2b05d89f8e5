import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { SharedLimits } from './shared-limits.ts';
import { Channel } from './worker-channel.ts';

type Answerers = ConstructorParameters<typeof Channel>[1];

/** Both ends of one connection, and what puts a message of somebody else onto it. */
function connect(left: Answerers, right: Answerers) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const [a, b] = [port1, port2].map((port) => ({
    // As between processes, what is undefined does not arrive.
    send: (message: object, done: (error: Error | null) => void) => {
      port.postMessage(JSON.parse(JSON.stringify(message)));
      done(null);
    },
    onMessage: (listener: (message: unknown) => void) => port.on('message', listener),
  }));
  if (!a || !b) throw new Error('a channel has two ends');
  const disturb = (message: unknown) => port2.postMessage(message);
  return { left: new Channel(a, left), right: new Channel(b, right), disturb };
}

test('both ends ask and answer, many questions at a time', async () => {
  const { left, right } = connect({ double: (n) => Number(n) * 2 }, { triple: async (n) => Number(n) * 3 });
  const asked = [1, 2, 3].flatMap((n) => [right.ask('double', n, 5_000), left.ask('triple', n, 5_000)]);
  expect(await Promise.all(asked)).toEqual([2, 3, 4, 6, 6, 9]);
});

test('nothing asked and nothing answered is an answer too', async () => {
  const { left } = connect({}, { ready: () => undefined });
  expect(await left.ask('ready', undefined, 5_000)).toBeUndefined();
});

test('a question that fails over there fails here, in the same words', async () => {
  const fail = () => {
    throw new Error('the shop is shut');
  };
  const { left } = connect({}, { buy: fail });
  await expect(left.ask('buy', 'bread', 5_000)).rejects.toThrow('the shop is shut');
});

test('an answer that does not come in time is a failure, and one that comes late disturbs nobody', async () => {
  let answer: (value: string) => void = () => {};
  const slow = new Promise((resolve) => {
    answer = resolve;
  });
  const { left } = connect({}, { slow: () => slow, quick: () => 'quick' });
  await expect(left.ask('slow', null, 20)).rejects.toThrow('no answer in time: slow');
  answer('late');
  expect(await left.ask('quick', null, 5_000)).toBe('quick');
});

test('messages of the runtime on the same connection are nobody’s business', async () => {
  const { left, disturb } = connect({}, { quick: () => 'quick' });
  for (const message of [{ cmd: 'NODE_CLUSTER' }, 'text', null, { reply: 99, answer: 1 }]) disturb(message);
  expect(await left.ask('quick', null, 5_000)).toBe('quick');
});

test('what is no attempt is not counted for a worker', () => {
  const limits = new SharedLimits();
  expect(limits.count({ key: 'a', max: 1, windowMs: 60_000 })).toEqual({ current: 1, ttl: 60_000 });
  expect(limits.count({ key: 'a', max: 1, windowMs: 60_000 }).current).toBe(2);
  expect(() => limits.count({ key: 'a', windowMs: 60_000 })).toThrow();
});
