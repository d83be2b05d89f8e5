import { z } from 'zod';
import { currencyCode, findVisitor, providerId } from '../shop-report.ts';

// The fields that are used of https://docs.stripe.com/api/checkout/sessions/object, …/payment_intents/object,
// …/refunds/object, …/disputes/object and …/charges/object. Everything else in an event is ignored.

/** Seconds since 1970, up to the year 9999. */
const time = z
  .number()
  .int()
  .min(0)
  .max(253_402_300_799)
  .transform((seconds) => new Date(seconds * 1000));

/** The id of another object, or the object if the event contains it. */
const reference = z
  .union([providerId, z.object({ id: providerId }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined);

const amount = z.number().int().nonnegative();

const metadata = z
  .looseObject({ order_id: z.string().nullish() })
  .nullish()
  .transform((given) => ({
    orderId: given?.order_id || undefined,
    visitor: findVisitor((name) => given?.[name]),
  }));

export const stripeSession = z.object({
  id: providerId,
  mode: z.string(),
  amount_total: amount.nullable(),
  currency: currencyCode.nullable(),
  client_reference_id: z.string().nullish(),
  metadata,
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: reference,
  customer: reference,
  created: time,
  // An order is never lost because of its parts.
  automatic_tax: z.object({ enabled: z.boolean() }).nullish().catch(null),
  total_details: z
    .object({ amount_tax: amount.nullish().catch(null) })
    .nullish()
    .catch(null),
  shipping_cost: z.object({ amount_total: amount, amount_tax: amount }).nullish().catch(null),
});

export const stripeIntent = z.object({
  id: providerId,
  amount_received: amount,
  currency: currencyCode,
  metadata,
  customer: reference,
  created: time,
});

export const stripeRefund = z.object({
  id: providerId,
  amount,
  currency: currencyCode,
  /** Null in old versions of the API. */
  status: z.string().nullish(),
  payment_intent: reference,
  created: time,
});
export type StripeRefund = z.output<typeof stripeRefund>;

export const stripeCharge = z.object({
  payment_intent: reference,
  /** Present only in versions of the API before 2022-11-15. */
  refunds: z.object({ data: z.array(stripeRefund).max(100) }).nullish(),
});

export const stripeDispute = z.object({
  id: providerId,
  amount,
  currency: currencyCode,
  status: z.string(),
  payment_intent: reference,
  created: time,
});

export const stripeEvent = z.object({ type: z.string().max(100), created: time });

/** An event about an object of this kind. */
export const eventAbout = <Schema extends z.ZodType>(object: Schema) =>
  stripeEvent.extend({ data: z.object({ object }) });
