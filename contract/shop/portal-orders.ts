import { z } from 'zod';
import { answerFields } from '../stats/answers.ts';
import { orderId } from './orders.ts';

/** Who reported an order or a refund. */
export const orderReporters = ['page', 'server', 'api', 'stripe', 'woocommerce', 'shopify', 'admin'] as const;
export type OrderReporter = (typeof orderReporters)[number];

/** `paid`, or how much of it was given back. */
export const orderStates = ['paid', 'partly-refunded', 'refunded', 'disputed'] as const;
export type OrderState = (typeof orderStates)[number];

/** Null without the right to see money. */
const amount = z.string().nullable();

const order = z.object({
  orderId: z.string(),
  at: z.iso.datetime(),
  /** Decimal text with the decimals of its currency, before refunds. */
  amount,
  refunded: amount,
  /** Parts of the amount; null as well where the shop did not send them. */
  tax: z.string().nullable(),
  shipping: z.string().nullable(),
  net: z.string().nullable(),
  currency: z.string(),
  state: z.enum(orderStates),
  isVerified: z.boolean(),
  reporter: z.enum(orderReporters),
  /** Values of the visit that the order belongs to; null without one. */
  source: z.string().nullable(),
  channel: z.string().nullable(),
  campaign: z.string().nullable(),
  device: z.string().nullable(),
  country: z.string().nullable(),
  /** The page that was seen last before the order. */
  pageBefore: z.string().nullable(),
});
export type PortalOrder = z.infer<typeof order>;

/** Orders of the period whose visits match the filters, newest first. */
export const portalOrders = z.object({
  ...answerFields,
  orders: z.array(order),
  rowCount: z.number().int().nonnegative(),
});
export type PortalOrders = z.infer<typeof portalOrders>;

/** A change of an order. The history of an order begins with its oldest change. */
const orderChange = z.object({
  at: z.iso.datetime(),
  kind: z.enum([
    ...['reported', 'verified', 'pending', 'cancelled', 'amount-changed'],
    ...['refund', 'dispute', 'dispute-won', 'removed'],
  ] as const),
  reporter: z.enum(orderReporters),
  amount,
  currency: z.string(),
});
export type OrderChange = z.infer<typeof orderChange>;

export const orderPageQuery = z.object({ orderId });

/** Everything about one order. */
export const orderPage = z.object({
  orderId: z.string(),
  /** `pending` and `cancelled` orders, and those that an administrator removed, do not count. */
  status: z.enum(['pending', 'paid', 'cancelled', 'removed']),
  /** Null unless it counts. */
  order: order.nullable(),
  /** Without the right to see money, no item has a price. */
  items: z.array(z.object({ name: z.string(), quantity: z.number(), price: z.string().optional() })),
  refunds: z.array(
    z.object({
      refundId: z.string(),
      kind: z.enum(['refund', 'dispute', 'dispute-won']),
      at: z.iso.datetime(),
      /** Negative if it gives money back to the shop. */
      amount,
    }),
  ),
  history: z.array(orderChange),
});
export type OrderPage = z.infer<typeof orderPage>;
