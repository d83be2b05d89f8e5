import { z } from 'zod';

/**
 * Why events of a company that exists were refused. The sender gets some of these as error codes; for those
 * about the site (`origin-mismatch`, `page-elsewhere`) only `event-refused`. `altered-repeat` is an event
 * answered like a repetition, though it said something else than the first one with its id.
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
]);
export type RejectionReason = z.infer<typeof rejectionReason>;

/** Most pairs of reason and host kept of a company: the most recent. */
export const rejectionsMax = 10;

/** Events of one reason and host. What senders wrote in here is hostile text: shown as text, never as a link. */
export const rejectedEvents = z.object({
  reason: rejectionReason,
  /** Host name of the page that sent them; empty when there was none (a server, a sandboxed frame, a file). */
  host: z.string(),
  /** Whether a page sent them: a request without an Origin header comes from a server. */
  fromPage: z.boolean(),
  /** Name of the last sender's browser or program, such as Chrome or curl; empty when it has none. */
  agent: z.string(),
  /** What was wrong with the last one, where the reason leaves that open; otherwise empty. */
  detail: z.string(),
  count: z.number().int().positive(),
  lastAt: z.iso.datetime(),
});
export type RejectedEvents = z.infer<typeof rejectedEvents>;

/** Most recent first. */
export const rejectedEventsList = z.object({ refusals: z.array(rejectedEvents) });
