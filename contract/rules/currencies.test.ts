import { expect, test } from 'vitest';
import { currencyCodes } from './currencies.ts';
import { currencyDigits } from './decimal.ts';
import { formatMoney } from './money.ts';

test('there is every currency in use, once', () => {
  expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
  expect(currencyCodes.slice(1).toSorted()).toEqual(currencyCodes.slice(1));
  // ISO 4217 of January 2026 without funds (CHE, CLF, …), metals (XAU, …) and codes for no currency.
  expect(currencyCodes).toHaveLength(155);
});

test('currencies that no longer exist, funds and metals are not listed', () => {
  const listed = new Set<string>(currencyCodes);
  const gone = [
    'DEM',
    'HRK',
    'BGN',
    'ANG',
    'CUC',
    'SLL',
    'ZWL',
    'VEF',
    'XAU',
    'XDR',
    'XXX',
    'CHE',
    'CLF',
    'USN',
  ];
  expect(gone.filter((code) => listed.has(code))).toEqual([]);
});

const fractions: Record<number, RegExp> = { 0: /1,235$/, 2: /1,234\.50$/, 3: /1,234\.500$/ };

test('amounts are formatted in every currency', () => {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  for (const code of currencyCodes) {
    expect(formatMoney(1_234, code)).toMatch(/1,234$/);
    expect(formatMoney(1_234.5, code)).toMatch(fractions[currencyDigits(code)] ?? /never/);
    expect(names.of(code)).toBeDefined();
  }
  expect(formatMoney(1_234, 'JPY')).toBe('¥1,234');
  expect(formatMoney(0, 'KWD')).toMatch(/^KWD.0$/);
});
