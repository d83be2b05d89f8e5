import { z } from 'zod';
import { companyId } from '../company/companies.ts';
import { cleanText } from '../rules/text.ts';

export const domainLimits = {
  /** Own addresses of one company. */
  perCompany: 1,
  /** Addresses of the agency's portals. */
  ofAgency: 3,
  /** How long an address waits for its record before it is removed. */
  waitingDays: 7,
  hostLength: 300,
} as const;

/**
 * `waiting`: its record was not found yet. `in-use`: it shows portals. `stopped`: it was in use until its record was
 * missing.
 */
export const domainStates = ['waiting', 'in-use', 'stopped'] as const;
export type DomainState = (typeof domainStates)[number];

export const customDomain = z.object({
  id: z.uuid(),
  /** In ASCII. */
  host: z.string(),
  /** As it is shown: in Unicode, unless its letters can be mistaken for others. */
  displayHost: z.string(),
  /** Whether the name has letters that look like others. */
  isLookalike: z.boolean(),
  state: z.enum(domainStates),
  /** The TXT record that proves ownership. */
  record: z.object({ name: z.string(), value: z.string() }),
  /** Where the portals are once the address is in use. */
  url: z.url(),
  createdAt: z.iso.datetime(),
  /** Since when it is in use. */
  verifiedAt: z.iso.datetime().nullable(),
  stoppedAt: z.iso.datetime().nullable(),
  /** When it is removed unless its record is found. Null for an address that was in use. */
  removedAt: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  /** Why the last check failed, as a sentence. */
  problem: z.string().nullable(),
  /** In use, but its record is missing: the address stops if it still is an hour after the first check without it. */
  isFailing: z.boolean(),
});
export type CustomDomain = z.infer<typeof customDomain>;

export const customDomains = z.object({
  domains: z.array(customDomain),
  /** The name that the record of the address should point to; null if this server has none that others can resolve. */
  target: z.string().nullable(),
});
export type CustomDomains = z.infer<typeof customDomains>;

export const newDomain = z.strictObject({ host: cleanText(domainLimits.hostLength).min(1) });

export const domainParams = z.object({ domainId: z.uuid() });
export const companyDomainParams = domainParams.extend({ companyId });
