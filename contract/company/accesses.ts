import { z } from 'zod';
import { nextCursor } from '../rules/cursor.ts';
import { cleanLine, emailAddress } from '../rules/text.ts';
import { parseFilter } from '../stats/filter.ts';
import { accessRights, viewerRights } from './access-rights.ts';
import { companyId } from './companies.ts';

export const accessLimits = {
  /** Accesses of one company that work. */
  perCompany: 200,
  /** Filters of one access. */
  filters: 5,
  nameLength: 100,
  embedHosts: 10,
} as const;

/** How long the link of an invitation opens a portal. */
export const invitationDays = 7;

/** `company`: the key that every company is created with. */
export const accessKinds = ['company', 'person', 'share', 'token'] as const;
export type AccessKind = (typeof accessKinds)[number];

/** The name that the company key is created with. */
export const companyKeyName = 'Company key';

export const hasOnce = (values: readonly string[]) => new Set(values).size === values.length;

/** A named access to the portal of a company. */
export const access = z.object({
  id: z.uuid(),
  kind: z.enum(accessKinds),
  /** The person or purpose. */
  name: z.string(),
  email: z.string().nullable(),
  rights: z.array(z.enum(accessRights)),
  /** Filters that are added to every question, as in the query of one. */
  filters: z.array(z.string()),
  /** When it ends by itself; null if it does not. */
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** An account, "operator", or empty for an access of an earlier version. */
  createdBy: z.string(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** How often the portal was opened with it. */
  visits: z.number().int().nonnegative(),
  /** The last characters of a token; null for others. */
  hint: z.string().nullable(),
  /** When a token that was replaced stops to work; null unless one was. */
  oldTokenEndsAt: z.iso.datetime().nullable(),
  /** The content of a share link; null for others. */
  share: z
    .object({
      view: z.string(),
      hasPassword: z.boolean(),
      embedHosts: z.array(z.string()),
    })
    .nullable(),
});
export type Access = z.infer<typeof access>;

/** The company key first, then the newest. */
export const accesses = z.object({ accesses: z.array(access) });

const name = cleanLine(accessLimits.nameLength).min(1);

/** A filter as in the query of a question, such as `host:is:shop.example`. */
const fixedFilter = z.string().superRefine((text, context) => {
  const parsed = parseFilter(text);
  if ('problem' in parsed) context.addIssue(parsed.problem);
});
export const fixedFilters = z.array(fixedFilter).max(accessLimits.filters, {
  error: `must have at most ${accessLimits.filters} filters`,
});

const seesSomething = { error: 'must include dashboard or orders' };
/** The rights of people. Notes are written on the dashboard. */
const rightsOfPeople = z
  .array(z.enum(viewerRights))
  .refine(hasOnce, 'must not name a right twice')
  .refine((rights) => rights.includes('dashboard') || rights.includes('orders'), seesSomething)
  .refine((rights) => !rights.includes('annotate') || rights.includes('dashboard'), {
    error: 'annotate needs dashboard',
  });
const expiresAt = z.iso.datetime().nullable();

/** An empty address means none. */
const email = emailAddress.nullable();

export const newPersonAccess = z.object({
  kind: z.literal('person'),
  name,
  email: email.default(null),
  rights: rightsOfPeople,
  filters: fixedFilters.default([]),
  expiresAt: expiresAt.default(null),
  /** Whether the link is mailed to the address. */
  sendsInvitation: z.boolean().default(false),
});
export type NewPersonAccess = z.output<typeof newPersonAccess>;

/** Fields that are absent stay as they are. */
export const accessChange = z.object({
  name: name.optional(),
  email: email.optional(),
  rights: z.array(z.enum(accessRights)).refine(hasOnce, 'must not name a right twice').optional(),
  filters: fixedFilters.optional(),
  expiresAt: expiresAt.optional(),
});
export type AccessChange = z.output<typeof accessChange>;
export const peopleRights = z.object({ rights: rightsOfPeople });

/** The address of a link that opens the portal once. Only this answer and the mail contain it. */
const link = z.object({
  url: z.string(),
  expiresAt: z.iso.datetime(),
  /** The address that it was mailed to; null if it was not. */
  mailedTo: z.string().nullable(),
  /** True: the mail was not sent but stored, because this server has no mail server. */
  isMailStored: z.boolean(),
});

export const createdAccess = z.object({ access, accessKey: z.string(), link });
export type CreatedAccess = z.infer<typeof createdAccess>;

/** A new link for a person who has access. */
export const invitation = z.object({ sendsMail: z.boolean() });
export const createdLink = z.object({ link });
export type CreatedLink = z.infer<typeof createdLink>;

/** The key of a person, for an administrator. */
export const shownKey = z.object({ access_key: z.string() });

export const accessParams = z.object({ companyId, accessId: z.uuid() });

/** The token of a link that opens a portal. */
export const openLinkRequest = z.object({ token: z.string().min(1).max(200) });
/** Asks for new links to every portal that this address has access to. */
export const newLinksRequest = z.object({ email: emailAddress });

/** A portal was opened. Without an address: the access is named, not the person's network. */
export const opening = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  companyId,
  company: z.string(),
  access: z.string(),
  kind: z.enum(accessKinds),
});
export type Opening = z.infer<typeof opening>;
/** Newest first. */
export const openings = z.object({ openings: z.array(opening), next: nextCursor });
