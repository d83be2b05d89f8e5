import { expect, test } from 'vitest';
import { formatMoney } from '../../contract/rules/money.ts';
import { formatExactMoney, formatMetric, formatMetricShort, toChange } from './format.ts';

test.each([
  ['1234.50', 'USD', '$1,234.50'],
  ['1234.00', 'USD', '$1,234'],
  ['-5.00', 'USD', '−$5'],
  ['-5.50', 'USD', '−$5.50'],
  ['-0.00', 'USD', '$0'],
  ['1500', 'JPY', '¥1,500'],
  ['1.234', 'KWD', 'KWD 1.234'],
] as const)('revenue of %s %s is written as %s', (amount, currency, text) => {
  expect(formatMetric('revenue', amount, currency).replace(/\s/, ' ')).toBe(text);
  expect(formatMoney(Number(amount), currency).replace(/\s/, ' ')).toBe(text);
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
  expect(toChange('conversion-rate', 3.5, 3)).toEqual({ text: '+0.50 pts', direction: 'up' });
});

test('a change from a negative amount has no percentage', () => {
  expect(toChange('revenue', '10.00', '-5.00')).toEqual({ text: 'higher', direction: 'up' });
  expect(toChange('revenue', '-10.00', '-5.00')).toEqual({ text: 'lower', direction: 'down' });
  expect(toChange('revenue', '-5.00', '10.00')).toEqual({ text: '−150%', direction: 'down' });
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
