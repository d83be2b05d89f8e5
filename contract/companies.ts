import { z } from 'zod';
import { orderAmountMax } from './constants.ts';
import { cleanLine, cleanLines } from './rules/text.ts';
import { invalidTimeZone, toTimeZone } from './rules/time-zone.ts';

/** Converted to lower case: it is part of notification payloads and cookie names, which are compared as text. */
export const companyId = z.uuid().toLowerCase();

/** Currencies of companies; the first is the default. */
const currencies = ['USD', 'GBP', 'EUR', 'CAD', 'AUD', 'NZD', 'CHF', 'SEK', 'NOK', 'DKK'] as const;
export const currency = z.enum(currencies);
export type Currency = z.infer<typeof currency>;

/** An IANA name such as `Europe/London`. Links and old names are replaced by the current name. */
const timeZone = z
  .string()
  .overwrite((name) => toTimeZone(name) ?? name)
  .refine((name) => toTimeZone(name) !== undefined, invalidTimeZone);

/** A company as portal viewers see it: without its access key. */
export const company = z.object({
  id: companyId,
  name: z.string(),
  description: z.string(),
  /** In punycode, as browsers send it. */
  domain: z.string(),
  /** The domain in Unicode, unless it could be mistaken for another one. */
  displayDomain: z.string(),
  currency,
  /** Largest amount of a single shop order that is accepted, in units of the currency. */
  orderAmountMax: z.number(),
  /** IANA name. Days, weeks and months of the statistics begin in it. */
  timeZone: z.string(),
  /** Whether the tracking script may keep a random id in the local storage of the site until the day ends. */
  storesVisitorId: z.boolean(),
  /** Whether a path in the fragment (`#/pricing`) is a separate page. */
  hasHashRouting: z.boolean(),
  created_at: z.iso.datetime(),
});
export type Company = z.infer<typeof company>;

/** The company of an open portal. */
export const portalCompany = company.extend({
  /** Whether an administrator or a portal viewer opened it. */
  viewedAs: z.enum(['admin', 'viewer']),
  /** Whether the portal shows the events of the site or demo data. */
  source: z.enum(['tracked', 'simulated']),
  /** Time of the last event of the site; null before the first. */
  lastEventAt: z.iso.datetime().nullable(),
});
export type PortalCompany = z.infer<typeof portalCompany>;

const companyFields = {
  name: cleanLine(200).min(1),
  /** Also accepts the address of a page, upper case and www. */
  domain: cleanLine(300).min(1),
  description: cleanLines(2000),
  currency,
  timeZone,
  storesVisitorId: z.boolean(),
  hasHashRouting: z.boolean(),
  /** Whether another company may have the same name and domain; otherwise the answer is `company-exists`. */
  allowDuplicate: z.boolean(),
};
export const newCompany = z.object({
  ...companyFields,
  description: companyFields.description.default(''),
  currency: currency.default('USD'),
  timeZone: timeZone.default('UTC'),
  storesVisitorId: companyFields.storesVisitorId.default(true),
  hasHashRouting: companyFields.hasHashRouting.default(false),
  allowDuplicate: companyFields.allowDuplicate.default(false),
});
export type NewCompanyRequest = z.input<typeof newCompany>;

/**
 * Without the currency, which cannot change: totals would add two currencies. Settings that are absent stay as they
 * are.
 */
export const companyChange = z.object({
  name: companyFields.name,
  domain: companyFields.domain,
  description: companyFields.description,
  timeZone: companyFields.timeZone.optional(),
  storesVisitorId: companyFields.storesVisitorId.optional(),
  hasHashRouting: companyFields.hasHashRouting.optional(),
  orderAmountMax: z
    .number()
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(orderAmountMax, { error: `must be at most ${orderAmountMax}` })
    .optional(),
  allowDuplicate: companyFields.allowDuplicate.default(false),
});
export type CompanyChange = z.infer<typeof companyChange>;
export type CompanyChangeRequest = z.input<typeof companyChange>;

/** A company as administrators see it. */
export const adminCompany = company.extend({
  access_key: z.string(),
  /** Visitors of the site with a tab seen in the last five minutes. */
  active: z.number().int().nonnegative(),
  lastEventAt: z.iso.datetime().nullable(),
  /** When the demo data was generated; null while the portal shows tracked readings. */
  demoDataSince: z.iso.datetime().nullable(),
});
export type AdminCompany = z.infer<typeof adminCompany>;
/** Newest first. */
export const adminCompanies = z.object({
  companies: z.array(adminCompany),
  /** True: access keys are left out, because they are shown only after a recent sign-in. */
  keysNeedSignIn: z.boolean().default(false),
});

export const replacedKey = z.object({ access_key: z.string() });

/** Deleting removes all data of the company, so the administrator types its name to confirm. */
export const companyDeletion = z.object({ name: z.string() });

export const companyParams = z.object({ companyId });

/** The tracking code that follows updates, and the one with the hash of a frozen release. */
export const trackingScript = z.object({
  snippet: z.string(),
  frozenSnippet: z.string(),
  lastEventAt: z.iso.datetime().nullable(),
});
export type TrackingScript = z.infer<typeof trackingScript>;
