import { expect, test } from 'vitest';
import { formatMoney } from '../../contract/rules/money.ts';
import { formatAgo, formatAxis, formatShort } from './format.ts';

test.each([
  [0, '$0'],
  [1234, '$1,234'],
  [1234.5, '$1,234.50'],
  [0.1, '$0.10'],
  [2952121756.9, '$2,952,121,756.90'],
])('revenue of %d is formatted as %s', (value, text) => {
  expect(formatMoney(value, 'USD')).toBe(text);
});

test('other currencies have their own symbol', () => {
  expect(formatMoney(12, 'GBP')).toBe('£12');
  expect(formatMoney(12.5, 'EUR')).toBe('€12.50');
});

test.each([
  [[1000, 2000, 3000], 1000, ['1K', '2K', '3K']],
  [[1000, 1050, 1100], 50, ['1K', '1.05K', '1.1K']],
  [[0, 0.5, 1], 0.5, ['0', '0.5', '1']],
  [[2_000_000, 2_050_000], 50_000, ['2M', '2.05M']],
  [[10_000, 12_500, 15_000], 2_500, ['10K', '12.5K', '15K']],
])('axis labels %j differ from one another', (values, step, labels) => {
  expect(values.map((value) => formatAxis(value, step))).toEqual(labels);
});

test('small amounts are written out, large ones have three digits', () => {
  expect(formatShort(99_999)).toBeUndefined();
  expect(formatShort(236_000_861.7, 'EUR')).toBe('€236M');
  expect(formatShort(2_147_726)).toBe('2.15M');
});

test.each([
  [-5000, 'just now'],
  [1999, 'just now'],
  [12_000, '12 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [86_400_000, 'a day ago'],
  [3 * 86_400_000, '3 days ago'],
])('an event %d ms ago was %s', (ms, text) => {
  expect(formatAgo(ms)).toBe(text);
});
