import { type PurchaseCurrency, unitsOf } from '../../../../contract/site/purchase-currencies.ts';

/** Such as `1,000.00`, from the smallest unit. */
export function formatAmount(amount: number, currency: PurchaseCurrency): string {
  const digits = unitsOf(currency) === 1 ? 0 : 2;
  return (amount / unitsOf(currency)).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

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
  const digits = unitsOf(currency) === 1 ? 0 : 2;
  const match = /^(\d{1,9})(?:\.(\d*))?$/.exec(pointed);
  const [, whole = '', decimals = ''] = match ?? [];
  if (!match || decimals.replace(/0+$/, '').length > digits) return Number.NaN;
  return Number(whole) * unitsOf(currency) + Number(decimals.padEnd(digits, '0').slice(0, digits) || 0);
}
