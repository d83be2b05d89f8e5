import { z } from 'zod';
import { rejectedEvents } from './rejected-events.ts';

/** The newest event of a site, and what was rejected in the last seven days. */
export const arrivals = z.object({
  /** Null before the first event. */
  last: z
    .object({
      at: z.iso.datetime(),
      /** Null if the event itself is not stored any more. */
      path: z.string().nullable(),
      host: z.string().nullable(),
    })
    .nullable(),
  /** The version of the tracking script that sent events last; null if no script named its version. */
  scriptVersion: z.string().nullable(),
  /** The newest version of the tracking script. */
  newestVersion: z.string(),
  /** Whether a shop order arrived in the last 30 days. */
  hasOrders: z.boolean(),
  /** Most recent first. */
  refusals: z.array(rejectedEvents),
});
export type Arrivals = z.infer<typeof arrivals>;
