import type {
  OrderChange,
  OrderPage,
  OrderReporter,
  OrderState,
} from '../../../../contract/shop/portal-orders.ts';

export const stateLabels: Record<OrderState, string> = {
  paid: 'Paid',
  'partly-refunded': 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

/** Names of reporters in the middle of a sentence. */
export const reporterLabels: Record<OrderReporter, string> = {
  page: 'a page of the site',
  server: 'a server without a token',
  api: 'the order API',
  stripe: 'Stripe',
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  admin: 'an administrator',
};

/** Why an order does not count. */
export const statusNotes: Record<Exclude<OrderPage['status'], 'paid'>, string> = {
  pending: 'This order is not paid yet. It counts once the shop reports it as paid.',
  cancelled: 'This order was cancelled. It does not count towards orders and revenue.',
  removed: 'An administrator removed this order. It does not count towards orders and revenue.',
};

/** The note of a company that counts only verified orders. */
export const reportedNote =
  'This order is not verified. It counts once the shop’s server or a payment provider verifies it.';

/** A change as a sentence. `money` is the amount of the change; undefined for a reader who may not see it. */
export function describeChange({ kind, reporter }: OrderChange, money: string | undefined): string {
  const by = reporterLabels[reporter];
  const amount = money === undefined ? '' : `: ${money}`;
  const sentences: Record<OrderChange['kind'], string> = {
    reported: `Reported by ${by}${amount}`,
    verified: `Verified by ${by}${amount}`,
    pending: `Reported as not paid yet by ${by}`,
    cancelled: `Cancelled by ${by}`,
    'amount-changed': money === undefined ? `Amount changed by ${by}` : `Amount changed to ${money} by ${by}`,
    refund: `${money ?? 'Money'} refunded, reported by ${by}`,
    dispute: `${money ?? 'Money'} disputed, reported by ${by}`,
    'dispute-won': `Dispute won, ${money ?? 'money'} returned, reported by ${by}`,
    removed: `Removed by ${by}`,
  };
  return sentences[kind];
}
