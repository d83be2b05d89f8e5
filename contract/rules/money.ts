/**
 * Formats the amount of a purchase, in the smallest unit of its currency: 100000 and `usd` are "$1,000.00". Always with
 * decimals, so that amounts align in a column. Amounts of portals are in whole units: see `formatMoney` in web/ui/format.ts.
 */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
