import { z } from 'zod';
import { companyId } from '../company/companies.ts';
import { cleanLine } from '../rules/text.ts';

/** Working keys of one company. */
export const apiKeysMax = 20;

export const apiKeyName = cleanLine(60).min(1);

/** The rights of an API key: `write` reports orders and refunds, `read` lists orders. */
export const apiKeyScopes = ['write', 'read'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The last four characters. */
  hint: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** When a replaced key stops to work. Null for a key that keeps working. */
  endsAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The keys that work, newest first. */
export const apiKeys = z.object({ keys: z.array(apiKey) });

export const newApiKey = z.object({
  name: apiKeyName,
  /** Absent: all. */
  scopes: z
    .array(z.enum(apiKeyScopes))
    .min(1)
    .max(apiKeyScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not name a scope twice')
    .default([...apiKeyScopes]),
});
export type NewApiKey = z.output<typeof newApiKey>;

/** The only answer that ever contains the key. */
export const createdApiKey = z.object({ key: z.string(), apiKey });
export type CreatedApiKey = z.infer<typeof createdApiKey>;

export const apiKeyParams = z.object({ companyId, keyId: z.uuid() });
