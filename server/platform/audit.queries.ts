import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { auditLog } from '../db/schema/platform.ts';

export async function insertEntry(tx: Tx, entry: typeof auditLog.$inferInsert): Promise<void> {
  await tx.orm.insert(auditLog).values(entry);
}

/** Counts a repetition of an entry. Returns false if no entry has this key. */
export async function repeatEntry(tx: Tx, groupKey: string, at: Date): Promise<boolean> {
  const repeated = await tx.orm
    .update(auditLog)
    .set({ count: sql`${auditLog.count} + 1`, last_at: at })
    .where(eq(auditLog.group_key, groupKey))
    .returning({ id: auditLog.id });
  return repeated.length > 0;
}

/** Inserts an entry that counts its repetitions. Of two simultaneous inserts, the second counts as a repetition. */
export async function insertGroupedEntry(
  tx: Tx,
  entry: typeof auditLog.$inferInsert & { group_key: string },
): Promise<void> {
  await tx.orm
    .insert(auditLog)
    .values(entry)
    .onConflictDoUpdate({
      target: auditLog.group_key,
      set: { count: sql`${auditLog.count} + 1`, last_at: entry.at },
    });
}
