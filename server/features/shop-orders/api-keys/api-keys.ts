import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  type ApiKey,
  type ApiKeyScope,
  apiKeyScopes,
  apiKeysMax,
  type CreatedApiKey,
  type NewApiKey,
} from '../../../../contract/shop/api-keys.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { deriveKey, hmac } from '../../../platform/keys.ts';
import { requireCompany } from '../../companies/companies.ts';
import {
  endApiKey,
  endReplacedKey,
  findWorkingKey,
  insertToken,
  insertTokenKey,
  type ListedKeyRow,
  listWorkingKeys,
  setLastUsed,
} from './api-keys.queries.ts';

export interface ApiKeysDeps {
  db: Db;
  appSecret: string;
}

/** Recognizable in logs and secret scanners. */
const prefix = 'nlk_';
const keyPattern = /^nlk_[A-Za-z0-9_-]{32}$/;
const hintLength = 4;
/** How long a replaced key keeps working, so that a client can change its servers one after the other. */
const overlapMs = 24 * 3_600_000;
const usedEveryMs = 60_000;

/** The key of the hashes under which API keys are stored. */
export const toLookupKey = (appSecret: string) => deriveKey(appSecret, 'api-key-lookup');

/** A working key of a request. */
export interface VerifiedKey {
  id: string;
  companyId: string;
  scopes: ApiKeyScope[];
}

/** Whether text has the form of an API key. */
export const isApiKey = (text: string) => keyPattern.test(text);

/** The working key that this is; undefined for anything else. Stores when it was used, by the minute. */
export async function findApiKey(
  { db, lookupKey }: { db: Db; lookupKey: Buffer },
  key: string,
): Promise<VerifiedKey | undefined> {
  if (!isApiKey(key)) return undefined;
  const now = new Date();
  const lookup = hmac(lookupKey, key);
  const found = await findWorkingKey(db, lookup, now);
  if (!found || !timingSafeEqual(found.lookup, lookup)) return undefined;
  const { id, company_id: companyId, last_used_at: lastUsedAt } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > usedEveryMs)
    await setLastUsed(db, found, now);
  return { id, companyId, scopes: toScopes(found.rights) };
}

export async function listApiKeys({ db }: ApiKeysDeps, companyId: string): Promise<ApiKey[]> {
  await requireCompany(db, companyId);
  return (await listWorkingKeys(db, companyId, new Date())).map(toApiKey);
}

/** Creates a key. The answer is the only place where it can ever be read. */
export async function createApiKey(
  { db, appSecret }: ApiKeysDeps,
  companyId: string,
  wanted: NewApiKey,
  by: Actor,
): Promise<CreatedApiKey> {
  const company = await requireCompany(db, companyId);
  return db.transaction(async (tx) => {
    const created = await insertKey(tx, appSecret, companyId, { ...wanted, by: by.name });
    await recordAudit(tx, by, {
      action: 'api-key.created',
      object: `${wanted.name} of ${company.name}`,
      objectId: companyId,
    });
    return created;
  });
}

/**
 * Creates a key with the same scopes in place of another one, which works for another day.
 * @throws {AppError} 409 if it was replaced already: of several requests at once, one gets a key.
 */
export async function replaceApiKey(
  { db, appSecret }: ApiKeysDeps,
  companyId: string,
  keyId: string,
  by: Actor,
): Promise<CreatedApiKey> {
  const company = await requireCompany(db, companyId);
  return db.transaction(async (tx) => {
    const now = new Date();
    const endsAt = new Date(now.getTime() + overlapMs);
    const replaced = await endReplacedKey(tx, companyId, keyId, endsAt);
    if (!replaced) {
      const isReplaced = (await listWorkingKeys(tx, companyId, now)).some(({ id }) => id === keyId);
      throw isReplaced ? alreadyReplaced() : keyNotFound();
    }
    const scopes = toScopes(replaced.rights);
    const created = await insertKey(tx, appSecret, companyId, {
      ...{ name: replaced.name, scopes, by: by.name, accessId: replaced.access_id },
    });
    await recordAudit(tx, by, {
      action: 'api-key.replaced',
      object: `${replaced.name} of ${company.name}`,
      objectId: companyId,
    });
    return created;
  });
}

/** Ends a key at once. */
export async function deleteApiKey(
  { db }: ApiKeysDeps,
  companyId: string,
  keyId: string,
  by: Actor,
): Promise<void> {
  const company = await requireCompany(db, companyId);
  await db.transaction(async (tx) => {
    const now = new Date();
    const ended = await endApiKey(tx, companyId, keyId, now);
    if (!ended) throw keyNotFound();
    await recordAudit(tx, by, {
      action: 'api-key.ended',
      object: `${ended.name} of ${company.name}`,
      objectId: companyId,
    });
  });
}

async function insertKey(
  tx: Tx,
  appSecret: string,
  companyId: string,
  { name, scopes, by, accessId }: NewApiKey & { by: string; accessId?: string },
): Promise<CreatedApiKey> {
  const now = new Date();
  if ((await listWorkingKeys(tx, companyId, now)).length >= apiKeysMax)
    throw new AppError(409, 'conflict', `A company has at most ${apiKeysMax} API keys. End one first.`);
  const key = prefix + randomBytes(24).toString('base64url');
  const rights = scopes.flatMap((scope) => rightsOfScopes[scope]);
  const row = { id: randomUUID(), name, hint: key.slice(-hintLength), rights, created_at: now };
  if (accessId === undefined) await insertToken(tx, { ...row, company_id: companyId, created_by: by });
  await insertTokenKey(tx, {
    ...row,
    accessId: accessId ?? row.id,
    company_id: companyId,
    lookup: hmac(toLookupKey(appSecret), key),
  });
  return { key, apiKey: toApiKey({ ...row, last_used_at: null, ends_at: null }) };
}

const toApiKey = (row: ListedKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: toScopes(row.rights),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
});

const rightsOfScopes: Record<ApiKeyScope, string[]> = { write: ['write-orders'], read: ['money', 'orders'] };

/** The scopes of a key, in the order of the contract. */
const toScopes = (rights: readonly string[]) =>
  apiKeyScopes.filter((scope) => rightsOfScopes[scope].every((right) => rights.includes(right)));

const alreadyReplaced = () =>
  new AppError(409, 'conflict', 'This API key is already replaced. Reload the list to see the new one.');

const keyNotFound = () =>
  new AppError(
    404,
    'not-found',
    'This API key does not work any more. Reload the list to see those that do.',
  );
