import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/client.ts';
import { decryptKey, encryptKey, makeAccessKey, toKeyLookup } from '../access-key.ts';
import { insertKey } from './accesses.queries.ts';

export interface IssuedKey {
  keyId: string;
  accessKey: string;
}

/** Creates the key of an access, which must have no current one. */
export async function issueKey(
  tx: Tx,
  appSecret: string,
  { companyId, accessId, keyId = randomUUID() }: { companyId: string; accessId: string; keyId?: string },
): Promise<IssuedKey> {
  const accessKey = makeAccessKey();
  await insertKey(tx, {
    id: keyId,
    company_id: companyId,
    access_id: accessId,
    lookup: toKeyLookup(appSecret, accessKey.replaceAll('-', '')),
    sealed: encryptKey(appSecret, companyId, accessKey),
  });
  return { keyId, accessKey };
}

/** The key as it was issued; undefined for one that was encrypted with another APP_SECRET. */
export function readSealedKey(
  appSecret: string,
  companyId: string,
  sealed: Buffer | null | undefined,
): string | undefined {
  if (!sealed) return undefined;
  try {
    return decryptKey(appSecret, companyId, sealed);
  } catch {
    return undefined;
  }
}
