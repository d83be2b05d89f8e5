import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { AdmissionQueue, type Turn } from './admission.ts';

afterEach(() => {
  vi.useRealTimers();
});

const requester = { companyId: 'a', sessionId: '1', isAdmin: false, address: 'here' };

/** The turn of a request that does not end. `user` is a company and a session, such as `a1`. */
function aTurn(admission: AdmissionQueue, user: string): Promise<Turn> {
  const asked = { ...requester, companyId: user[0] ?? '', sessionId: user, address: user };
  return new Promise((resolve) => {
    void admission.run(asked, (turn) => {
      resolve(turn);
      return new Promise(() => {});
    });
  });
}

/** An admission with a clock of the test, and work that the test ends. */
function openAdmission({ slots = 2, waiting = 200, waitMaxMs = 60_000 } = {}) {
  let ms = 0;
  const admission = new AdmissionQueue({ slots, waiting, waitMaxMs, now: () => ms });
  const turns = new Map<string, Promise<Turn>>();
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    admission,
    begun,
    refused,
    /** Asks for a slot within the one request of this user. */
    ask: (user: string, name = user) => {
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        });
      const onRefused = () => {
        refused.push(name);
      };
      const turn = turns.get(user) ?? aTurn(admission, user);
      turns.set(user, turn);
      turn.then(({ use }) => use(work)).catch(onRefused);
    },
    /** Asks for a slot for the figures of one of many companies. */
    askOverview: (name: string) => {
      const begin = () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          ends.set(name, resolve);
        });
      admission.overviewTurn.use(begin).catch(() => refused.push(name));
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
  const t = openAdmission();
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

test('figures of many companies wait for every portal, and leave it a slot once they used much time', async () => {
  const t = openAdmission();
  for (let index = 1; index <= 8; index += 1) t.askOverview(`company ${index}`);
  await nextTurn();
  expect(t.begun).toEqual(['company 1', 'company 2']);
  t.ask('a1');
  t.ask('b1');
  await t.end('company 1', 2_500);
  await t.end('company 2', 0);
  expect(t.begun.slice(2)).toEqual(['a1', 'b1']);
  await t.end('a1', 10);
  await t.end('b1', 10);
  // One of the two slots stays free for portals.
  expect(t.begun.slice(4)).toEqual(['company 3']);
  t.ask('c1');
  await nextTurn();
  expect(t.begun.slice(5)).toEqual(['c1']);
});

test('a company that used much time leaves one slot free, also for later questions', async () => {
  const t = openAdmission();
  for (let index = 1; index <= 6; index += 1) t.ask('a1', `slow ${index}`);
  await t.end('slow 1', 3_000);
  await t.end('slow 2', 0);
  expect(t.admission.load).toEqual({ running: 1, waiting: 3 });
  t.ask('b1');
  await nextTurn();
  expect(t.begun.at(-1)).toBe('b1');
  await t.end('b1', 10);
  await t.end('slow 3', 10);
  expect(t.begun.at(-1)).toBe('slow 4');
  for (const name of ['slow 4', 'slow 5', 'slow 6']) await t.end(name, 10);
  // The usage of the session is forgotten.
  t.pass(60_000);
  t.ask('a1', 'later 1');
  t.ask('a1', 'later 2');
  await nextTurn();
  expect(t.admission.load).toEqual({ running: 2, waiting: 0 });
});

test('many sessions of a company are one company to others, and take turns among themselves', async () => {
  const t = openAdmission({ slots: 1 });
  t.ask('a1', 'first');
  for (const session of [1, 2, 3]) for (const index of [1, 2]) t.ask(`a${session}`, `a${session} ${index}`);
  t.ask('b1', 'b 1');
  t.ask('b1', 'b 2');
  await t.end('first', 100);
  for (let index = 0; index < 7; index += 1) await t.end(t.begun.at(-1) ?? '', 100);
  // Among several that used as little, the first that asked.
  expect(t.begun).toEqual(['first', 'b 1', 'a2 1', 'b 2', 'a3 1', 'a1 1', 'a2 2', 'a3 2', 'a1 2']);
});

test('beyond the bound, the company with the most waiting is refused', async () => {
  const t = openAdmission({ slots: 1, waiting: 4 });
  t.ask('a1', 'running');
  for (let index = 1; index <= 4; index += 1) t.ask('a1', `a ${index}`);
  t.ask('b1', 'b 1');
  t.ask('c1', 'c 1');
  await nextTurn();
  expect(t.refused).toEqual(['a 4', 'a 3']);
  t.ask('a1', 'a 5');
  await nextTurn();
  expect(t.refused).toEqual(['a 4', 'a 3', 'a 5']);
  expect(t.admission.load).toEqual({ running: 1, waiting: 4 });
});

test('work that waited too long is rejected with a 503, and gets no slot', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const admission = new AdmissionQueue({ slots: 1, waiting: 10, waitMaxMs: 8_000 });
  const { use } = admission.ownTurn;
  let end: (result: string) => void = () => {};
  const work = new Promise<string>((resolve) => {
    end = resolve;
  });
  const first = use(() => work);
  const late = use(() => Promise.resolve('late'));
  const rejected = expect(late).rejects.toMatchObject({ status: 503 });
  vi.advanceTimersByTime(8_000);
  await rejected;
  expect(admission.load).toEqual({ running: 1, waiting: 0 });
  end('first');
  expect(await first).toBe('first');
  expect(admission.load).toEqual({ running: 0, waiting: 0 });
});

test('a request may wait as long in all, whatever it waits for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const admission = new AdmissionQueue({ slots: 1, waiting: 10, waitMaxMs: 8_000 });
  const ends: (() => void)[] = [];
  const hold = () => new Promise<void>((resolve) => ends.push(resolve));
  const own = admission.ownTurn.use(hold);
  await nextTurn();
  const four = Array.from({ length: 4 }, () => admission.run(requester, hold));
  const last = admission.run(requester, (turn) => turn.use(() => Promise.resolve('answered')));
  const rejected = expect(last).rejects.toMatchObject({ status: 503 });
  vi.advanceTimersByTime(6_000);
  // Its session has room, but the slot is not free.
  ends[1]?.();
  await four[0];
  await nextTurn();
  expect(admission.load).toEqual({ running: 1, waiting: 1 });
  vi.advanceTimersByTime(2_000);
  await rejected;
  for (const end of ends) end();
  await Promise.all([own, ...four]);
});

test('a request that waited too long for its own session is rejected with a 429', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const admission = new AdmissionQueue({ slots: 1, waiting: 10, waitMaxMs: 8_000 });
  const ends: (() => void)[] = [];
  const four = Array.from({ length: 4 }, () =>
    admission.run(requester, () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  const rejected = expect(admission.run(requester, () => Promise.resolve())).rejects.toMatchObject({
    status: 429,
  });
  vi.advanceTimersByTime(8_000);
  await rejected;
  for (const end of ends) end();
  await Promise.all(four);
});

test('work that fails frees its slot, and its request its share', async () => {
  const admission = new AdmissionQueue({ slots: 1, waiting: 10, waitMaxMs: 8_000 });
  const fail = () => Promise.reject(new Error('failed'));
  for (let nth = 0; nth < 5; nth += 1)
    await expect(admission.run(requester, (turn) => turn.use(fail))).rejects.toThrow('failed');
  expect(await admission.run(requester, (turn) => turn.use(() => Promise.resolve('answered')))).toBe(
    'answered',
  );
});

test('of companies with as many slots, cards and charts go before lists, and lists before the rest', async () => {
  const admission = new AdmissionQueue({ slots: 1, waiting: 10, waitMaxMs: 60_000 });
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return nextTurn();
  };
  const ask = (companyId: string, importance: 'figures' | 'list' | 'other') =>
    admission.run(
      { ...requester, companyId, sessionId: companyId },
      ({ use }) => use(work(`${companyId} ${importance}`)),
      importance,
    );
  await Promise.all([
    ask('first', 'other'),
    ask('a', 'other'),
    ask('b', 'list'),
    ask('c', 'other'),
    ask('d', 'figures'),
    ask('e', 'list'),
  ]);
  expect(begun).toEqual(['first other', 'd figures', 'b list', 'e list', 'a other', 'c other']);
});
