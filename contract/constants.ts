/** Values that the pages and the server must agree on. */
export const heartbeatSeconds = 30;
export const activeWindowMinutes = 5;
/** Longest lists of what live visitors read and where they come from. */
export const liveListMax = { pages: 10, sources: 5, countries: 10 } as const;
export const demoReloadDelayMs = 2000;

/** Largest number of events in one tracking request. */
export const trackingBatchMax = 50;
export const trackingBodyMaxBytes = 16 * 1024;
export const trackingBatchBodyMaxBytes = 64 * 1024;

/** Bytes of the names and values of an event's properties together, as UTF-8. */
export const propertyBytesMax = 4_096;

/** Largest shop order, in units of its currency. Larger amounts are typing errors or attacks. */
export const orderAmountMax = 10_000_000;

/** A company's default limit for one shop order, in units of its currency. */
export const orderAmountMaxDefault = 100_000;

/** Stored instead of a path or referrer once a company has too many different ones in a day. */
export const otherValue = '(other)';

/** Stored in place of what looks like an email address. */
export const maskedEmail = '(email)';

/** Largest number of characters in the fields of the public forms. */
export const fieldMax = {
  name: 100,
  email: 255,
  company: 100,
  message: 2000,
  subject: 150,
  phone: 40,
} as const;

/** The fragment with which the test checkout opens pages: the id of their note that no money moved. */
export const testCheckoutMark = 'test-checkout';

/** Request header. A request repeated with the same key creates nothing again. */
export const idempotencyKeyHeader = 'idempotency-key';
