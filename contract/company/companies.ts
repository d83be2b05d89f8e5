import { z } from 'zod';
import { orderAmountMax } from '../constants.ts';
import { currencyCodes } from '../rules/currencies.ts';
import { pathPattern } from '../rules/path-pattern.ts';
import { cleanLine, cleanLines } from '../rules/text.ts';
import { invalidTimeZone, toTimeZone } from '../rules/time-zone.ts';
import { companyBrand } from '../site/agency-settings.ts';
import { viewerRights } from './access-rights.ts';
import { portalDisplay } from './portal-display.ts';
import { setupProgress } from './setup-progress.ts';

/** Converted to lower case: it is part of notification payloads and cookie names, which are compared as text. */
export const companyId = z.uuid().toLowerCase();

export const currency = z.enum(currencyCodes);
export type Currency = z.infer<typeof currency>;

/** An IANA name such as `Europe/London`. Links and old names are replaced by the current name. */
export const timeZone = z
  .string()
  .overwrite((name) => toTimeZone(name) ?? name)
  .refine((name) => toTimeZone(name) !== undefined, invalidTimeZone);

/** Maximum numbers of entries in the lists of a company's settings. */
export const companyListMax = { hostNames: 20, excludedPaths: 50, excludedAddresses: 50 } as const;

const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item).max(max, { error: `must have at most ${max} entries` });

/** As ISO 8601 numbers days: 1 is Monday, 7 is Sunday. */
const weekStart = z.int().min(1, { error: 'must be 1 to 7' }).max(7, { error: 'must be 1 to 7' });

/** A company as portal viewers see it: without its access key. */
export const company = z.object({
  id: companyId,
  name: z.string(),
  description: z.string(),
  /** In punycode, as browsers send it. */
  domain: z.string(),
  /** The domain in Unicode, unless it could be mistaken for another one. */
  displayDomain: z.string(),
  /** Further hosts of the site, as they are shown; `*.shop.example` is every host below shop.example. */
  hostNames: z.array(z.string()),
  currency,
  /** IANA name. Days, weeks and months of the statistics begin in it. */
  timeZone: z.string(),
  /** Whether the tracking script may keep a random id in the local storage of the site until the day ends. */
  storesVisitorId: z.boolean(),
  /** Whether a path in the fragment (`#/pricing`) is a separate page. */
  hasHashRouting: z.boolean(),
  /** The day on which weeks of the statistics begin: 1 is Monday, 7 is Sunday. */
  weekStart: z.number(),
  /** Whether orders and revenue count only verified orders. */
  countsOnlyVerified: z.boolean(),
  created_at: z.iso.datetime(),
});
export type Company = z.infer<typeof company>;

/** The rights of the caller, and the part of the site that its answers count. */
const portalAccess = z.object({
  /** Administrators have all of them. */
  rights: z.array(z.enum(viewerRights)),
  /** Whether every answer counts a part of the site alone: what cannot be narrowed is not shown. */
  isNarrowed: z.boolean(),
  /** The filters of every question, as an address has them. */
  filters: z.array(z.string()),
});

/** The brand of a portal with own fields, completed with the agency's. */
const portalBrand = z.object({
  /** In place of the agency's name. */
  name: z.string(),
  /** Null: the name is shown. */
  logo: z
    .object({
      light: z.string(),
      dark: z.string(),
      /** Width divided by height. */
      ratio: z.number(),
      /** The text in its place for screen readers. */
      label: z.string(),
    })
    .nullable(),
  /** The name or the logo is the client's own, so nothing leads to the agency's site. */
  isOwn: z.boolean(),
  /** The declarations in which it differs from the style sheets of the page. Contains only numbers and digests. */
  themeCss: z.string(),
});
export type PortalBrand = z.infer<typeof portalBrand>;

/** The company of an open portal. */
export const portalCompany = company.extend({
  /** Whether an administrator or a portal viewer opened it. */
  viewedAs: z.enum(['admin', 'viewer']),
  access: portalAccess,
  /** The display that an administrator chose for the portal, or the usual one. */
  display: portalDisplay,
  /** Null: the portal has the agency's brand. */
  brand: portalBrand.nullable(),
  /** Whether shop orders are stored, or a shop is connected: a portal without both shows no figures about money. */
  hasShop: z.boolean(),
  /** Whether the portal shows the events of the site or demo data. */
  source: z.enum(['tracked', 'simulated']),
  /** Time of the last event of the site; null before the first, and for viewers who do not see all of the site. */
  lastEventAt: z.iso.datetime().nullable(),
  /** Grows with every change of what the portal shows; 0 before the first event. */
  revision: z.int().nonnegative(),
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

/** Settings that are absent stay as they are. */
export const companyChange = z.object({
  name: companyFields.name,
  domain: companyFields.domain,
  description: companyFields.description,
  /** Can change until the first shop order; afterwards the answer is `currency-fixed`. */
  currency: currency.optional(),
  timeZone: companyFields.timeZone.optional(),
  storesVisitorId: companyFields.storesVisitorId.optional(),
  hasHashRouting: companyFields.hasHashRouting.optional(),
  hostNames: listOf(cleanLine(300).min(1), companyListMax.hostNames).optional(),
  excludedPaths: listOf(pathPattern, companyListMax.excludedPaths).optional(),
  excludedAddresses: listOf(cleanLine(100).min(1), companyListMax.excludedAddresses).optional(),
  weekStart: weekStart.optional(),
  countsOnlyVerified: z.boolean().optional(),
  orderAmountMax: z
    .number()
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(orderAmountMax, { error: `must be at most ${orderAmountMax}` })
    .optional(),
  /** The display of its portal; null for the usual one. */
  portalDisplay: portalDisplay.nullable().optional(),
  /** The brand of its portal; null for the agency's. Fields that are missing are the agency's as well. */
  brand: companyBrand.nullable().optional(),
  allowDuplicate: companyFields.allowDuplicate.default(false),
});
export type CompanyChange = z.infer<typeof companyChange>;
export type CompanyChangeRequest = z.input<typeof companyChange>;

/** A company as administrators see it. */
export const adminCompany = company.extend({
  /** Largest amount of a single shop order that is accepted, in units of the currency. */
  orderAmountMax: z.number(),
  /** Patterns of paths that are not counted. */
  excludedPaths: z.array(z.string()),
  /** IP addresses and networks (CIDR) that are not counted. */
  excludedAddresses: z.array(z.string()),
  /** Whether shop orders are stored, so that the currency can no longer change. */
  hasOrders: z.boolean(),
  /** The display of its portal; null for the usual one. */
  portalDisplay: portalDisplay.nullable(),
  /** The own fields of its portal's brand; null for the agency's. */
  brand: companyBrand.nullable(),
  /** The names of its groups, in the order in which they were chosen. */
  groups: z.array(z.string()),
  access_key: z.string(),
  /** When its portal was last opened by anyone outside the agency; null if never. */
  lastOpenedAt: z.iso.datetime().nullable(),
  /** Visitors of the site with a tab seen in the last five minutes. */
  active: z.number().int().nonnegative(),
  lastEventAt: z.iso.datetime().nullable(),
  /** Since when its statistics cannot be built or read, and why, in one line for operators; null while all is well. */
  statisticsBehind: z.object({ since: z.iso.datetime(), reason: z.string() }).nullable(),
  /** When the demo data was generated; null while the portal shows the events of the site. */
  demoDataSince: z.iso.datetime().nullable(),
  setup: setupProgress.nullable(),
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
