import { z } from 'zod';
import { currencyCodes } from '../rules/currencies.ts';

/** Largest number of recent events in one answer. */
export const recentEventsMax = 12;

/** An event of a site without anything that identifies a person: no visitor, no place but the country, no properties. */
export const recentEvent = z.object({
  /** The time of the event, to the second. */
  at: z.iso.datetime(),
  kind: z.enum(['page-view', 'event', 'order']),
  path: z.string(),
  /** The name of a custom event. */
  name: z.string().nullable(),
  /** The amount of an order, in units of its currency; null as well for a viewer without the right to see money. */
  amount: z.string().nullable(),
  /** The currency of an order; null for the company's, and without its amount. */
  currency: z.enum(currencyCodes).nullable(),
  source: z.string().nullable(),
  country: z.string().nullable(),
  device: z.string(),
});
export type RecentEvent = z.infer<typeof recentEvent>;

/** Newest first. */
export const recentEvents = z.object({ events: z.array(recentEvent).max(recentEventsMax) });
