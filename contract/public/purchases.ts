import { z } from 'zod';
import { cursorFields, nextCursor } from '../rules/cursor.ts';
import { cleanText, emailAddress } from '../rules/text.ts';
import { productIds, usualProducts } from '../site/products.ts';
import { purchaseCurrencies } from '../site/purchase-currencies.ts';

/** A purchase has the price that the agency's settings name when its checkout is opened. */
export const createCheckoutRequest = z.object({
  priceId: z.enum(productIds.map((id) => usualProducts[id].priceId)),
  customerEmail: emailAddress,
  /** One of those in which the products are sold. Default: the first of them. */
  currency: z.enum(purchaseCurrencies).optional(),
  /** The price that the customer saw, in the smallest unit of the currency. If it is another one now, nothing is opened. */
  expectedAmount: z.number().int().positive().max(99_999_999).optional(),
});
export type CreateCheckoutRequest = z.input<typeof createCheckoutRequest>;

/** The address of the checkout. Only http(s), because the page opens it. */
export const createCheckoutResponse = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** `failed`: a payment method that takes days, such as a debit, was declined after the checkout. */
export const purchaseStates = ['pending', 'paid', 'failed', 'expired', 'refunded', 'disputed'] as const;

/** For /payment-success. Anyone with the checkout's id can read it, so it contains no address and no name. */
export const purchaseStatusQuery = z.object({ session_id: cleanText(255).min(1) });
export const purchaseStatus = z.object({
  state: z.enum(purchaseStates),
  /** No money was charged: the test checkout, or the provider's test mode. */
  isTest: z.boolean(),
  productTitle: z.string(),
  /** The price, in the smallest unit of the currency. */
  amount: z.number().int(),
  /** The tax that the payment provider added to the price: together they are what was paid. 0 before the payment. */
  taxAmount: z.number().int().nonnegative(),
  currency: z.enum(purchaseCurrencies),
});
export type PurchaseStatus = z.infer<typeof purchaseStatus>;

/** A purchase as administrators see it; on screens it is called an order. */
export const purchase = z.object({
  id: z.uuid(),
  state: z.enum(purchaseStates),
  isTest: z.boolean(),
  productTitle: z.string(),
  /** The price, in the smallest unit of the currency. */
  amount: z.number().int(),
  /** The tax that the payment provider added to the price: together they are what was paid. 0 before the payment. */
  taxAmount: z.number().int().nonnegative(),
  currency: z.enum(purchaseCurrencies),
  /** With tax. A full refund makes the state `refunded`; a partial one leaves it `paid`. */
  refundedAmount: z.number().int(),
  customerEmail: z.string(),
  /** The problem to check at the payment provider, such as a wrong amount; null where there is no problem. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  /** The provider's page about the purchase; null in test mode. */
  providerUrl: z.url().nullable(),
  /** The company created from this purchase. */
  companyId: z.uuid().nullable(),
});
export type Purchase = z.infer<typeof purchase>;

export const purchasesQuery = z.object({
  state: z.enum(purchaseStates).optional(),
  ...cursorFields,
});
export type PurchasesQuery = z.infer<typeof purchasesQuery>;
export const purchaseList = z.object({
  orders: z.array(purchase),
  next: nextCursor,
  /** Sums of all paid purchases except test purchases, one for each currency. */
  totals: z.array(
    z.object({
      currency: z.enum(purchaseCurrencies),
      /** Payments with tax, less refunds. */
      amount: z.number().int(),
      /** The tax that was paid, before refunds. */
      taxAmount: z.number().int(),
      count: z.number().int(),
    }),
  ),
  /** The number of paid test purchases. They are not part of `totals`. */
  paidTestOrders: z.number().int().nonnegative(),
});
export type PurchaseList = z.infer<typeof purchaseList>;
export const purchaseParams = z.object({ orderId: z.uuid().toLowerCase() });
