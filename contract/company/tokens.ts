import { z } from 'zod';
import { cleanLine } from '../rules/text.ts';
import { accessRights, type TokenRight, tokenRights } from './access-rights.ts';
import { fixedFilters, hasOnce } from './accesses.ts';
import { company, companyId } from './companies.ts';

export const tokenLimits = {
  /** Tokens of one company that work. */
  perCompany: 20,
  /** Tokens of several or all companies that work. */
  ofSeveral: 100,
  /** Companies of one token. */
  companies: 200,
  nameLength: 60,
  /** How long a replaced token keeps working, so that programs can change to the new one after each other. */
  overlapHours: 24,
} as const;

export const tokenName = cleanLine(tokenLimits.nameLength).min(1);

/** A token of a program, without its secret. */
export const token = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The companies that it may ask about; `all` includes later ones. */
  companies: z.union([z.literal('all'), z.array(z.object({ id: companyId, name: z.string() }))]),
  rights: z.array(z.enum(accessRights)),
  /** Filters that are added to every question, as in the query of one. */
  filters: z.array(z.string()),
  /** When it ends by itself; null if it does not. */
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** An account, "operator", or empty for a token of an earlier version. */
  createdBy: z.string(),
  /** Precise to a minute. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** The last four characters. */
  hint: z.string(),
  /** When the secret that was replaced stops to work; null unless one was. */
  oldTokenEndsAt: z.iso.datetime().nullable(),
});
export type Token = z.infer<typeof token>;

/** The tokens that were not ended, newest first. */
export const tokens = z.object({ tokens: z.array(token) });

const seesSomething = (rights: readonly TokenRight[]) =>
  rights.some((right) => right !== 'money' && right !== 'export');

const rights = z
  .array(z.enum(tokenRights))
  .refine(hasOnce, 'must not name a right twice')
  .refine(seesSomething, { error: 'must include dashboard, orders or write-orders' });

const tokenFields = {
  name: tokenName,
  rights,
  filters: fixedFilters.default([]),
  expiresAt: z.iso.datetime().nullable().default(null),
};

/** A token of one company. */
export const newToken = z
  .object(tokenFields)
  .refine((wanted) => wanted.filters.length === 0 || !wanted.rights.includes('write-orders'), {
    path: ['filters'],
    error: 'must be empty for a token that writes orders',
  });
export type NewToken = z.output<typeof newToken>;

/** A token of several or all companies. It cannot write orders: an order names no company. */
export const newSharedToken = z.object({
  ...tokenFields,
  rights: rights.refine((given) => !given.includes('write-orders'), {
    error: 'must not include write-orders for several companies',
  }),
  companies: z.union(
    [
      z.literal('all'),
      z.array(companyId).min(1).max(tokenLimits.companies).refine(hasOnce, 'must not name a company twice'),
    ],
    { error: `must be "all" or 1 to ${tokenLimits.companies} different ids of companies` },
  ),
});
export type NewSharedToken = z.output<typeof newSharedToken>;

/** The only answer that ever contains the secret. */
export const createdToken = z.object({ secret: z.string(), token });
export type CreatedToken = z.infer<typeof createdToken>;

export const companyTokenParams = z.object({ companyId, tokenId: z.uuid() });
export const tokenParams = z.object({ tokenId: z.uuid() });

/** The companies that a token may ask about. */
export const readableCompanies = z.object({
  companies: z.array(company.pick({ id: true, name: true, domain: true, timeZone: true, currency: true })),
});
