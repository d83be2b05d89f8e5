import { z } from 'zod';
import { currencyCodes } from '../rules/currencies.ts';
import { cleanText } from '../rules/text.ts';

/**
 * Who reported a shop order: a page of the shop's site (with an Origin header), a server (without), or a server that
 * holds a secret of the company, which verifies it.
 */
export const orderSource = z.enum(['page', 'server', 'verified']);
export type OrderSource = z.infer<typeof orderSource>;

const orderNumber = cleanText(100).min(1);
/** Decimal text in units of the company's currency. */
const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/);

/** A shop order as it is counted. Its order number is text from the sender: show it as text only. */
export const shopOrder = z.object({
  orderId: orderNumber,
  amount,
  /** Null for the company's. */
  foreignCurrency: z.enum(currencyCodes).nullable(),
  source: orderSource,
  countedAt: z.iso.datetime(),
});
export type ShopOrder = z.infer<typeof shopOrder>;

export const shopOrdersMax = 20;
export const shopOrdersQuery = z.object({
  sort: z.enum(['latest', 'largest']).default('latest'),
  /** Only the order with this exact number. */
  orderId: orderNumber.optional(),
});
export type ShopOrdersSort = z.infer<typeof shopOrdersQuery>['sort'];
export const shopOrders = z.object({ orders: z.array(shopOrder) });

/** Reports of a shop order with another amount than the counted one. */
export const orderConflict = z.object({
  orderId: orderNumber,
  /** The counted report; null when the order was removed. */
  counted: z.object({ amount, source: orderSource }).nullable(),
  amount,
  source: orderSource,
  /** Host of the page that sent the last report; empty for others. */
  host: z.string(),
  count: z.number().int().positive(),
  lastAt: z.iso.datetime(),
});
export type OrderConflict = z.infer<typeof orderConflict>;
export const orderConflictsMax = 50;
/** Conflicts reported by pages first, then the most recent. */
export const orderConflicts = z.object({ conflicts: z.array(orderConflict) });

/** Removes a shop order (`amount: null`), or counts another amount that was reported for it. */
export const shopOrderCorrection = z.object({ orderId: orderNumber, amount: amount.nullable() });
export type ShopOrderCorrection = z.infer<typeof shopOrderCorrection>;
