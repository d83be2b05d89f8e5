import { z } from 'zod';
import type { ProductId } from '../../../contract/site/products.ts';
import type { PurchaseCurrency } from '../../../contract/site/purchase-currencies.ts';

/** The purchase for which a checkout is created. A repeated request must have the same content. */
export interface CheckoutRequest {
  purchaseId: string;
  productId: ProductId;
  /** The name of the product that the customer sees. */
  title: string;
  /** Our id of the price. The provider's id is configured per product. */
  priceId: string;
  currency: PurchaseCurrency;
  /** In the smallest unit of the currency. */
  amount: number;
  /** Whether title and amount are those of the specification, which prices of the provider's dashboard have. */
  hasUsualPrice: boolean;
  customerEmail: string;
  createdAt: Date;
  /** The provider calculates tax from the customer's address and adds it to the amount. */
  addsTax: boolean;
  createsInvoices: boolean;
  /** Businesses can enter their tax id, which is then on the invoice. */
  asksTaxIds: boolean;
}

export interface OpenedCheckout {
  sessionId: string;
  /** Where the customer pays. */
  url: string;
}

/** A report of an event of the provider about a payment. Contains only data of the event. */
export const paymentFact = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('checkout'),
    /** Null if we never received the id of the session. */
    sessionId: z.string().nullable(),
    /** The purchase id that we added to the checkout. Null if we did not create the checkout. */
    paymentId: z.string().nullable(),
    priceId: z.string().nullable(),
    paymentIntent: z.string().nullable(),
    /** `waiting`: the customer has completed the checkout, but the bank has not confirmed the payment. */
    outcome: z.enum(['paid', 'waiting', 'failed', 'expired']),
    /** The total, with tax. */
    amount: z.number().nullable(),
    /** Without tax. Events stored by earlier releases have neither this nor the tax. */
    subtotal: z.number().nullable().default(null),
    tax: z.number().nullable().default(null),
    currency: z.string().nullable(),
  }),
  z.object({
    is: z.literal('refund'),
    paymentIntent: z.string().nullable(),
    /** With tax. */
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
  /** The provider's id. A repeated event has the same one. */
  id: string;
  /** The provider's name of the event type. */
  kind: string;
  occurredAt: Date;
  isTest: boolean;
  fact: PaymentFact;
}

export interface PaymentProvider {
  provider: 'stripe' | 'test';
  /** Test mode: no money is charged. */
  isTest: boolean;
  /** Opens the checkout of a purchase. Repeated calls return the same checkout. */
  openCheckout: (order: CheckoutRequest) => Promise<OpenedCheckout>;
  /**
   * Returns the event in a webhook's body, or undefined if it is not about a payment.
   * @throws {AppError} unless it has a valid signature of the provider from the last five minutes.
   */
  readEvent: (body: Buffer, signature: string | undefined) => Promise<ProviderEvent | undefined>;
  /** Asks the provider for the outcome of a checkout whose events did not arrive. Undefined while it is open. */
  fetchCheckoutState: (checkout: {
    sessionId: string;
    createdAt: Date;
    now: Date;
  }) => Promise<ProviderEvent | undefined>;
  /** The URL of the payment in the provider's dashboard. */
  toPaymentUrl: (paymentIntent: string) => string | undefined;
}

/** How long a checkout can be paid. Stripe allows 24 hours from when it receives the request, which is later. */
const checkoutHours = 23;

export function toCheckoutEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + checkoutHours * 3_600_000);
}
