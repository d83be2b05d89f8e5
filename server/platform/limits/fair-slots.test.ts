import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { FairSlots } from './fair-slots.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Slots with a clock of the test, and work that the test ends. */
function openSlots({ running = 2, waiting = 200, waitMaxMs = 60_000 } = {}) {
  let ms = 0;
  const slots = new FairSlots({ running, waiting, waitMaxMs, now: () => ms });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    slots,
    begun,
    refused,
    /** `user` is a company and a session, such as `a1`. */
    ask: (user: string, name = user) => {
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        });
      const onRefused = () => {
        refused.push(name);
      };
      const { 0: companyId = '', 1: sessionId = '' } = user;
      slots.run({ companyId, sessionId }, work).catch(onRefused);
    },
    /** Ends a piece of work after it ran this much longer. */
    end: async (name: string, afterMs: number) => {
      await nextTurn();
      ms += afterMs;
      const end = ends.get(name);
      if (!end) throw new Error(`${name} has not begun`);
      end();
      await nextTurn();
    },
    pass: (byMs: number) => {
      ms += byMs;
    },
  };
}

test('24 slow questions of one session delay another company by one of them', async () => {
  const t = openSlots();
  for (let index = 1; index <= 24; index += 1) t.ask('a1', `slow ${index}`);
  await nextTurn();
  expect(t.begun).toEqual(['slow 1', 'slow 2']);
  for (let index = 1; index <= 12; index += 1) t.ask('b1', `other ${index}`);
  await t.end('slow 1', 4_900);
  expect(t.begun.slice(2)).toEqual(['other 1']);
  await t.end('slow 2', 0);
  expect(t.begun.slice(3)).toEqual(['slow 3']);
  // While this one runs, every other turn is the other company's.
  for (let index = 1; index <= 11; index += 1) await t.end(`other ${index}`, 50);
  expect(t.begun.slice(4)).toEqual(Array.from({ length: 11 }, (_, index) => `other ${index + 2}`));
});

test('a company that used much time leaves one slot free, also for later questions', async () => {
  const t = openSlots();
  for (let index = 1; index <= 6; index += 1) t.ask('a1', `slow ${index}`);
  await t.end('slow 1', 3_000);
  await t.end('slow 2', 0);
  expect(t.slots.load).toEqual({ running: 1, waiting: 3 });
  t.ask('b1');
  await nextTurn();
  expect(t.begun.at(-1)).toBe('b1');
  await t.end('b1', 10);
  await t.end('slow 3', 10);
  expect(t.begun.at(-1)).toBe('slow 4');
  for (const name of ['slow 4', 'slow 5', 'slow 6']) await t.end(name, 10);
  // What it used is forgotten.
  t.pass(60_000);
  t.ask('a1', 'later 1');
  t.ask('a1', 'later 2');
  expect(t.slots.load).toEqual({ running: 2, waiting: 0 });
});

test('many sessions of a company are one company to others, and take turns among themselves', async () => {
  const t = openSlots({ running: 1 });
  t.ask('a1', 'first');
  for (const session of [1, 2, 3]) for (const index of [1, 2]) t.ask(`a${session}`, `a${session} ${index}`);
  t.ask('b1', 'b 1');
  t.ask('b1', 'b 2');
  await t.end('first', 100);
  for (let index = 0; index < 7; index += 1) await t.end(t.begun.at(-1) ?? '', 100);
  // Of several that used as little, the first that asked.
  expect(t.begun).toEqual(['first', 'b 1', 'a2 1', 'b 2', 'a3 1', 'a1 1', 'a2 2', 'a3 2', 'a1 2']);
});

test('beyond the bound, the company with the most waiting is refused', async () => {
  const t = openSlots({ running: 1, waiting: 4 });
  t.ask('a1', 'running');
  for (let index = 1; index <= 4; index += 1) t.ask('a1', `a ${index}`);
  t.ask('b1', 'b 1');
  t.ask('c1', 'c 1');
  await nextTurn();
  expect(t.refused).toEqual(['a 4', 'a 3']);
  t.ask('a1', 'a 5');
  await nextTurn();
  expect(t.refused).toEqual(['a 4', 'a 3', 'a 5']);
  expect(t.slots.load).toEqual({ running: 1, waiting: 4 });
});

test('what waited too long is refused with a 503, and takes no turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const slots = new FairSlots({ running: 1, waiting: 10, waitMaxMs: 8_000 });
  const user = { companyId: 'a', sessionId: '1' };
  let end: (result: string) => void = () => {};
  const work = new Promise<string>((resolve) => {
    end = resolve;
  });
  const first = slots.run(user, () => work);
  const late = slots.run(user, () => Promise.resolve('late'));
  const refused = expect(late).rejects.toMatchObject({ status: 503 });
  vi.advanceTimersByTime(8_000);
  await refused;
  expect(slots.load).toEqual({ running: 1, waiting: 0 });
  end('first');
  expect(await first).toBe('first');
  expect(slots.load).toEqual({ running: 0, waiting: 0 });
});

test('work that fails frees its slot', async () => {
  const slots = new FairSlots({ running: 1, waiting: 10, waitMaxMs: 8_000 });
  await expect(slots.run(undefined, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await slots.run(undefined, () => Promise.resolve('answered'))).toBe('answered');
});
