import { beforeAll, expect, test } from 'vitest';
import { usualBrand } from '../../../../contract/site/brand.ts';
import { usualProducts } from '../../../../contract/site/products.ts';
import type { PurchaseCurrency } from '../../../../contract/site/purchase-currencies.ts';
import { findErrors } from './find-errors.ts';
import { rememberUsualBrand } from './usual-brand.ts';

beforeAll(() => rememberUsualBrand(usualBrand));

test.each<[PurchaseCurrency, string]>([
  ['eur', 'Please enter an amount from 1.00 to 999,999.99, such as 1,000.00 for a thousand.'],
  ['jpy', 'Please enter an amount from 100 to 99,999,999, such as 1,000 for a thousand.'],
  ['krw', 'Please enter an amount from 100 to 99,999,999, such as 1,000 for a thousand.'],
])('the message at a price in %s has the amounts that the server accepts', (currency, message) => {
  const errorOf = (amount: number) => {
    const prices = { ...usualProducts.design.prices, [currency]: amount };
    return findErrors({ products: { design: { prices } } })[`products.design.prices.${currency}`];
  };
  for (const refused of [Number.NaN, 99, 100_000_000]) expect(errorOf(refused)).toBe(message);
  for (const accepted of [100, 99_999_999]) expect(errorOf(accepted)).toBeUndefined();
});

test('the message about a missing price has an example without decimals where the currency has none', () => {
  const errors = findErrors({ currencies: ['chf', 'jpy'] });
  expect(errors['products.design.prices.chf']).toBe('Please enter a price in CHF, such as 1,000.00.');
  expect(errors['products.design.prices.jpy']).toBe('Please enter a price in JPY, such as 1,000.');
});
