/** "1000.00 USD", for amounts that the payment provider reports in any currency. See also contract/rules/money.ts. */
export function formatReportedAmount(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return 'An unknown amount';
  return `${toDecimal(amount)} ${currency.toUpperCase()}`;
}

/** "1000.00" */
export function toDecimal(amount: number): string {
  return (amount / 100).toFixed(2);
}
