import { and, desc, eq, lt, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { auditLog } from '../../db/schema/platform.ts';

export interface AuditCursor {
  at: Date;
  id: string;
}

/** Entries older than the cursor, newest first. */
export function listAuditEntries(tx: Tx, max: number, after: AuditCursor | undefined) {
  const older =
    after && or(lt(auditLog.at, after.at), and(eq(auditLog.at, after.at), lt(auditLog.id, after.id)));
  return tx.orm.select().from(auditLog).where(older).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(max);
}
