import { expect, test } from 'vitest';
import { GroupCommit } from './group-commit.ts';

/** A commit that the test completes. */
function heldCommit() {
  const batches: number[][] = [];
  const held: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const waiting: (() => void)[] = [];
  return {
    batches,
    commit: (items: number[]) => {
      batches.push(items);
      return new Promise<void>((resolve, reject) => {
        held.push({ resolve, reject });
        waiting.shift()?.();
      });
    },
    /** Waits for the oldest commit under way. */
    next: async () => {
      if (held.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const first = held.shift();
      if (!first) throw new Error('no commit is under way');
      return first;
    },
  };
}

const generous = {
  batchMax: 100,
  queueMax: 1_000,
  companyMax: 1_000,
  waitMaxMs: 60_000,
  onFailure: () => {},
};

test('items that arrive during a commit are stored together in the next', async () => {
  const { batches, commit, next } = heldCommit();
  const group = new GroupCommit<number>({ ...generous, commit });
  const first = group.add('one', [1]);
  const underway = await next();
  const others = [group.add('one', [2]), group.add('one', [3, 4]), group.add('one', [5])];
  underway.resolve();
  await first;
  (await next()).resolve();
  await Promise.all(others);
  expect(batches).toEqual([[1], [2, 3, 4, 5]]);
});

test('an item is acknowledged only after its commit', async () => {
  const { commit, next } = heldCommit();
  const group = new GroupCommit<number>({ ...generous, commit });
  const answered: number[] = [];
  const first = group.add('one', [1]).then(() => answered.push(1));
  const underway = await next();
  const second = group.add('one', [2]).then(() => answered.push(2));
  underway.resolve();
  await first;
  const last = await next();
  expect(answered).toEqual([1]);
  last.resolve();
  await second;
  expect(answered).toEqual([1, 2]);
});

test('a batch has at most batchMax items, but a single larger request is stored alone', async () => {
  const batches: number[] = [];
  const group = new GroupCommit<number>({
    ...generous,
    batchMax: 10,
    commit: async (items) => void batches.push(items.length),
  });
  const of = (length: number) => Array<number>(length).fill(0);
  await Promise.all([
    group.add('one', of(6)),
    group.add('one', of(4)),
    group.add('one', of(1)),
    group.add('one', of(25)),
    group.add('one', of(9)),
  ]);
  expect(batches).toEqual([10, 1, 25, 9]);
});

test('an item that the database rejects fails alone', async () => {
  const stored: number[] = [];
  const failures: unknown[] = [];
  const group = new GroupCommit<number>({
    ...generous,
    onFailure: (error) => failures.push(error),
    commit: async (items) => {
      if (items.includes(13)) throw new Error('invalid input');
      stored.push(...items);
    },
  });
  const results = await Promise.allSettled([1, 2, 13, 4, 5, 6, 7].map((item) => group.add('one', [item])));
  expect(results.map((result) => result.status === 'fulfilled')).toEqual([
    true,
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(stored).toEqual([1, 2, 4, 5, 6, 7]);
  expect(failures).toHaveLength(1);
});

test('without a database the whole batch fails at once with 503, and the next one is tried', async () => {
  let attempts = 0;
  const group = new GroupCommit<number>({
    ...generous,
    commit: async () => {
      attempts += 1;
      if (attempts === 1) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    },
  });
  const results = await Promise.allSettled([
    group.add('one', [1]),
    group.add('one', [2]),
    group.add('one', [3]),
  ]);
  for (const result of results)
    expect(result).toMatchObject({ reason: { status: 503, code: 'unavailable' } });
  expect(attempts).toBe(1);
  await group.add('one', [4]);
});

test('a full queue rejects with 503 at once and accepts again when it has room', async () => {
  const { commit, next } = heldCommit();
  const group = new GroupCommit<number>({ ...generous, queueMax: 3, commit });
  const first = group.add('one', [1]);
  const underway = await next();
  const second = group.add('one', [2, 3, 4]);
  await expect(group.add('one', [5])).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  expect(group.queuedItems).toBe(3);
  underway.resolve();
  await first;
  const later = await next();
  const third = group.add('one', [6]);
  later.resolve();
  (await next()).resolve();
  await Promise.all([second, third]);
  expect(group.queuedItems).toBe(0);
});

test('items that waited too long are rejected and not stored', async () => {
  const { batches, commit, next } = heldCommit();
  const group = new GroupCommit<number>({ ...generous, waitMaxMs: 50, commit });
  const first = group.add('one', [1]);
  const underway = await next();
  const second = group.add('one', [2]);
  await expect(first).rejects.toMatchObject({ status: 503 });
  await expect(second).rejects.toMatchObject({ status: 503 });
  expect(group.queuedItems).toBe(0);
  underway.resolve();
  await group.drained();
  expect(batches).toEqual([[1]]);
});

test('drained waits for commits under way and queued items', async () => {
  const { commit, next } = heldCommit();
  const group = new GroupCommit<number>({ ...generous, commit });
  await group.drained();
  const added = [group.add('one', [1])];
  const first = await next();
  added.push(group.add('one', [2]));
  let isDrained = false;
  const drained = group.drained().then(() => {
    isDrained = true;
  });
  first.resolve();
  const second = await next();
  expect(isDrained).toBe(false);
  second.resolve();
  await drained;
  await Promise.all(added);
});

test('a company that floods the queue does not delay another company’s events', async () => {
  const { batches, commit, next } = heldCommit();
  const group = new GroupCommit<number>({ ...generous, batchMax: 20, companyMax: 200, commit });
  const first = group.add('flood', [0]);
  const underway = await next();
  const flood = Array.from({ length: 150 }, () => group.add('flood', [1]));
  const quiet = [group.add('quiet', [7]), group.add('quiet', [8, 9])];
  underway.resolve();
  (await next()).resolve();
  await Promise.all([first, ...quiet]);
  expect(batches[1]).toEqual(expect.arrayContaining([7, 8, 9]));
  expect(batches[1]).toHaveLength(20);
  while (group.queuedItems > 0) (await next()).resolve();
  await Promise.all([...flood, group.drained()]);
});

test('large requests of one company get no more throughput than single events of another', async () => {
  const { batches, commit, next } = heldCommit();
  const group = new GroupCommit<number>({ ...generous, batchMax: 60, commit });
  const all = [group.add('other', [0])];
  const underway = await next();
  for (let i = 0; i < 5; i += 1) all.push(group.add('large', Array<number>(30).fill(1)));
  for (let i = 0; i < 60; i += 1) all.push(group.add('small', [2]));
  underway.resolve();
  (await next()).resolve();
  const taken = batches[1] ?? [];
  expect(taken.filter((item) => item === 2).length).toBeGreaterThanOrEqual(20);
  while (group.queuedItems > 0) (await next()).resolve();
  await Promise.all([...all, group.drained()]);
});

test('a company with too many queued items is rejected alone and makes room for others', async () => {
  const { commit, next } = heldCommit();
  const group = new GroupCommit<number>({ ...generous, queueMax: 10, companyMax: 8, commit });
  const answered = [group.add('first', [0])];
  const underway = await next();
  const flood = Array.from({ length: 8 }, () => group.add('flood', [1]));
  await expect(group.add('flood', [1])).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '2' },
  });
  answered.push(group.add('quiet', [2, 3, 4]));
  // The newest items of the flood were dropped.
  await expect(flood.at(-1)).rejects.toMatchObject({ status: 429 });
  expect(group.queuedItems).toBe(10);
  underway.resolve();
  (await next()).resolve();
  await Promise.all([...answered, ...flood.slice(0, -1)]);
});
