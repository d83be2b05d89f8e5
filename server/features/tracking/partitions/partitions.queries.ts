import type { Tx } from '../../../db/client.ts';

/** A partition of `events`. `from` (inclusive) and `to` (exclusive) are ISO times. */
export interface Month {
  name: string;
  from: string;
  to: string;
}

/**
 * The comment contains when it was created: a month that was dropped and created again, for imported events, lacks the
 * events that segments from before have (`server/db/raw-events.ts`).
 */
export async function createPartition(tx: Tx, { name, from, to }: Month, now = new Date()): Promise<void> {
  await tx.query(
    `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF events FOR VALUES FROM ('${from}') TO ('${to}')`,
  );
  await tx.query(`COMMENT ON TABLE ${name} IS 'created ${now.toISOString()}'`);
}

export async function dropPartition(tx: Tx, name: string): Promise<void> {
  await tx.query(`DROP TABLE IF EXISTS ${name}`);
}

export async function listPartitions(tx: Tx): Promise<string[]> {
  const found = await tx.query<{ name: string }>(
    `SELECT child.relname AS name
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'events'::regclass AND child.relname ~ '^events_[0-9]{4}_[0-9]{2}$'
     ORDER BY 1`,
  );
  return found.rows.map((row) => row.name);
}
