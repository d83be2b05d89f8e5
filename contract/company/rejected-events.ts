import { z } from 'zod';

/**
 * Why events of an existing company were rejected. The sender gets most of these as error codes, but only
 * `event-refused` for the reasons about the site (`origin-mismatch`, `page-elsewhere`). `altered-repeat` is an event with
 * the id of an earlier event and other content; it is answered like a repetition. `properties-left-out` is an event that
 * was stored without its properties.
 */
export const rejectionReason = z.enum([
  'origin-mismatch',
  'page-elsewhere',
  'bot',
  'spam-referrer',
  'currency-mismatch',
  'order-amount-too-large',
  'invalid-request',
  'altered-repeat',
  'properties-left-out',
]);
export type RejectionReason = z.infer<typeof rejectionReason>;

/** How many pairs of reason and host are kept for each company and day, and listed: the most recent ones. */
export const rejectionsMax = 10;

/** How many days, with today, the list covers. Days are those of the company's time zone. */
export const rejectionDays = 7;

/** Rejected events with the same reason and host. Contains text from senders: show it as text, never as a link. */
export const rejectedEvents = z.object({
  reason: rejectionReason,
  /** Host name of the page that sent them; empty for a server, a sandboxed frame or a local file. */
  host: z.string(),
  /** Whether a page sent them: a request without an Origin header comes from a server. */
  fromPage: z.boolean(),
  /** The last sender's browser or program, such as Chrome or curl; empty when unknown. */
  agent: z.string(),
  /** The error of the last event, for reasons that do not contain it themselves; otherwise empty. */
  detail: z.string(),
  count: z.number().int().positive(),
  lastAt: z.iso.datetime(),
});
export type RejectedEvents = z.infer<typeof rejectedEvents>;

/** Most recent first. */
export const rejectedEventsList = z.object({ refusals: z.array(rejectedEvents) });
