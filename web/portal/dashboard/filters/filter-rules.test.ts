import { expect, test } from 'vitest';
import type { StatsFilter } from '../../../../contract/stats/filter.ts';
import { toFilterLabel } from './filter-labels.ts';
import { addFilter, isFilteredBy, isFull, toggleValue } from './filter-rules.ts';

const germany: StatsFilter = { subject: 'country', operator: 'is', values: ['DE'] };

test('a row adds its filter, and again removes it', () => {
  const filtered = toggleValue([], 'country', 'is', 'DE');
  expect(filtered).toEqual([germany]);
  expect(isFilteredBy(filtered, 'country', 'DE')).toBe(true);
  expect(toggleValue(filtered, 'country', 'is', 'DE')).toEqual([]);
});

test('a value leaves a filter of several', () => {
  const both: StatsFilter = { ...germany, values: ['DE', 'FR'] };
  expect(toggleValue([both], 'country', 'is', 'DE')).toEqual([{ ...germany, values: ['FR'] }]);
});

test('excluded values share a filter and do not remove a chosen one', () => {
  const once = toggleValue([germany], 'source', 'is-not', 'Google');
  expect(toggleValue(once, 'source', 'is-not', 'News')).toEqual([
    germany,
    { subject: 'source', operator: 'is-not', values: ['Google', 'News'] },
  ]);
});

test('the same filter is added once, and at most twenty are', () => {
  expect(addFilter([germany], { ...germany })).toEqual([germany]);
  const many = Array.from({ length: 20 }, (_, index): StatsFilter => ({ ...germany, values: [`${index}`] }));
  expect(addFilter(many, germany)).toHaveLength(20);
});

test('a value that no question may have any more is not added, and the page shows that filters are full', () => {
  const values = (from: number) => Array.from({ length: 49 }, (_, index) => `v${from + index}`);
  const most: StatsFilter[] = [
    { subject: 'source', operator: 'is-not', values: values(0) },
    { subject: 'page', operator: 'is-not', values: values(100) },
    { ...germany, values: ['DE'] },
  ];
  expect(isFull(most)).toBe(false);
  const full = toggleValue(most, 'source', 'is-not', 'Google');
  expect(full[0]?.values).toHaveLength(50);
  expect(isFull(full)).toBe(true);
  expect(toggleValue(full, 'page', 'is-not', '/another')).toEqual(full);
  expect(toggleValue(full, 'city', 'is', 'Berlin')).toEqual(full);
  expect(toggleValue(full, 'country', 'is', 'DE')).toHaveLength(2);
});

test('a filter reads as a sentence', () => {
  expect(toFilterLabel({ ...germany, operator: 'is-not', values: ['unknown'] })).toBe(
    'Country is not Unknown',
  );
  expect(toFilterLabel({ subject: 'property:plan', operator: 'contains', values: ['pro'] })).toBe(
    'Property plan contains pro',
  );
  expect(toFilterLabel({ subject: 'utm-campaign', operator: 'is-not', values: ['spring', 'autumn'] })).toBe(
    'Campaign is not spring or autumn',
  );
});
