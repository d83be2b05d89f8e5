import type { OrderItem, OrderResult, OrderStatus } from '../../../../contract/shop/orders.ts';

/** The proof of an order: a token of the company, or the signature of a provider. */
export type Verifier = 'api' | 'stripe' | 'woocommerce' | 'shopify';

/** An order as a server that holds a secret of the company reports it. */
export interface VerifiedOrder {
  orderId: string;
  /** Decimal text with exactly the decimals of the currency. */
  amount: string;
  /** ISO 4217, upper case. */
  currency: string;
  /** Parts of the amount, in the same form. Absent where they are not known. */
  tax?: string | undefined;
  shipping?: string | undefined;
  net?: string | undefined;
  occurredAt: Date;
  /** Only `paid` orders count. */
  status: OrderStatus;
  items?: OrderItem[] | undefined;
  customerRef?: string | undefined;
  /** The id of the browser, as the tracking script gives it. */
  visitor?: string | undefined;
  /**
   * When the provider last changed the order. Deliveries come in any order: a later change replaces amount and status,
   * an earlier one is ignored. Absent for orders of the order API, whose amount is final.
   */
  changedAt?: Date | undefined;
}

export type RefundKind = 'refund' | 'dispute' | 'dispute-won';

/** Money that went back, or with `dispute-won` came back to the shop. The same refund id counts once. */
export interface VerifiedRefund {
  orderId: string;
  refundId: string;
  kind: RefundKind;
  /**
   * Decimal text with exactly the decimals of the order's currency. Negative only for a refund that failed: its money
   * came back.
   */
  amount: string;
  currency: string;
  occurredAt: Date;
}

export interface RecordedOrder {
  orderId: string;
  result: OrderResult;
}

export interface RecordedRefund {
  refundId: string;
  /** `waiting`: its order is not verified yet; it counts as soon as it is. */
  result: 'recorded' | 'waiting' | 'unchanged';
}

/** An order takes about this much in tables and indexes, however little it says. */
const storedBytesMin = 1_000;

/** About how many bytes orders or refunds take when they are stored. */
export const toStoredBytes = (given: readonly unknown[]): number =>
  given.reduce<number>(
    (sum, each) => sum + Math.max(storedBytesMin, Buffer.byteLength(JSON.stringify(each))),
    0,
  );
