import { z } from 'zod';

/** In lower case whatever was sent: it names live topics and cookies, which compare as text. */
export const companyId = z.uuid().toLowerCase();

/** Currencies a company may take orders in; the first is the default. Symbols come from the reader's locale. */
const currencies = ['USD', 'GBP', 'EUR', 'CAD', 'AUD', 'NZD', 'CHF', 'SEK', 'NOK', 'DKK'] as const;
export const currency = z.enum(currencies);
export type Currency = z.infer<typeof currency>;

/** A company as its viewers see it: the row without its access key. */
export const company = z.object({
  id: companyId,
  name: z.string(),
  description: z.string(),
  domain: z.string(),
  currency,
  created_at: z.iso.datetime(),
});
export type Company = z.infer<typeof company>;

export const companyParams = z.object({ companyId });

/** What the tracking page shows: the snippet that follows updates, and the one frozen by its hash. */
export const trackingScript = z.object({
  snippet: z.string(),
  frozenSnippet: z.string(),
  lastEventAt: z.iso.datetime().nullable(),
});
export type TrackingScript = z.infer<typeof trackingScript>;
