import type { Currency } from '../company/companies.ts';
import { currencyDigits } from './decimal.ts';

/**
 * Whole amounts without decimals, others with those of the currency. `value` is in units of the currency: 1000 is
 * "$1,000".
 */
export function formatMoney(value: number, currency: Currency): string {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
    maximumFractionDigits: digits,
  })
    .format(value === 0 ? 0 : value)
    .replace('-', '−');
}

/**
 * Formats the amount of a purchase, in the smallest unit of its currency: 100000 and `usd` are "$1,000.00". Always with
 * decimals, so that amounts align in a column.
 */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
