import { eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema/platform.ts';

type KeyRow = typeof idempotencyKeys.$inferInsert;

/**
 * Stores a key, replacing it if it has expired. Returns undefined, or the row of an earlier request with this key.
 * Waits while the transaction of that request is open; if it is rolled back, the key is free again.
 */
export async function insertIdempotencyKey(
  tx: Tx,
  row: KeyRow,
  expiredBefore: Date,
): Promise<KeyRow | undefined> {
  const { content_digest, created_id, created_at } = row;
  const inserted = await tx.orm
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: idempotencyKeys.digest,
      set: { content_digest, created_id, created_at },
      setWhere: lt(idempotencyKeys.created_at, expiredBefore),
    })
    .returning({ digest: idempotencyKeys.digest });
  if (inserted.length > 0) return undefined;
  const [earlier] = await tx.orm.select().from(idempotencyKeys).where(eq(idempotencyKeys.digest, row.digest));
  if (!earlier) throw new Error('the earlier request with this key was not found');
  return earlier;
}

export async function deleteIdempotencyKeysBefore(tx: Tx, before: Date): Promise<void> {
  await tx.orm.execute(
    sql`DELETE FROM idempotency_keys WHERE created_at < ${before.toISOString()}::timestamptz`,
  );
}
