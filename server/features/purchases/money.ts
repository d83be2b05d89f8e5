/** "$1,000.00", "£790.00". `amount` is in the smallest unit of the currency. */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    amount / 100,
  );
}

/** "1000.00 USD", for amounts that the payment provider reports in any currency. */
export function formatReportedMoney(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return 'An unknown amount';
  return `${toDecimal(amount)} ${currency.toUpperCase()}`;
}

/** "1000.00" */
export function toDecimal(amount: number): string {
  return (amount / 100).toFixed(2);
}
