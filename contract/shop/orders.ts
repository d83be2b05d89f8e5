import { z } from 'zod';
import { currencyCodes } from '../rules/currencies.ts';
import { addDecimals, currencyDigits, toFixedDecimal } from '../rules/decimal.ts';
import { cleanText } from '../rules/text.ts';

/** Limits of the order API. */
export const orderApiLimits = {
  ordersPerRequest: 100,
  itemsPerOrder: 100,
  refundsPerOrder: 100,
  /** Requests of one token a second, and at once. */
  requestsPerSecond: 100,
  burst: 300,
  listMax: 100,
} as const;

/** The largest amount of a verified order, in units of its currency. */
export const verifiedAmountMax = 999_999_999_999;

const visibleText = (max: number) =>
  cleanText(max)
    .min(1)
    .regex(/^\P{Cf}*$/u, 'must not contain invisible characters')
    .regex(/[^\p{Z}]/u, 'must not be blank')
    .regex(/^[^\p{Zl}\p{Zp}]*$/u, 'must be a single line');

export const orderId = visibleText(100);
const refundId = visibleText(100);

export const orderCurrency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be a currency code such as EUR')
  .transform((code) => code.toUpperCase())
  .pipe(z.enum(currencyCodes, { error: 'must be a currency in use (ISO 4217)' }));

/** A number or a decimal as text (`"12.50"`), which becomes text. Its number of decimals is checked with its currency. */
const decimal = z
  .union([z.number().transform(String), z.string()], { error: 'must be a number such as 12.5 or "12.50"' })
  .pipe(
    z
      .string()
      .regex(/^\d{1,15}(\.\d{1,10})?$/, { error: 'must be a number such as 12.5 or "12.50", not negative' }),
  )
  .refine((text) => Number(text) <= verifiedAmountMax, { error: `must be at most ${verifiedAmountMax}` })
  .meta({ description: 'A number, or a decimal as text. With at most the decimals of the currency.' });

export const orderItem = z.strictObject({
  name: cleanText(200).min(1),
  quantity: z.number().positive().max(1_000_000).default(1),
  /** The price of one piece, in the currency of the order. */
  price: decimal.optional(),
});
export type OrderItem = z.infer<typeof orderItem>;

export const orderStatuses = ['pending', 'paid', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The id of the browser that the tracking script gives (`siteStats.visitor()`). */
export const visitorToken = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/, 'must be the text that siteStats.visitor() gives');

/** Parts of an order's amount, which do not overlap. A rest, such as a fee or a tip, is none of them. */
export const orderParts = ['tax', 'shipping', 'net'] as const;
export type OrderPart = (typeof orderParts)[number];

const part = (description: string) =>
  decimal.optional().meta({ description: `${description} A number, or a decimal as text.` });

type GivenAmounts = { amount: string; currency: string } & Partial<Record<OrderPart, string | undefined>>;

/**
 * Amounts in the fixed number of decimals of their currency; an issue of the field that has more, or of the part with which
 * the parts are more than the amount.
 */
function fixAmounts<Given extends GivenAmounts>(given: Given, context: z.RefinementCtx): Given {
  const { currency } = given;
  const digits = currencyDigits(currency);
  const fixed: GivenAmounts = { ...given };
  const addIssue = (name: 'amount' | OrderPart, message: string): never => {
    context.addIssue({ code: 'custom', path: [name], message, input: given[name] });
    return z.NEVER;
  };
  for (const name of ['amount', ...orderParts] as const) {
    const text = given[name];
    if (text === undefined) continue;
    const amount = toFixedDecimal(text, digits);
    if (amount === undefined)
      return addIssue(name, `must have at most ${digits} decimals, as ${currency} has`);
    fixed[name] = amount;
  }
  let sum = '0';
  for (const name of orderParts) {
    sum = addDecimals([sum, fixed[name] ?? '0'], digits);
    if (Number(sum) > Number(fixed.amount)) return addIssue(name, tooLargeParts);
  }
  return { ...given, ...fixed };
}

const tooLargeParts =
  'must not make tax, shipping and net more than amount: shipping is without its tax, net without tax and shipping';

/** An order of the shop, as its own server reports it. */
export const verifiedOrderInput = z
  .strictObject({
    orderId,
    amount: decimal,
    currency: orderCurrency,
    tax: part('The tax in the amount, also that of shipping.'),
    shipping: part('The price of shipping in the amount, without its tax.'),
    net: part('The amount without tax and shipping.'),
    /** When the customer ordered (ISO 8601 with its offset). */
    occurredAt: z.iso.datetime({ offset: true }),
    items: z.array(orderItem).max(orderApiLimits.itemsPerOrder).optional(),
    /** The shop's name for the customer, such as its id. Only a hash of it is stored. */
    customerRef: cleanText(200).min(1).optional(),
    visitor: visitorToken.optional(),
    status: z.enum(orderStatuses).default('paid'),
  })
  .transform(fixAmounts)
  .meta({ id: 'Order' });

const twice = (orders: readonly { orderId: string }[]) =>
  orders.findIndex((order, index) => orders.findIndex((other) => other.orderId === order.orderId) < index);

/** A list of orders: all are recorded, or none. */
export const orderListInput = z
  .array(verifiedOrderInput)
  .min(1)
  .max(orderApiLimits.ordersPerRequest)
  .superRefine((orders, context) => {
    const index = twice(orders);
    if (index < 0) return;
    const message = 'is twice in this request';
    context.addIssue({ code: 'custom', path: [index, 'orderId'], message, input: orders });
  });
export const ordersRequest = z.union([verifiedOrderInput, orderListInput]);
export type VerifiedOrderInput = z.output<typeof verifiedOrderInput>;

/**
 * The effect of a request. `recorded`: the order is new. `verified`: a page had reported it, and now it counts as
 * verified. `changed`: its status changed, or parts of its amount were added. `unchanged`: it was known.
 */
export const orderResults = ['recorded', 'verified', 'changed', 'unchanged'] as const;
export type OrderResult = (typeof orderResults)[number];

export const ordersResponse = z
  .object({ orders: z.array(z.object({ orderId: z.string(), result: z.enum(orderResults) })) })
  .meta({ examples: [{ orders: [{ orderId: 'A-1001', result: 'recorded' }] }] });

export const refundRequest = z.strictObject({
  refundId,
  /** The refunded amount in the currency of the order. Absent: all that is not refunded yet. */
  amount: decimal.optional(),
  /** Absent: now. */
  occurredAt: z.iso.datetime({ offset: true }).optional(),
});
export type RefundRequest = z.output<typeof refundRequest>;

export const refundResponse = z
  .object({
    orderId: z.string(),
    refundId: z.string(),
    result: z.enum(['recorded', 'unchanged']),
    amount: z.string(),
    /** The sum of all refunds of the order. */
    refunded: z.string(),
    currency: z.string(),
  })
  .meta({
    examples: [
      {
        ...{ orderId: 'A-1001', refundId: 'R-1', result: 'recorded', amount: '20.00', refunded: '20.00' },
        currency: 'EUR',
      },
    ],
  });

/** An order as the order API lists it. */
const listedOrder = z.object({
  orderId: z.string(),
  amount: z.string(),
  currency: z.string(),
  refunded: z.string(),
  /** Parts of the amount; null where the shop did not send them. */
  tax: z.string().nullable(),
  shipping: z.string().nullable(),
  net: z.string().nullable(),
  status: z.enum(orderStatuses),
  isVerified: z.boolean(),
  occurredAt: z.iso.datetime(),
});
export type ListedOrder = z.infer<typeof listedOrder>;

export const orderListQuery = z.object({
  /** The order id after which the next page begins: `next` of the answer before. */
  after: cleanText(100).optional(),
  limit: z.coerce.number().int().min(1).max(orderApiLimits.listMax).default(orderApiLimits.listMax),
});

/** Orders in the order of their ids. */
export const orderListResponse = z.object({
  orders: z.array(listedOrder),
  /** Ask with `after` set to it for the next page. Null on the last one. */
  next: z.string().nullable(),
});

export const refundParams = z.object({ orderId });
