import { z } from 'zod';
import { products } from './products.ts';
import { cleanText, emailAddress } from './rules/text.ts';

export const paymentCurrencies = ['usd', 'gbp'] as const;
export type PaymentCurrency = (typeof paymentCurrencies)[number];

export const createPaymentRequest = z.object({
  priceId: z.enum(products.map((product) => product.priceId)),
  customerEmail: emailAddress,
  currency: z.enum(paymentCurrencies).default('usd'),
});
export type CreatePaymentRequest = z.input<typeof createPaymentRequest>;

/** Where the customer pays. Only web addresses: the page opens it. */
export const createPaymentAnswer = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** `failed`: a payment that takes days (a debit) did not go through after all. */
export const purchaseStates = ['pending', 'paid', 'failed', 'expired', 'refunded', 'disputed'] as const;

/** What /payment-success may tell whoever holds the checkout's id: no address, no name. */
export const paymentStatusQuery = z.object({ session_id: cleanText(255).min(1) });
export const purchaseStatus = z.object({
  state: z.enum(purchaseStates),
  /** No money was moved: the test checkout, or the provider's test mode. */
  isTest: z.boolean(),
  productTitle: z.string(),
  /** In the smallest unit of the currency. */
  amount: z.number().int(),
  currency: z.enum(paymentCurrencies),
});
export type PurchaseStatus = z.infer<typeof purchaseStatus>;

/** An order of ours, as administrators see it. */
export const purchase = z.object({
  id: z.uuid(),
  state: z.enum(purchaseStates),
  isTest: z.boolean(),
  productTitle: z.string(),
  /** In the smallest unit of the currency. */
  amount: z.number().int(),
  currency: z.enum(paymentCurrencies),
  /** What of it went back. All of it makes the state `refunded`; a part leaves it `paid`. */
  refundedAmount: z.number().int(),
  customerEmail: z.string(),
  /** Why somebody should look at it at the provider, such as a wrong amount; null as it should be. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  /** Where the provider shows it; null in test mode. */
  providerUrl: z.url().nullable(),
  /** The portal made from it. */
  companyId: z.uuid().nullable(),
});
export type Purchase = z.infer<typeof purchase>;

export const purchasesQuery = z.object({
  state: z.enum(purchaseStates).optional(),
  after: z.string().max(200).optional(),
});
export const purchaseList = z.object({
  orders: z.array(purchase),
  next: z.string().nullable(),
  /** Over all paid orders that moved money, a line a currency. */
  totals: z.array(
    z.object({ currency: z.enum(paymentCurrencies), amount: z.number().int(), count: z.number().int() }),
  ),
  /** Paid test orders. The totals leave them out. */
  paidTestOrders: z.number().int().nonnegative(),
});
export type PurchaseList = z.infer<typeof purchaseList>;
export const purchaseParams = z.object({ orderId: z.uuid().toLowerCase() });
