import { z } from 'zod';
import { addDecimals, currencyDigits, toFixedDecimal } from '../../../../contract/rules/decimal.ts';
import type { OrderStatus } from '../../../../contract/shop/orders.ts';
import {
  ContentError,
  currencyCode,
  findVisitor,
  ignored,
  offsetTime,
  parseContent,
  providerId,
  requireAmount,
  requireOrderId,
  type ShopRefund,
  type ShopReport,
  toItems,
  toParts,
} from '../shop-report.ts';

const decimal = z.string().regex(/^\d{1,15}(\.\d{1,10})?$/, 'must be a decimal such as "12.50"');

// The fields that are used of https://shopify.dev/docs/api/admin-rest/latest/resources/order, …/refund and …/dispute.
const refund = z.object({
  id: providerId,
  created_at: offsetTime,
  transactions: z
    .array(
      z.object({ kind: z.string(), status: z.string(), amount: decimal, currency: currencyCode.nullish() }),
    )
    .max(100),
});
type ShopifyRefund = z.output<typeof refund>;

const shopMoney = z.object({ shop_money: z.object({ currency_code: currencyCode }) }).nullish();
/** A refund by itself: the fields about its order. */
const deliveredRefund = refund.extend({
  order_id: providerId,
  total_duties_set: shopMoney,
  refund_line_items: z.array(z.object({ subtotal_set: shopMoney })).default([]),
});

const shippingLine = z.object({
  price: decimal,
  discounted_price: decimal.nullish(),
  tax_lines: z.array(z.object({ price: decimal })).default([]),
});

const order = z.object({
  id: providerId,
  test: z.boolean().nullish(),
  currency: currencyCode,
  total_price: decimal,
  // An order is never lost because of its parts.
  total_tax: decimal.nullish().catch(null),
  taxes_included: z.boolean().nullish().catch(null),
  shipping_lines: z.array(shippingLine).max(100).nullish().catch(null),
  financial_status: z.string().nullable(),
  created_at: offsetTime,
  updated_at: offsetTime,
  cancelled_at: offsetTime.nullish(),
  customer: z.object({ id: providerId }).nullish(),
  note_attributes: z
    .array(z.object({ name: z.unknown().optional(), value: z.unknown().optional() }))
    .default([]),
  line_items: z
    .array(
      z.object({
        name: z.unknown().optional(),
        quantity: z.unknown().optional(),
        price: z.unknown().optional(),
      }),
    )
    .default([]),
  refunds: z.array(refund).default([]),
});
type ShopifyOrder = z.output<typeof order>;

const dispute = z.object({
  id: providerId,
  order_id: providerId.nullable(),
  type: z.string(),
  amount: decimal,
  currency: currencyCode,
  status: z.string(),
  initiated_at: offsetTime,
  finalized_on: offsetTime.nullish(),
});

/**
 * Reads a delivery of Shopify. The signature does not cover the topic: under a wrong one the content cannot be read.
 * @throws {ContentError}
 */
export function readShopifyDelivery(topic: string, content: unknown): ShopReport {
  if (topic === 'refunds/create') return readRefund(content);
  if (topic === 'disputes/create' || topic === 'disputes/update') return readDispute(content);
  if (topic === 'orders/delete')
    return ignored('A deleted order stays counted: deleting it moves no money. Refund or cancel it instead.');
  if (['orders/create', 'orders/paid', 'orders/updated', 'orders/cancelled'].includes(topic))
    return readOrder(content);
  return ignored('Deliveries of this topic contain no orders.');
}

function readOrder(content: unknown): ShopReport {
  const given = parseContent(order, content);
  const orderId = requireOrderId(given.id, 'id');
  if (given.test) return ignored('A test order, such as a test notification contains.', orderId);
  const { currency } = given;
  const amount = requireAmount(given.total_price, currency, 'total_price');
  return {
    kind: 'order',
    refunds: given.refunds
      .filter((each) => isIn(currency, each))
      .flatMap((each, n) => toRefund(each, { currency, path: `refunds.${n}.` })),
    ...(given.refunds.every((each) => isIn(currency, each)) ? {} : { detail: otherCurrency(currency) }),
    order: {
      orderId,
      amount,
      currency,
      ...toParts({ tax: given.total_tax, shipping: toShipping(given) }, amount, currency),
      occurredAt: given.created_at,
      status: toStatus(given),
      items: toItems(given.line_items, currency),
      customerRef: given.customer?.id,
      visitor: findVisitor((key) => given.note_attributes.find(({ name }) => name === key)?.value),
      changedAt: given.updated_at,
    },
  };
}

/** The price of shipping without its tax, which the lines contain if the shop's prices do. Undefined without lines. */
function toShipping({
  currency,
  shipping_lines: lines,
  taxes_included: isGross,
}: ShopifyOrder): string | undefined {
  if (!lines) return undefined;
  const amounts = lines.flatMap(({ price, discounted_price: discounted, tax_lines: taxes }) => [
    discounted ?? price,
    ...(isGross ? taxes.map((tax) => `-${tax.price}`) : []),
  ]);
  const digits = currencyDigits(currency);
  const fixed = amounts.map((amount) => toFixedDecimal(amount, digits));
  return fixed.every((amount) => amount !== undefined) ? addDecimals(fixed, digits) : undefined;
}

/** An order counts while the money is with the shop: one that was paid and is cancelled still counts, until it is refunded. */
function toStatus({ financial_status: status, cancelled_at: cancelledAt }: ShopifyOrder): OrderStatus {
  if (status === 'paid' || status === 'partially_refunded' || status === 'refunded') return 'paid';
  return cancelledAt || status === 'voided' || status === 'expired' ? 'cancelled' : 'pending';
}

function readRefund(content: unknown): ShopReport {
  const given = parseContent(deliveredRefund, content);
  const orderId = requireOrderId(given.order_id, 'order_id');
  const sets = [given.total_duties_set, ...given.refund_line_items.map(({ subtotal_set: set }) => set)];
  const currency =
    sets.find((set) => set)?.shop_money.currency_code ??
    given.transactions.find((transaction) => transaction.currency)?.currency;
  if (currency && !isIn(currency, given)) throw new ContentError('transactions', otherCurrency(currency));
  const refunds = currency ? toRefund(given, { currency, path: '' }) : [];
  if (refunds.length === 0) return ignored('No money went back with this refund yet.', orderId);
  return { kind: 'refunds', of: { orderId }, refunds };
}

/** Customers may pay, and get back, in another currency than the shop's. The payload does not contain how much that was for the shop. */
const isIn = (currency: string, { transactions }: ShopifyRefund) =>
  transactions.every((each) => each.kind !== 'refund' || (each.currency ?? currency) === currency);
const otherCurrency = (currency: string) =>
  `contain a refund in another currency than ${currency}, which cannot be subtracted`;

/**
 * The money that went back with a refund. Empty while a part of it is pending: a later delivery has the whole sum, and a
 * refund is recorded once.
 */
function toRefund(
  { id, created_at: occurredAt, transactions }: ShopifyRefund,
  { currency, path }: { currency: string; path: string },
): ShopRefund[] {
  const paid = transactions.filter(({ kind }) => kind === 'refund');
  if (paid.some(({ status }) => status === 'pending')) return [];
  const done = paid.filter(({ status }) => status === 'success');
  const amounts = done.map(({ amount }, n) =>
    requireAmount(amount, currency, `${path}transactions.${n}.amount`),
  );
  const amount = addDecimals(amounts, currencyDigits(currency));
  return Number(amount) === 0 ? [] : [{ refundId: id, kind: 'refund', amount, currency, occurredAt }];
}

/** Statuses in which the shop has the disputed money again; a refund of it is reported by itself. */
const givenBack = ['won', 'charge_refunded', 'prevented'];

function readDispute(content: unknown): ShopReport {
  const given = parseContent(dispute, content);
  if (given.order_id === null) return ignored('The dispute belongs to no order.');
  const orderId = requireOrderId(given.order_id, 'order_id');
  if (given.type !== 'chargeback') return ignored('Only an inquiry: no money was taken.', orderId);
  const { currency, initiated_at: occurredAt } = given;
  const shared = { currency, amount: requireAmount(given.amount, currency, 'amount') };
  const refundId = `dispute-${given.id}`;
  const taken: ShopRefund = { ...shared, refundId, kind: 'dispute', occurredAt };
  const back: ShopRefund = {
    ...shared,
    refundId: `${refundId}:won`,
    kind: 'dispute-won',
    occurredAt: given.finalized_on ?? occurredAt,
  };
  const refunds = givenBack.includes(given.status) ? [taken, back] : [taken];
  return { kind: 'refunds', of: { orderId }, refunds };
}
