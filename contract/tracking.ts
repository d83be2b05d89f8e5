import { z } from 'zod';
import { companyId } from './companies.ts';
import { orderAmountMax, trackingBatchMax } from './constants.ts';
import { cleanText } from './rules/text.ts';

const sessionId = z.string().regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 visible characters');
// Only the beginning is checked here: parsing a URL is the most expensive step of an event, and the server does it once.
const pageUrl = cleanText(2048).regex(/^https?:\/\/[^\s/?#]/i, 'must be an http address');

/** UUIDv7 (RFC 9562): the first 48 bits are the time of the event in milliseconds. */
const eventId = z.uuidv7('must be a UUID of version 7');

const eventFields = { id: eventId.optional(), companyId, metricValue: z.number().optional() };

const pageview = z.object({
  ...eventFields,
  eventType: z.literal('pageview'),
  metricName: z.literal('page_views').optional(),
  metadata: z.object({
    url: pageUrl,
    referrer: cleanText(2048).nullish(),
    sessionId: sessionId.optional(),
  }),
});

const session = z.object({
  ...eventFields,
  eventType: z.literal('session'),
  metricName: z.literal('users').optional(),
  metadata: z.object({ url: pageUrl, sessionId, referrer: cleanText(2048).nullish() }),
});

/**
 * An amount in units of the currency: a number, or a decimal as text (`'12.50'`), which is how many shops store it.
 * The tracking script checks it as well (`tracker/tracker.ts`).
 */
const orderAmount = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^ *\d+(\.\d+)? *$/)
        .transform(Number),
    ],
    { error: 'must be a number such as 12.5 or "12.50"' },
  )
  .pipe(
    z
      .number()
      .min(0, { error: 'must not be negative' })
      .max(orderAmountMax, { error: `must be at most ${orderAmountMax}` }),
  );

/**
 * The shop's order number. Invisible characters are rejected: they could make two numbers look the same or reverse
 * the direction of the text around them.
 */
const orderNumber = cleanText(100)
  .min(1)
  .regex(/^\P{Cf}*$/u, 'must not contain invisible characters')
  .regex(/[^\p{Z}]/u, 'must not be blank')
  .regex(/^[^\p{Zl}\p{Zp}]*$/u, 'must be a single line');

const order = z.object({
  ...eventFields,
  eventType: z.literal('order'),
  metricName: z.literal('orders').optional(),
  metadata: z.object({
    orderId: orderNumber,
    /** Stored with two decimals. */
    amount: orderAmount,
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, 'must be a currency code such as EUR')
      .optional(),
    url: pageUrl.optional(),
    sessionId: sessionId.optional(),
  }),
});

/**
 * One event with the specification's payload. We added `id`, the order event and the session of a page view.
 * Unknown fields, such as the client's time, address or browser, are ignored.
 */
export const trackingEvent = z.discriminatedUnion('eventType', [pageview, session, order]);
export type TrackingEvent = z.infer<typeof trackingEvent>;
export type TrackingEventInput = z.input<typeof trackingEvent>;

export const trackingRequest = z.union([trackingEvent, z.array(trackingEvent).min(1).max(trackingBatchMax)]);

/** The number of committed events. Sending one of them again changes nothing. */
export const trackingResponse = z.object({ accepted: z.number() });
