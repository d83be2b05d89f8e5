import { z } from 'zod';
import { currencyDigits, roundToDecimal } from '../../../../contract/rules/decimal.ts';
import type { OrderStatus } from '../../../../contract/shop/orders.ts';
import {
  ContentError,
  currencyCode,
  findVisitor,
  ignored,
  parseContent,
  providerId,
  requireAmount,
  requireOrderId,
  type ShopRefund,
  type ShopReport,
  toItems,
  toParts,
} from '../shop-report.ts';

const decimal = z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/, 'must be a decimal such as "12.50"');

/** `2017-03-22T19:28:08`, in UTC. */
const utcTime = z.iso
  .datetime({ local: true })
  .transform((text) => new Date(text.endsWith('Z') ? text : `${text}Z`));

// The fields that are used of https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties.
const order = z.object({
  id: providerId,
  number: providerId.optional(),
  status: z.string(),
  currency: currencyCode,
  total: decimal,
  total_tax: decimal.nullish().catch(null),
  /** Without its tax, whether prices include tax or not. */
  shipping_total: decimal.nullish().catch(null),
  date_created_gmt: utcTime,
  date_modified_gmt: utcTime.nullish(),
  date_paid_gmt: z.string().nullish(),
  payment_method: z.string().nullish(),
  customer_id: z.number().int().nullish(),
  meta_data: z.array(z.object({ key: z.unknown().optional(), value: z.unknown().optional() })).default([]),
  line_items: z
    .array(
      z.object({
        name: z.unknown().optional(),
        quantity: z.unknown().optional(),
        price: z.unknown().optional(),
      }),
    )
    .default([]),
  refunds: z.array(z.object({ id: providerId, total: decimal })).default([]),
});
type WooOrder = z.output<typeof order>;

/**
 * Reads a delivery of WooCommerce. The signature does not cover the topic, so it decides only what is ignored.
 * @throws {ContentError}
 */
export function readWooOrder(topic: string, content: unknown): ShopReport {
  if (!topic.startsWith('order.')) return ignored('Deliveries of this topic contain no orders.');
  if (topic === 'order.deleted')
    return ignored('A deleted order stays counted: deleting it moves no money. Refund or cancel it instead.');
  const given = parseContent(order, content);
  const { currency, customer_id: customer } = given;
  const changedAt = given.date_modified_gmt ?? given.date_created_gmt;
  const amount = requireAmount(toCurrency(given.total, currency), currency, 'total');
  const toPart = (sent: string | null | undefined) => (sent ? toCurrency(sent, currency) : undefined);
  return {
    kind: 'order',
    refunds: given.refunds.flatMap((refund, n) => toRefund(refund, { currency, at: changedAt, n })),
    order: {
      orderId: requireOrderId(given.number ?? given.id, 'number'),
      amount,
      currency,
      ...toParts({ tax: toPart(given.total_tax), shipping: toPart(given.shipping_total) }, amount, currency),
      occurredAt: given.date_created_gmt,
      status: toStatus(given),
      items: toItems(
        given.line_items.map((line) => ({ ...line, price: toPrice(line.price, currency) })),
        currency,
      ),
      // 0: a customer without an account.
      customerRef: customer ? String(customer) : undefined,
      visitor: findVisitor((name) => given.meta_data.find(({ key }) => key === name)?.value),
      changedAt,
    },
  };
}

/**
 * An order counts while the money is with the shop: one that was paid and is cancelled later still counts, until it is
 * refunded. Cash on delivery is `processing` before the customer paid. Other statuses are those of plugins.
 */
function toStatus({ status, date_paid_gmt: paidAt, payment_method: method }: WooOrder): OrderStatus {
  if (paidAt || status === 'completed' || status === 'refunded') return 'paid';
  if (status === 'processing') return method === 'cod' ? 'pending' : 'paid';
  return ['cancelled', 'failed', 'trash'].includes(status) ? 'cancelled' : 'pending';
}

/** Shops may calculate with more decimals than the currency has, which cannot be paid. */
function toCurrency(amount: string, currency: string): string {
  return amount.startsWith('-') ? amount : roundToDecimal(Number(amount), currencyDigits(currency));
}

/** WooCommerce divides the total of a line by its quantity. */
const toPrice = (price: unknown, currency: string) =>
  (typeof price === 'number' || typeof price === 'string') && Number(price) >= 0 && Number(price) < 1e12
    ? roundToDecimal(Number(price), currencyDigits(currency))
    : undefined;

/** WooCommerce does not report when a refund was made: the order changed at that time. */
function toRefund(
  { id, total }: { id: string; total: string },
  { currency, at, n }: { currency: string; at: Date; n: number },
): ShopRefund[] {
  if (Number(total) === 0) return [];
  if (!total.startsWith('-')) throw new ContentError(`refunds.${n}.total`, 'must be negative');
  const amount = requireAmount(toCurrency(total.slice(1), currency), currency, `refunds.${n}.total`);
  return [{ refundId: id, kind: 'refund', amount, currency, occurredAt: at }];
}
