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

/** Digits with their signs, and one or two decimals. A sign at the end is that of decimals not typed yet. */
const amountParts = /^(\d[\d.,]*?)(?:([.,])(\d{0,2}))?$/;
/** Groups of three digits, or of two before the last one, as in India. The same sign is between all of them. */
const groupedDigits = /^[1-9]\d{0,2}([.,])(?:\d{2,3}\1)*\d{3}$/;

/**
 * An amount in the smallest unit, from a text such as `1,000`, `1000.5`, `$1,000.00` or `1.000,50`. NaN if it cannot be read or
 * has more decimals than the currency; undefined for an empty text.
 */
export function parseAmount(text: string, currency: PurchaseCurrency): number | undefined {
  const plain = text.replace(/[\s\p{Sc}'’]/gu, '');
  if (plain === '') return undefined;
  const [, whole = '', decimalSign, decimals = ''] = amountParts.exec(plain) ?? [];
  const digits = digitsOf(currency);
  const units = readWhole(whole, { decimalSign, digits });
  const fraction = decimals.padEnd(digits, '0');
  if (/[^0]/.test(fraction.slice(digits))) return Number.NaN;
  return units * 10 ** digits + Number(fraction.slice(0, digits));
}

function readWhole(
  whole: string,
  { decimalSign, digits }: { decimalSign: string | undefined; digits: number },
): number {
  const groupSign = groupedDigits.exec(whole)?.[1];
  if (groupSign === undefined ? !/^\d+$/.test(whole) : groupSign === decimalSign) return Number.NaN;
  // One is meant by some and a thousand by others. `1,000` is a thousand, because fields show it so.
  const isAmbiguous =
    groupSign === '.' && /^\d+\.\d+$/.test(whole) && decimalSign === undefined && digits > 0;
  const plainDigits = whole.replace(/[.,]/g, '');
  return isAmbiguous || plainDigits.length > 9 ? Number.NaN : Number(plainDigits);
}
