import { expect, test } from 'vitest';
import { listOrderMonths } from './order-months.ts';

test('the last twelve months have their first and last day, over the turn of a year and a leap day', () => {
  const months = listOrderMonths('2028-03-31');
  expect(months).toHaveLength(12);
  expect(months.slice(0, 4).map(({ from, to, note }) => [from, to, note])).toEqual([
    ['2028-03-01', '2028-03-31', 'This month, so far'],
    ['2028-02-01', '2028-02-29', 'Last month'],
    ['2028-01-01', '2028-01-31', undefined],
    ['2027-12-01', '2027-12-31', undefined],
  ]);
  expect(months.at(-1)?.from).toBe('2027-04-01');
});

test('a month has its name, whatever zone the browser is in', () => {
  expect(listOrderMonths('2026-11-01')[0]?.label).toBe('November 2026');
});
