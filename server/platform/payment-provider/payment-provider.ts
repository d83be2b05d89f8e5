import { z } from 'zod';
import type { ProductId } from '../../../contract/products.ts';
import type { PaymentCurrency } from '../../../contract/purchases.ts';

/** What a checkout is asked for. Everything in it must stay the same when it is asked for again. */
export interface CheckoutOrder {
  paymentId: string;
  productId: ProductId;
  /** Our own name of the price; the provider's own follows from the product. */
  priceId: string;
  currency: PaymentCurrency;
  /** In the smallest unit of the currency. */
  amount: number;
  customerEmail: string;
  createdAt: Date;
}

export interface OpenedCheckout {
  sessionId: string;
  /** Where the customer pays. */
  url: string;
}

/** What an event of the provider says about a payment; all of it taken from the event, nothing from us. */
export const paymentFact = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('checkout'),
    /** Null where the provider never told us of one. */
    sessionId: z.string().nullable(),
    /** As we gave it to the checkout; null in checkouts that are not ours. */
    paymentId: z.string().nullable(),
    priceId: z.string().nullable(),
    paymentIntent: z.string().nullable(),
    /** `waiting`: the customer is done, the bank is not. */
    outcome: z.enum(['paid', 'waiting', 'failed', 'expired']),
    amount: z.number().nullable(),
    currency: z.string().nullable(),
  }),
  z.object({
    is: z.literal('refund'),
    paymentIntent: z.string().nullable(),
    refundedAmount: z.number(),
    isWhole: z.boolean(),
  }),
  z.object({
    is: z.literal('dispute'),
    paymentIntent: z.string().nullable(),
    disputeId: z.string(),
    isOver: z.boolean(),
  }),
]);
export type PaymentFact = z.infer<typeof paymentFact>;
export type CheckoutFact = Extract<PaymentFact, { is: 'checkout' }>;

export interface ProviderEvent {
  /** The provider's own: a repeated event has the same. */
  id: string;
  /** As the provider calls it. */
  kind: string;
  occurredAt: Date;
  isTest: boolean;
  fact: PaymentFact;
}

/** Who takes the customer's money. */
export interface PaymentProvider {
  provider: 'stripe' | 'test';
  /** No money moves. */
  isTest: boolean;
  /** The checkout of an order: the same one however often it is asked for. */
  openCheckout: (order: CheckoutOrder) => Promise<OpenedCheckout>;
  /**
   * The event in a webhook's body, or undefined where it says nothing about payments.
   * @throws {AppError} unless it was signed by the provider just now.
   */
  readEvent: (body: Buffer, signature: string | undefined) => Promise<ProviderEvent | undefined>;
  /** What became of a checkout, for when its events did not reach us; undefined while it is open. */
  askAbout: (checkout: {
    sessionId: string;
    createdAt: Date;
    now: Date;
  }) => Promise<ProviderEvent | undefined>;
  /** Where people see the payment at the provider. */
  toPaymentUrl: (paymentIntent: string) => string | undefined;
}

/** How long a checkout can be paid. The provider takes up to 24 hours, counted from when it hears of it. */
const checkoutHours = 23;

export function toCheckoutEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + checkoutHours * 3_600_000);
}
