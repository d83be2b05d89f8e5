import { expect, test } from 'vitest';
import { unavailable } from '../../platform/errors.ts';
import { SharedWork, type Task } from './shared-work.ts';

interface Running {
  key: string;
  answer: (value: string) => void;
  fail: (error: Error) => void;
}

function aWork({ runningMax = 1, isFinal = true, keptCharactersMax = 1_000 } = {}) {
  const running: Running[] = [];
  const errors: unknown[] = [];
  const work = new SharedWork<string>({
    runningMax,
    keptCharactersMax,
    isFinal: () => isFinal,
    onError: (error) => errors.push(error),
  });
  const task = (key: string): Task<string> => ({
    key,
    compute: () => new Promise((answer, fail) => running.push({ key, answer, fail })),
  });
  const keys = () => running.map(({ key }) => key);
  return { work, task, running, errors, keys };
}

test('what two ask for is computed once, and kept', async () => {
  const { work, task, running, keys } = aWork();
  const first = work.ask([task('a')]);
  const second = work.ask([task('a'), task('a')]);
  running[0]?.answer('1');
  expect(await first).toEqual([{ is: 'known', value: '1' }]);
  expect(await second).toEqual([
    { is: 'known', value: '1' },
    { is: 'known', value: '1' },
  ]);
  expect(await work.ask([task('a')])).toEqual([{ is: 'known', value: '1' }]);
  expect(keys()).toEqual(['a']);
});

test('an answer that cannot wait has what is known, and the work continues', async () => {
  const { work, task, running } = aWork();
  const asked = work.ask([task('a'), task('b')], { waitMs: 0 });
  running[0]?.answer('1');
  expect(await asked).toEqual([{ is: 'known', value: '1' }, { is: 'later' }]);
  running[1]?.answer('2');
  expect(await work.ask([task('b')])).toEqual([{ is: 'known', value: '2' }]);
});

test('no more tasks run at once than allowed, those of the latest request first', async () => {
  const { work, task, running, keys } = aWork({ runningMax: 2 });
  const first = work.ask(['a', 'b', 'c', 'd'].map(task));
  const second = work.ask(['d', 'e'].map(task));
  expect(keys()).toEqual(['a', 'b']);
  for (let at = 0; at < 5; at += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(at);
    running[at]?.answer('');
  }
  await Promise.all([first, second]);
  expect(keys()).toEqual(['a', 'b', 'd', 'e', 'c']);
});

test('the work of a request that has ended is dropped, unless another one wants it', async () => {
  const { work, task, running, keys } = aWork();
  const ended = new AbortController();
  const first = work.ask(['a', 'b', 'c'].map(task), { signal: ended.signal });
  const second = work.ask([task('c')]);
  ended.abort();
  expect(await first).toEqual([{ is: 'later' }, { is: 'later' }, { is: 'later' }]);
  expect(work.load).toEqual({ running: 1, waiting: 1 });
  running[0]?.answer('');
  await expect.poll(keys).toEqual(['a', 'c']);
  running[1]?.answer('3');
  expect(await second).toEqual([{ is: 'known', value: '3' }]);
});

test('a failure is not the failure of others, and is not repeated at once', async () => {
  const { work, task, running, errors, keys } = aWork({ runningMax: 2 });
  const asked = work.ask([task('a'), task('b')]);
  running[0]?.fail(new Error('broken'));
  running[1]?.answer('2');
  expect(await asked).toEqual([{ is: 'failed' }, { is: 'known', value: '2' }]);
  expect(await work.ask([task('a')])).toEqual([{ is: 'failed' }]);
  expect(errors).toHaveLength(1);
  expect(keys()).toEqual(['a', 'b']);
});

test('a busy server is no failure: the next answer may have it', async () => {
  const { work, task, running, errors } = aWork();
  const asked = work.ask([task('a')]);
  running[0]?.fail(unavailable());
  expect(await asked).toEqual([{ is: 'later' }]);
  expect(errors).toEqual([]);
});

test('only so much is kept', async () => {
  const { work, task, running, keys } = aWork({ keptCharactersMax: 20 });
  for (const [at, key] of ['a', 'b', 'a'].entries()) {
    const asked = work.ask([task(key)]);
    running[at]?.answer('0123456789');
    await asked;
  }
  expect(keys()).toEqual(['a', 'b', 'a']);
});

test('closing answers everything that waits', async () => {
  const { work, task, running } = aWork();
  const asked = work.ask([task('a'), task('b')]);
  work.close();
  running[0]?.answer('1');
  expect(await asked).toEqual([{ is: 'known', value: '1' }, { is: 'later' }]);
});
