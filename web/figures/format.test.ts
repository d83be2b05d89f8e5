import { afterEach, expect, test } from 'vitest';
import {
  formatCount,
  formatDate,
  formatExactMoney,
  formatMetric,
  formatMetricShort,
  setLocales,
  toChange,
} from './format.ts';

afterEach(() => setLocales(['en']));

test('numbers and dates have the same spaces on the server and in every browser', () => {
  setLocales(['fr']);
  expect(formatCount(12_345)).toBe('12\u00a0345');
  expect(formatMetric('revenue', '1234.50', 'EUR')).toBe('1\u00a0234,50\u00a0€');
  setLocales(['en']);
  const options = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
  expect(formatDate('2026-11-23T15:05:00Z', options, 'UTC')).toBe('3:05 PM');
});

test.each([
  ['1234.50', 'USD', '$1,234.50'],
  ['1234.00', 'USD', '$1,234.00'],
  ['-5.00', 'USD', '−$5.00'],
  ['-5.50', 'USD', '−$5.50'],
  ['-0.00', 'USD', '$0.00'],
  ['-0.001', 'USD', '$0.00'],
  ['1500', 'JPY', '¥1,500'],
  ['1.234', 'KWD', 'KWD 1.234'],
] as const)('revenue of %s %s is written as %s', (amount, currency, text) => {
  expect(formatMetric('revenue', amount, currency).replace(/\s/, ' ')).toBe(text);
});

test.each([
  ['-20', 'USD', '−$20.00'],
  ['5000', 'JPY', '¥5,000'],
  ['12', 'CAD', 'CA$12.00'],
] as const)('the amount %s %s next to US dollars is written as %s', (amount, currency, text) => {
  expect(formatExactMoney(amount, currency, 'USD')).toBe(text);
});

test('negative money on an axis has a minus sign', () => {
  expect(formatMetricShort('revenue', -12_000, 'USD')).toBe('−$12K');
});

test('ratios of orders have their form, also without anything to divide by', () => {
  expect(formatMetric('average-order-value', '28.06', 'USD')).toBe('$28.06');
  expect(formatMetric('average-order-value', null, 'USD')).toBe('–');
  expect(formatMetric('orders-per-visitor', 0.034, 'USD')).toBe('0.034');
  expect(formatMetric('revenue-per-visit', '-0.10', 'USD')).toBe('−$0.10');
});

test('rates and quotients have the decimals of their metric', () => {
  expect(formatMetric('bounce-rate', 3, 'USD')).toBe('3.00%');
  expect(formatMetric('views-per-visit', 2.5, 'USD')).toBe('2.50');
  expect(formatMetric('orders-per-visitor', 0.5, 'USD')).toBe('0.500');
});

test('a change of a rate says from which value it rose or fell', () => {
  expect(toChange('conversion-rate', 3.5, 3)).toEqual({ text: 'up from 3.00%', direction: 'up' });
  expect(toChange('bounce-rate', 3.5, 40)).toEqual({ text: 'down from 40.00%', direction: 'down' });
  expect(toChange('conversion-rate', 3.5, 0)).toEqual({ text: 'up from 0.00%', direction: 'up' });
});

test('a change of nothing to nothing shows nothing, and one that rounds to 0% is no change', () => {
  expect(toChange('revenue', '0.00', '0.00')).toBeUndefined();
  expect(toChange('visitors', 5, 5)?.text).toBe('no change');
  expect(toChange('visitors', 99_999, 100_000)).toEqual({ text: 'no change', direction: 'none' });
  expect(formatMetric('bounce-rate', -0.001, 'USD')).toBe('0.00%');
});

test('from three times the compared value on, a rise is a factor', () => {
  const textOf = (value: number, compared: number) => toChange('visitors', value, compared)?.text;
  expect(textOf(299, 100)).toBe('+199%');
  expect(textOf(300, 100)).toBe('3×');
  expect(textOf(345, 100)).toBe('3.5×');
  expect(textOf(1085, 100)).toBe('11×');
  expect(textOf(20_000, 100)).toBe('over 100×');
  expect(textOf(1, 100)).toBe('−99%');
});

test('a change from a negative amount has no percentage', () => {
  expect(toChange('revenue', '10.00', '-5.00')).toEqual({ text: 'higher', direction: 'up' });
  expect(toChange('revenue', '-10.00', '-5.00')).toEqual({ text: 'lower', direction: 'down' });
  expect(toChange('revenue', '-5.00', '10.00')).toEqual({ text: '−150%', direction: 'down' });
});
