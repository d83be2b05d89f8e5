import { expect, test } from 'vitest';
import { Metrics } from '../metrics/metrics.ts';
import { type HashOwner, HashQueue } from './hash-queue.ts';

const owner = (given: Partial<HashOwner>): HashOwner => ({
  address: `${Math.random()}`,
  network: 'net',
  account: `${Math.random()}`,
  ...given,
});

/** A queue with hashes that the test completes. */
function aQueue(options: ConstructorParameters<typeof HashQueue>[1] = {}) {
  const queue = new HashQueue(new Metrics(), { atOnceMax: 1, ...options });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, given: Partial<HashOwner> = {}) =>
    queue.run(owner(given), () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const finish = async (promise: Promise<string>) => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
    return promise;
  };
  return { queue, started, ask, finish };
}

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { status?: number }) => error.status,
  );

test('an address gets a few places and then 429, so that its hashes do not block others', async () => {
  const { ask, queue } = aQueue({ addressMax: 3 });
  const mine = Array.from({ length: 5 }, (_, turn) => ask(`${turn}`, { address: 'attacker' }));
  expect(await outcomeOf(mine[3] ?? Promise.resolve())).toBe(429);
  expect(await outcomeOf(mine[4] ?? Promise.resolve())).toBe(429);
  expect(queue.waitingCount).toBe(2);
});

test('an account has few places, whichever addresses ask', async () => {
  const { ask } = aQueue({ accountMax: 2 });
  const all = Array.from({ length: 3 }, (_, turn) => ask(`${turn}`, { account: 'victim' }));
  expect(await outcomeOf(all[2] ?? Promise.resolve())).toBe(429);
});

test('networks are served in turn: a new one does not wait behind all hashes of another', async () => {
  const { ask, started, finish } = aQueue();
  const [first] = Array.from({ length: 5 }, (_, turn) => ask(`attacker ${turn}`, { network: 'attackers' }));
  const newcomer = ask('newcomer', { network: 'home' });
  if (!first) throw new Error('nothing was asked');
  await finish(first);
  expect(started).toEqual(['attacker 0', 'attacker 1']);
  void finish(newcomer);
  await expect.poll(() => started).toEqual(['attacker 0', 'attacker 1', 'newcomer']);
});

test('a full queue rejects the network that filled it, not others', async () => {
  const { ask, queue } = aQueue({ waitingMax: 4 });
  const attackers = Array.from({ length: 5 }, (_, turn) => ask(`${turn}`, { network: 'attackers' }));
  expect(queue.waitingCount).toBe(4);
  expect(await outcomeOf(ask('one more', { network: 'attackers' }))).toBe(503);
  void ask('newcomer', { network: 'home' });
  expect(await outcomeOf(attackers[4] ?? Promise.resolve())).toBe(429);
  expect(queue.waitingCount).toBe(4);
});

test('places are released by hashes that succeed, fail or are rejected', async () => {
  const { ask, finish, queue } = aQueue({ addressMax: 1, accountMax: 1 });
  const who = { address: 'one', account: 'one' };
  for (let turn = 0; turn < 3; turn += 1) expect(await finish(ask('a', who))).toBe('a');
  const failing = queue.run(owner(who), () => Promise.reject(new Error('no memory')));
  await expect(failing).rejects.toThrow('no memory');
  expect(await finish(ask('b', who))).toBe('b');
  expect(queue.waitingCount).toBe(0);
});
