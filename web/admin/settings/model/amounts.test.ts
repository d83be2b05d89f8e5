import { describe, expect, test } from 'vitest';
import { currencyDigits } from '../../../../contract/rules/decimal.ts';
import { type PurchaseCurrency, purchaseCurrencies } from '../../../../contract/site/purchase-currencies.ts';
import { exampleAmount, formatAmount, parseAmount } from './amounts.ts';

const none = Number.NaN;

describe('an amount', () => {
  test.each<[text: string, eur: number | undefined, jpy: number | undefined]>([
    ['', undefined, undefined],
    [' € ', undefined, undefined],
    ['0', 0, 0],
    ['7', 700, 7],
    ['1000', 100_000, 1_000],
    ['007', 700, 7],
    ['999999999', 99_999_999_900, 999_999_999],
    ['1000000000', none, none],

    // A comma between thousands, as fields show it.
    ['1,150', 115_000, 1_150],
    ['12,000', 1_200_000, 12_000],
    ['1,000,000', 100_000_000, 1_000_000],
    ['1,00,000', 10_000_000, 100_000],
    ['12,34,567.50', 123_456_750, none],
    ['1,000.5', 100_050, none],
    ['1,000.50', 100_050, none],
    ['1,000.00', 100_000, 1_000],
    ['$1,000.00', 100_000, 1_000],

    // A point between thousands is certain only next to a comma, to another point, or without decimals.
    ['1.000', none, 1_000],
    ['12.000', none, 12_000],
    ['100.000', none, 100_000],
    ['1.000.000', 100_000_000, 1_000_000],
    ['1.000,5', 100_050, none],
    ['1.000,50', 100_050, none],
    ['1.000,00', 100_000, 1_000],
    ['1.000.000,50 €', 100_000_050, none],

    // Both signs as that of decimals.
    ['1000.5', 100_050, none],
    ['1000,5', 100_050, none],
    ['12.50', 1_250, none],
    ['12,50', 1_250, none],
    ['12.00', 1_200, 12],
    ['0.99', 99, none],
    // While decimals are typed.
    ['12.', 1_200, 12],
    ['12,', 1_200, 12],

    // Other signs between thousands.
    ['1 000', 100_000, 1_000],
    ['1\u202f000,50', 100_050, none],
    ["1'000.50", 100_050, none],
    ['1’000', 100_000, 1_000],

    ['1000.000', none, none],
    ['1000,000', none, none],
    ['0.500', none, none],
    ['0,500', none, none],
    ['1.0000', none, none],
    ['1,0000', none, none],
    ['1.000.00', none, none],
    ['1,000,00', none, none],
    ['1.000,000', none, none],
    ['1,000.000', none, none],
    ['1,0,000', none, none],
    ['1,00,00', none, none],
    ['1,00', 100, 1],
    ['1.5.5', none, none],
    ['1..5', none, none],
    ['.5', none, none],
    ['-5', none, none],
    ['1e3', none, none],
    ['ten', none, none],
  ])('typed as "%s" is %d euro cents and %d yen', (text, eur, jpy) => {
    expect(parseAmount(text, 'eur')).toBe(eur);
    expect(parseAmount(text, 'jpy')).toBe(jpy);
  });

  test.each(purchaseCurrencies)('in %s is read as it is shown', (currency: PurchaseCurrency) => {
    for (const amount of [100, 99_900, 100_000, 123_456, 99_999_999])
      expect(parseAmount(formatAmount(amount, currency), currency)).toBe(amount);
    expect(parseAmount(exampleAmount(currency), currency)).toBe(
      1_000 * 10 ** currencyDigits(currency.toUpperCase()),
    );
  });
});
