import type { ClientBase, Pool } from 'pg';

/** Months ahead that always have their partition: time enough to notice a job that stopped running. */
const monthsAhead = 3;

interface Month {
  name: string;
  from: string;
  to: string;
}

/** The calendar month (UTC) a number of months after a time, as a partition of `events`. */
export function toPartition(time: Date, monthsLater: number): Month {
  const from = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater, 1));
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const month = String(from.getUTCMonth() + 1).padStart(2, '0');
  // Four digits, so that names sort as their months do.
  const year = String(from.getUTCFullYear()).padStart(4, '0');
  return { name: `events_${year}_${month}`, from: from.toISOString(), to: to.toISOString() };
}

/** Makes the partitions from `monthsBack` months ago to three months ahead, where they are missing. */
export async function ensurePartitions(db: Pool | ClientBase, now: Date, monthsBack = 1): Promise<void> {
  const existing = new Set(await listPartitions(db));
  for (let offset = -monthsBack; offset <= monthsAhead; offset += 1) {
    const month = toPartition(now, offset);
    if (existing.has(month.name)) continue;
    await db.query(
      `CREATE TABLE IF NOT EXISTS ${month.name} PARTITION OF events FOR VALUES FROM ('${month.from}') TO ('${month.to}')`,
    );
  }
}

/** Drops the months that ended before `retentionDays` ago and names them. Dropping is instant and leaves no bloat. */
export async function dropExpiredPartitions(
  db: Pool | ClientBase,
  now: Date,
  retentionDays: number,
): Promise<string[]> {
  const keepFrom = toPartition(new Date(now.getTime() - retentionDays * 86_400_000), 0).name;
  const expired = (await listPartitions(db)).filter((name) => name < keepFrom);
  for (const name of expired) await db.query(`DROP TABLE IF EXISTS ${name}`);
  return expired;
}

async function listPartitions(db: Pool | ClientBase): Promise<string[]> {
  const found = await db.query<{ name: string }>(
    `SELECT child.relname AS name
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'events'::regclass AND child.relname ~ '^events_[0-9]{4}_[0-9]{2}$'
     ORDER BY 1`,
  );
  return found.rows.map((row) => row.name);
}

/** Forgets sessions not seen since before the active window; tells how many. */
export async function deleteStaleSessions(pool: Pool, seenBefore: Date): Promise<number> {
  const deleted = await pool.query('DELETE FROM active_sessions WHERE last_seen < $1', [seenBefore]);
  return deleted.rowCount ?? 0;
}
