import type { Purchase } from '../../../contract/purchases.ts';

export const stateLabels = {
  pending: 'Waiting',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Not completed',
  refunded: 'Refunded',
  disputed: 'Disputed',
} as const satisfies Record<Purchase['state'], string>;

/** An amount in the smallest unit of its currency, always with its decimals so that a column aligns. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
