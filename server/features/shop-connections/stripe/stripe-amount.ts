import { fromMinorUnits } from '../../../../contract/rules/decimal.ts';
import { requireAmount } from '../shop-report.ts';

// https://docs.stripe.com/currencies#minor-units. Not the decimals of ISO 4217: MGA has none here, while ISK and UGX are
// given with two decimals that are always zero ("to charge 5 ISK, provide an amount value of 500").
const zeroDecimal: ReadonlySet<string> = new Set([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA'],
  ...['PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'],
]);
const threeDecimal: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** The decimals of Stripe's amounts in a currency. */
export function toStripeDigits(currency: string): number {
  if (zeroDecimal.has(currency)) return 0;
  return threeDecimal.has(currency) ? 3 : 2;
}

/**
 * An amount of Stripe's API as a decimal: 1099 in USD is `10.99`, 500 in JPY is `500`, 5120 in KWD is `5.120`.
 * @throws {ContentError}
 */
export const fromStripeAmount = (amount: number, currency: string, field: string): string =>
  requireAmount(fromMinorUnits(BigInt(amount), toStripeDigits(currency)), currency, field);
