import { z } from 'zod';
import { companyId } from './company/companies.ts';
import { orderAmountMax, propertyBytesMax, trackingBatchMax } from './constants.ts';
import { countPropertyBytes } from './rules/properties/property-bytes.ts';
import { propertyName } from './rules/properties/property-name.ts';
import { cleanText } from './rules/text.ts';

const sessionId = z.string().regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 visible characters');
// Only the beginning is checked here: parsing a URL is the most expensive step of an event, and the server does it once.
const pageUrl = cleanText(2048).regex(/^https?:\/\/[^\s/?#]/i, 'must be an http address');

/** UUIDv7 (RFC 9562): the first 48 bits are the time of the event in milliseconds. */
const eventId = z.uuidv7('must be a UUID of version 7');

/** The random id of a browser that the script keeps until the company's day ends; null where it must not or cannot. */
const visitorId = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 visible characters')
  .nullish();

/** Kinds of click ids that are recognized in a page's address. Their values are never sent. */
export const clickIdKinds = [
  'gclid',
  'gbraid',
  'wbraid',
  'msclkid',
  'fbclid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'rdt_cid',
  'epik',
] as const;

/** Classes of the width of the window in CSS pixels: below 576, 992, 1440, and above. */
export const screenClasses = ['phone', 'tablet', 'laptop', 'desktop'] as const;

/** The name of the class, or its place in the list: 0 to 3. */
const screenClass = z.union(
  [
    z.enum(screenClasses),
    z
      .int()
      .min(0)
      .max(screenClasses.length - 1)
      .transform((index) => screenClasses[index] ?? null),
  ],
  { error: `must be ${screenClasses.join(', ')}, or 0 to 3` },
);

const campaignTextMax = 200;

/** From the link that led to the page, which neither the site nor its visitor wrote: shortened instead of rejected. */
const campaignText = z
  .string()
  .max(2048)
  .overwrite((text) =>
    text
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, campaignTextMax)
      .toWellFormed(),
  );

/** Fields about the browser and how it came to the page. Absent in events of tracking scripts before 2.0.0. */
const visitFields = {
  visitorId,
  /** A language tag such as `en-GB`. Browsers have been seen with others (`en_US`, `c`), which count as unknown. */
  language: z.string().max(100).nullish(),
  screen: screenClass.nullish(),
  utmSource: campaignText.nullish(),
  utmMedium: campaignText.nullish(),
  utmCampaign: campaignText.nullish(),
  utmTerm: campaignText.nullish(),
  utmContent: campaignText.nullish(),
  clickId: z.enum(clickIdKinds).nullish(),
};

/** The path in the fragment of a site with hash routing: `/pricing` for `#/pricing`. */
const hashPath = cleanText(300).nullish();

const eventFields = { id: eventId.optional(), companyId, metricValue: z.number().optional() };

const pageview = z.object({
  ...eventFields,
  eventType: z.literal('pageview'),
  metricName: z.literal('page_views').optional(),
  metadata: z.object({
    url: pageUrl,
    hashPath,
    referrer: cleanText(2048).nullish(),
    sessionId: sessionId.optional(),
    ...visitFields,
  }),
});

const session = z.object({
  ...eventFields,
  eventType: z.literal('session'),
  metricName: z.literal('users').optional(),
  metadata: z.object({
    url: pageUrl,
    hashPath,
    sessionId,
    referrer: cleanText(2048).nullish(),
    ...visitFields,
  }),
});

/** Names of custom events and of their properties are shown to people; `property:<name>` is a dimension. */
const eventName = cleanText(100)
  .min(1)
  .regex(/^\P{Cf}*$/u, 'must not contain invisible characters')
  .regex(/[^\p{Z}]/u, 'must not be blank')
  .regex(/^[^\p{Zl}\p{Zp}]*$/u, 'must be a single line');

const customEvent = z.object({
  ...eventFields,
  eventType: z.literal('event'),
  metricName: z.string().max(40).optional(),
  metadata: z.object({
    name: eventName,
    /** At most 20 scalar values, and so many bytes in all that a list of events cannot become a burden. */
    properties: z
      .record(propertyName, z.union([cleanText(300), z.number(), z.boolean()]))
      .refine((properties) => Object.keys(properties).length <= 20, 'must have at most 20 properties')
      .refine(
        (properties) => countPropertyBytes(properties) <= propertyBytesMax,
        `must have at most ${propertyBytesMax} bytes in all names and values together`,
      )
      .nullish(),
    url: pageUrl,
    hashPath,
    referrer: cleanText(2048).nullish(),
    sessionId: sessionId.optional(),
    ...visitFields,
  }),
});

/** How long a page was visible and in use since its last engagement event, and whether the visitor leaves the page. */
const engagement = z.object({
  ...eventFields,
  eventType: z.literal('engagement'),
  metricName: z.string().max(40).optional(),
  metadata: z.object({
    url: pageUrl,
    hashPath,
    sessionId: sessionId.optional(),
    visitorId,
    /** Milliseconds; zero for a tab that only reports it is leaving. */
    engagedMs: z.number().int().min(0).max(86_400_000),
    isLeaving: z.boolean().optional(),
  }),
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
    hashPath,
    sessionId: sessionId.optional(),
    ...visitFields,
  }),
});

/**
 * One event with the specification's payload. We added `id`, the order event and the session of a page view.
 * Unknown fields, such as the client's time, address or browser, are ignored.
 */
export const trackingEvent = z.discriminatedUnion('eventType', [
  pageview,
  session,
  order,
  customEvent,
  engagement,
]);
export type TrackingEvent = z.infer<typeof trackingEvent>;
export type TrackingEventInput = z.input<typeof trackingEvent>;

export const trackingRequest = z.union([trackingEvent, z.array(trackingEvent).min(1).max(trackingBatchMax)]);

export const trackingResponse = z.object({
  /** The number of committed events. Sending one of them again changes nothing. */
  accepted: z.number(),
  /**
   * Seconds until the day of the (first) company ends: the script deletes its visitor id then. Zero where the company
   * has switched storage off: the script deletes it at once.
   */
  dayEndsInSeconds: z.number(),
});
