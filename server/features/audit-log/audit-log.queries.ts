import { and, desc, eq, lt, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { auditLog } from '../../db/schema/platform.ts';
import type { ListPosition } from '../../platform/http/cursor.ts';

/** Entries older than a position, newest first. */
export function listAuditEntries(tx: Tx, max: number, after: ListPosition | undefined) {
  const older =
    after &&
    or(lt(auditLog.at, after.createdAt), and(eq(auditLog.at, after.createdAt), lt(auditLog.id, after.id)));
  return tx.orm.select().from(auditLog).where(older).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(max);
}
