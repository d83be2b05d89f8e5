import { currencyDigits } from '../../../../contract/rules/decimal.ts';
import type { PurchaseCurrency } from '../../../../contract/site/purchase-currencies.ts';

const digitsOf = (currency: PurchaseCurrency): number => currencyDigits(currency.toUpperCase());

/** Such as `1,000.00`, from the smallest unit. */
export function formatAmount(amount: number, currency: PurchaseCurrency): string {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** An amount as an example of how one is written, such as `1,000.00`. */
export const exampleAmount = (currency: PurchaseCurrency): string =>
  formatAmount(1_000 * 10 ** digitsOf(currency), currency);

/**
 * An amount in the smallest unit, from a text such as `1,000`, `1000.5` or `$1,000.00`. NaN if it cannot be read, also if it has
 * more decimals than the currency; undefined for an empty text.
 */
export function parseAmount(text: string, currency: PurchaseCurrency): number | undefined {
  const plain = text.replace(/[\s\p{Sc}'’]/gu, '');
  if (plain === '') return undefined;
  // With a comma before the last one or two digits, a comma is the decimal sign: 1.000,50.
  const pointed = /,\d{1,2}$/.test(plain)
    ? plain.replaceAll('.', '').replace(',', '.')
    : plain.replaceAll(',', '');
  const digits = digitsOf(currency);
  const match = /^(\d{1,9})(?:\.(\d*))?$/.exec(pointed);
  const [, whole = '', decimals = ''] = match ?? [];
  if (!match || decimals.replace(/0+$/, '').length > digits) return Number.NaN;
  return Number(whole) * 10 ** digits + Number(decimals.padEnd(digits, '0').slice(0, digits) || 0);
}
