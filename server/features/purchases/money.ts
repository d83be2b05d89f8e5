import { currencyDigits } from '../../../contract/rules/decimal.ts';

/** "1000.00 USD", for amounts that the payment provider reports in any currency. See also contract/rules/money.ts. */
export function formatReportedAmount(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return 'An unknown amount';
  return `${toDecimal(amount, currency)} ${currency.toUpperCase()}`;
}

/** "1000.00", and "1000" in a currency without decimals. */
export function toDecimal(amount: number, currency: string): string {
  const digits = currencyDigits(currency.toUpperCase());
  return (amount / 10 ** digits).toFixed(digits);
}
