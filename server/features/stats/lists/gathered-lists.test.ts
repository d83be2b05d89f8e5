import { expect, test } from 'vitest';
import { GatheredLists } from './gathered-lists.ts';

/** Answers each list with its name, and remembers which were asked together. */
function createGathered({ listsMax = 8, togetherMax = Number.POSITIVE_INFINITY } = {}) {
  const asked: (readonly string[])[] = [];
  const gathered = new GatheredLists<string, string>({
    delayMs: 1,
    listsMax,
    isTooLarge: (error) => error instanceof RangeError,
  });
  const ask = async (lists: readonly string[]) => {
    asked.push(lists);
    if (lists.length > togetherMax) throw new RangeError('too many');
    if (lists.includes('broken')) throw new Error('broken');
    return lists.map((list) => `answer to ${list}`);
  };
  return { asked, ask: (id: string, list: string) => gathered.ask(id, list, ask) };
}

test('lists of one question are asked together, and each gets its answer', async () => {
  const { asked, ask } = createGathered();
  const answers = await Promise.all([ask('q', 'a'), ask('other', 'b'), ask('q', 'c')]);
  expect(answers).toEqual(['answer to a', 'answer to b', 'answer to c']);
  expect(asked).toEqual([['a', 'c'], ['b']]);
});

test('a question is asked again after its answer', async () => {
  const { asked, ask } = createGathered();
  await ask('q', 'a');
  await ask('q', 'b');
  expect(asked).toEqual([['a'], ['b']]);
});

test('not more lists are asked together than fit', async () => {
  const { asked, ask } = createGathered({ listsMax: 2 });
  await Promise.all(['a', 'b', 'c'].map((list) => ask('q', list)));
  expect(asked).toEqual([['a', 'b'], ['c']]);
});

test('lists that are too large together are asked one by one', async () => {
  const { asked, ask } = createGathered({ togetherMax: 1 });
  expect(await Promise.all([ask('q', 'a'), ask('q', 'b')])).toEqual(['answer to a', 'answer to b']);
  expect(asked).toEqual([['a', 'b'], ['a'], ['b']]);
});

test('any other error is that of all lists', async () => {
  const { asked, ask } = createGathered();
  const settled = await Promise.allSettled([ask('q', 'a'), ask('q', 'broken')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toEqual([['a', 'broken']]);
});
