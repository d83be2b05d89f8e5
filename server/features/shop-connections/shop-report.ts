import { z } from 'zod';
import { addDecimals, currencyDigits, toFixedDecimal } from '../../../contract/rules/decimal.ts';
import {
  type OrderItem,
  orderApiLimits,
  orderCurrency,
  orderId as orderIdSchema,
  orderItem,
  verifiedAmountMax,
  visitorToken,
} from '../../../contract/shop/orders.ts';
import type { VerifiedOrder, VerifiedRefund } from '../shop-orders/ledger/verified-order.ts';

/** A refund or dispute, before its order is known. */
export type ShopRefund = Omit<VerifiedRefund, 'orderId'>;

/** The content of a delivery, in the terms of the ledger. */
export type ShopReport =
  | { kind: 'ignored'; detail: string; orderId?: string }
  /** `paymentId`: the payment of the order, by which its refunds name it. `detail`: what could not be recorded. */
  | {
      kind: 'order';
      order: VerifiedOrder;
      refunds: ShopRefund[];
      paymentId?: string | undefined;
      detail?: string;
    }
  | { kind: 'refunds'; of: { orderId: string } | { paymentId: string }; refunds: ShopRefund[] };

export const ignored = (detail: string, orderId?: string): ShopReport => ({
  kind: 'ignored',
  detail,
  ...(orderId === undefined ? {} : { orderId }),
});

/** Signed content that cannot be recorded, with its field. */
export class ContentError extends Error {
  constructor(field: string, problem: string) {
    super(`${field === '' ? 'The content' : field} ${problem}`);
    this.name = 'ContentError';
  }
}

/** @throws {ContentError} */
export function parseContent<Output>(schema: z.ZodType<Output>, content: unknown): Output {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ContentError(issue?.path.join('.') ?? '', `cannot be read: ${issue?.message ?? 'unknown'}`);
}

/** An id that a provider gives as text or as a number. */
export const providerId = z.union([
  z.string().regex(/^[\x21-\x7e]{1,80}$/, 'must be 1 to 80 visible characters'),
  z.number().int().nonnegative().transform(String),
]);

/** ISO 8601 with an offset. */
export const offsetTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const currencyCode = orderCurrency;

/** @throws {ContentError} */
export const requireOrderId = (id: string, field: string): string => parseField(orderIdSchema, id, field);

function parseField<Output>(schema: z.ZodType<Output>, given: unknown, field: string): Output {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ContentError(field, parsed.error.issues[0]?.message ?? 'cannot be read');
}

/**
 * An amount with the decimals of its currency. Undefined if it has more, is negative, or is larger than the ledger's
 * maximum.
 */
function toAmount(decimal: string, currency: string): string | undefined {
  const fixed = toFixedDecimal(decimal, currencyDigits(currency));
  if (fixed === undefined || fixed.startsWith('-') || Number(fixed) > verifiedAmountMax) return undefined;
  return fixed;
}

/** @throws {ContentError} */
export function requireAmount(decimal: string, currency: string, field: string): string {
  const amount = toAmount(decimal, currency);
  if (amount !== undefined) return amount;
  throw new ContentError(field, `must be an amount in ${currency} of 0 to ${verifiedAmountMax}`);
}

interface SentParts {
  /** The tax in the amount, also that of shipping. */
  tax: unknown;
  /** Without its tax. */
  shipping: unknown;
}

/**
 * The parts of an order's amount, and what remains of it without tax and shipping. Undefined where the provider does not give
 * them, or gives what cannot be: an order is never lost because of its parts.
 */
export function toParts(
  { tax: sentTax, shipping: sentShipping }: SentParts,
  amount: string,
  currency: string,
): { tax?: string | undefined; shipping?: string | undefined; net?: string | undefined } {
  const digits = currencyDigits(currency);
  const toPart = (sent: unknown) =>
    typeof sent === 'string' && sent.length <= 30 ? toAmount(sent, currency) : undefined;
  const [tax, shipping] = [toPart(sentTax), toPart(sentShipping)];
  const rest = addDecimals([amount, `-${tax ?? '0'}`, `-${shipping ?? '0'}`], digits);
  if (rest.startsWith('-')) return {};
  return { tax, shipping, net: tax === undefined || shipping === undefined ? undefined : rest };
}

/** The second is the name before 0.7.0, which shops send until their code is changed. */
const visitorNames = ['site_visitor', 'northlight_visitor'];

/**
 * The visitor that the shop sent with an order; `read` gives the value of a name. Undefined unless it is text that the
 * tracking script can have given: an order is never lost because of it.
 */
export function findVisitor(read: (name: string) => unknown): string | undefined {
  for (const name of visitorNames) {
    const parsed = visitorToken.safeParse(read(name));
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** The lines of an order, as far as they can be shown. */
export function toItems(
  lines: readonly { name?: unknown; quantity?: unknown; price?: unknown }[],
  currency: string,
): OrderItem[] {
  return lines.slice(0, orderApiLimits.itemsPerOrder).flatMap(({ name, quantity, price }) => {
    const amount = typeof price === 'string' || typeof price === 'number' ? String(price) : '';
    const item = {
      name: typeof name === 'string' ? [...name].slice(0, 100).join('') : name,
      quantity,
      price: /^\d{1,15}(\.\d+)?$/.test(amount) ? toAmount(amount, currency) : undefined,
    };
    const parsed = orderItem.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}
