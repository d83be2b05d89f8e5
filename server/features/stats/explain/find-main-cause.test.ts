import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CountedValues, causeDimensions, findMainCause } from './find-main-cause.ts';

type Counts = Record<string, readonly [before: number, now: number]>;

function aList(dimension: CountedValues['dimension'], counts: Counts): CountedValues {
  const of = (place: 0 | 1) =>
    Object.entries(counts).flatMap(([value, pair]) =>
      pair[place] === 0 ? [] : [{ value, count: pair[place] }],
    );
  return { dimension, before: of(0), now: of(1) };
}

test('a campaign that brought all additional visitors explains a spike', () => {
  const lists = [
    aList('country', { DE: [80, 300], FR: [20, 100] }),
    aList('source', { Google: [70, 72], Instagram: [30, 328] }),
    aList('utm-campaign', { '(none)': [100, 102], spring: [0, 298] }),
    aList('entry-page', { '/': [90, 95], '/sale': [10, 305] }),
  ];
  expect(findMainCause({ before: 100, now: 400 }, lists)).toEqual({
    ...{ dimension: 'utm-campaign', value: 'spring', before: 0, now: 298 },
  });
});

test('a source that stopped explains a drop, also where the others rose', () => {
  const lists = [aList('source', { Google: [200.5, 10], Direct: [180, 190], Bing: [20, 20] })];
  expect(findMainCause({ before: 400.5, now: 220 }, lists)).toEqual({
    ...{ dimension: 'source', value: 'Google', before: 200.5, now: 10 },
  });
});

test('a change of everything has no single cause, however large a value is', () => {
  const lists = [
    aList('country', { DE: [900, 450], AT: [100, 50] }),
    aList('source', { Google: [600, 310], Direct: [400, 190] }),
  ];
  expect(findMainCause({ before: 1000, now: 500 }, lists)).toBeNull();
});

test('a value that has everything is no cause', () => {
  expect(findMainCause({ before: 100, now: 40 }, [aList('entry-page', { '/': [100, 40] })])).toBeNull();
});

test('several values that each have less than half are no single cause', () => {
  const lists = [aList('source', { A: [0, 40], B: [0, 40], C: [0, 40], D: [100, 100] })];
  expect(findMainCause({ before: 100, now: 220 }, lists)).toBeNull();
});

test('where no value is known, nothing is the cause', () => {
  const lists = [
    aList('country', { unknown: [0, 100], DE: [50, 50] }),
    aList('utm-campaign', { '(none)': [50, 150] }),
  ];
  expect(findMainCause({ before: 50, now: 150 }, lists)).toBeNull();
});

test('a less specific value is named if it covers clearly more', () => {
  const lists = [
    aList('utm-campaign', { spring: [0, 60], '(none)': [100, 140] }),
    aList('source', { Newsletter: [0, 100], Direct: [100, 100] }),
  ];
  expect(findMainCause({ before: 100, now: 200 }, lists)).toMatchObject({ value: 'Newsletter' });
});

test('without a change, and without values, there is no cause', () => {
  expect(findMainCause({ before: 5, now: 5 }, [aList('source', { A: [0, 5], B: [5, 0] })])).toBeNull();
  expect(findMainCause({ before: 0, now: 50 }, [])).toBeNull();
});

const counts = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,3}$/),
  fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 })),
  { minKeys: 1, maxKeys: 8 },
);
const total = (given: Counts) => ({
  before: Object.values(given).reduce((sum, [before]) => sum + before, 0),
  now: Object.values(given).reduce((sum, [, now]) => sum + now, 0),
});

test('a cause has the direction of the change and at least half of it, in whatever order values are listed', () => {
  fc.assert(
    fc.property(counts, fc.constantFrom(...causeDimensions), (given, dimension) => {
      const whole = total(given);
      const list = aList(dimension, given);
      const cause = findMainCause(whole, [list]);
      const reversed = { dimension, now: list.now.toReversed(), before: list.before.toReversed() };
      expect(findMainCause(whole, [reversed])).toEqual(cause);
      if (!cause) return;
      expect([cause.before, cause.now]).toEqual(given[cause.value]);
      expect((cause.now - cause.before) / (whole.now - whole.before)).toBeGreaterThanOrEqual(0.5);
    }),
  );
});

test('a drop has the same cause as the rise back, unless there was nothing before', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 100, max: 9_999 }), (given, added) => {
      // A new value is added to others that stay as they are.
      const before = Object.fromEntries(Object.entries(given).map(([name, [count]]) => [name, count + 1]));
      const rise = Object.fromEntries(
        Object.entries(before).map(([name, count]): [string, [number, number]] => [name, [count, count]]),
      );
      const all: Counts = { ...rise, NEW: [0, added] };
      expect(findMainCause(total(all), [aList('source', all)])?.value).toBe('NEW');
      const back = Object.fromEntries(
        Object.entries(all).map(([name, [a, b]]): [string, [number, number]] => [name, [b, a]]),
      );
      expect(findMainCause(total(back), [aList('source', back)])?.value).toBe('NEW');
    }),
  );
});

test('values that all change by the same factor are never a cause', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 9 }), (given, factor) => {
      const all: Counts = Object.fromEntries(
        given.map((count, index): [string, [number, number]] => [`v${index}`, [count, count * factor]]),
      );
      expect(findMainCause(total(all), [aList('source', all)])).toBeNull();
    }),
  );
});
