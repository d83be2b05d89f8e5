import { randomUUID } from 'node:crypto';
import type { AccessRight } from '../../../contract/company/access-rights.ts';
import { companyKeyName } from '../../../contract/company/accesses.ts';
import type { Db, Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, operator, recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { claimIdempotencyKey, type IdempotencyClaim } from '../../platform/idempotency/idempotency.ts';
import { listCompanyKeys } from './access.queries.ts';
import { findCompanyAccessId, findCurrentKey, findKey, hasEndedKey } from './accesses/accesses.queries.ts';
import { createAccess, renewKey, requireLockedCompany } from './accesses/accesses.ts';
import { type IssuedKey, readSealedKey } from './accesses/keys.ts';

/** The rights of a new company key. */
const companyKeyRights: readonly AccessRight[] = ['dashboard', 'money', 'orders', 'export'];

/** Creates the access that every company has, with its key. The company must have none. */
export function issueAccessKey(
  tx: Tx,
  appSecret: string,
  companyId: string,
  createdBy: string = operator.name,
): Promise<IssuedKey> {
  const rights = companyKeyRights;
  return createAccess(tx, appSecret, { companyId, kind: 'company', name: companyKeyName, rights, createdBy });
}

/** The company key of every company, for administrators. Keys encrypted with another secret are missing. */
export async function listAccessKeys(tx: Tx, appSecret: string): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const { company_id: companyId, sealed } of await listCompanyKeys(tx)) {
    const key = readSealedKey(appSecret, companyId, sealed);
    // A company whose key was encrypted with another APP_SECRET needs a new one; the others are readable.
    if (key !== undefined) keys.set(companyId, key);
  }
  return keys;
}

/** The access key a company was created with. Empty when it has been replaced or cannot be decrypted. */
export async function findFirstAccessKey(tx: Tx, appSecret: string, companyId: string): Promise<string> {
  const accessId = await findCompanyAccessId(tx, companyId);
  if (accessId === undefined || (await hasEndedKey(tx, companyId, accessId))) return '';
  const key = await findCurrentKey(tx, companyId, accessId);
  return readSealedKey(appSecret, companyId, key?.sealed) ?? '';
}

/**
 * Replaces the company key. Requests with the same idempotency claim replace it only once. The sessions and open streams of
 * the old key end; those of other accesses stay.
 */
export async function replaceAccessKey(
  db: Db,
  appSecret: string,
  companyId: string,
  by: Actor = operator,
  claim?: IdempotencyClaim,
): Promise<IssuedKey> {
  const keyId = randomUUID();
  return db.transaction(async (tx) => {
    const earlierId = await claimIdempotencyKey(tx, claim, keyId);
    if (earlierId !== undefined) return requireEarlierKey(tx, appSecret, companyId, earlierId);
    const name = await requireLockedCompany(tx, companyId);
    const accessId = await findCompanyAccessId(tx, companyId);
    const issued =
      accessId === undefined
        ? await issueAccessKey(tx, appSecret, companyId, by.name)
        : await renewKey(tx, appSecret, { companyId, accessId, keyId });
    await recordAudit(tx, by, { action: 'company.key-replaced', object: name, objectId: companyId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return issued;
  });
}

/** The key that an earlier request with the same idempotency claim created, unless it has been replaced since. */
async function requireEarlierKey(
  tx: Tx,
  appSecret: string,
  companyId: string,
  keyId: string,
): Promise<IssuedKey> {
  const key = await findKey(tx, companyId, keyId);
  const accessKey = key?.ends_at === null ? readSealedKey(appSecret, companyId, key.sealed) : undefined;
  if (accessKey === undefined) throw keyReplaced();
  return { keyId, accessKey };
}

function keyReplaced(): AppError {
  const message =
    'This access key has already been replaced. Reload the list of companies to see the current one.';
  return new AppError(409, 'conflict', message);
}
