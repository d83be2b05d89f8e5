import type { Tx } from '../client.ts';

/** `distributed`: the rows of companies are on several machines of a Citus cluster. */
export type DatabaseForm = 'single' | 'distributed';

/** Asks the database whether the tracking tables are distributed. */
export async function readDatabaseForm(tx: Tx): Promise<DatabaseForm> {
  const catalog = await tx.query<{ exists: boolean }>(
    `SELECT to_regclass('pg_dist_partition') IS NOT NULL AS exists`,
  );
  if (!catalog.rows[0]?.exists) return 'single';
  const found = await tx.query(
    `SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'events'::regclass AND partmethod = 'h'`,
  );
  return found.rows.length > 0 ? 'distributed' : 'single';
}
