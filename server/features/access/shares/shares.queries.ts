import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { sharedViews } from '../../../db/schema/accesses.ts';

export async function insertSharedView(tx: Tx, row: typeof sharedViews.$inferInsert): Promise<void> {
  await tx.orm.insert(sharedViews).values(row);
}

export async function updateSharedView(
  tx: Tx,
  accessId: string,
  change: Partial<Omit<typeof sharedViews.$inferInsert, 'access_id'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.orm.update(sharedViews).set(change).where(eq(sharedViews.access_id, accessId));
}

export interface OpenableShare {
  key_id: string;
  company_id: string;
  company: string;
  access_name: string;
  rights: string[];
  expires_at: Date | null;
  view: string;
  password_hash: string | null;
}

/** The share link with this id and secret, if it works. */
export async function findOpenableShare(
  tx: Tx,
  { accessId, lookup, now }: { accessId: string; lookup: Buffer; now: Date },
): Promise<OpenableShare | undefined> {
  const found = await tx.query<OpenableShare>(
    `SELECT k.id AS key_id, a.company_id, c.name AS company, a.name AS access_name, a.rights, a.expires_at,
       s.view, s.password_hash
     FROM access_keys k
     JOIN accesses a ON a.id = k.access_id
     JOIN shared_views s ON s.access_id = a.id
     JOIN companies c ON c.id = a.company_id
     WHERE k.lookup = $1 AND a.id = $2 AND a.kind = 'share' AND k.ends_at IS NULL
       AND a.revoked_at IS NULL AND (a.expires_at IS NULL OR a.expires_at > $3)`,
    [lookup, accessId, now],
  );
  return found.rows[0];
}

/** The query that a share link is about. */
export async function findSharedView(tx: Tx, accessId: string): Promise<string | undefined> {
  const found = await tx.query<{ view: string }>({
    name: 'find-shared-view',
    text: 'SELECT view FROM shared_views WHERE access_id = $1',
    values: [accessId],
  });
  return found.rows[0]?.view;
}

/** The hosts that may show a share link in a frame; none if it does not work. */
export async function listEmbedHostNames(
  tx: Tx,
  { accessId, onlyCompany, now }: { accessId: string; onlyCompany: string | undefined; now: Date },
): Promise<string[]> {
  const found = await tx.query<{ embed_hosts: string[] }>(
    `SELECT s.embed_hosts FROM shared_views s JOIN accesses a ON a.id = s.access_id
     WHERE a.id = $1 AND a.revoked_at IS NULL AND (a.expires_at IS NULL OR a.expires_at > $2)
       AND ($3::uuid IS NULL OR a.company_id = $3)`,
    [accessId, now, onlyCompany ?? null],
  );
  return found.rows[0]?.embed_hosts ?? [];
}

/** Changes the id of the current key of an access: sessions name it, and end. The key itself stays. */
export async function changeKeyId(
  tx: Tx,
  { companyId, accessId, keyId }: { companyId: string; accessId: string; keyId: string },
): Promise<void> {
  await tx.query(
    'UPDATE access_keys SET id = $3 WHERE company_id = $1 AND access_id = $2 AND ends_at IS NULL',
    [companyId, accessId, keyId],
  );
}
