import type { Tx } from '../../../db/client.ts';
import { toValueRows } from '../../../db/value-rows.ts';

export interface SaltRow {
  company_id: string;
  /** ISO date in the company's time zone. */
  day: string;
  salt: Buffer;
  destroy_at: Date;
}

/**
 * Returns the stored salts of these companies and days. Stores the given ones where none is stored, or one whose time
 * has come: in another time zone the same date can last longer. Expects rows sorted by company and day.
 */
export async function findOrInsertSalts(tx: Tx, rows: SaltRow[], now: Date): Promise<SaltRow[]> {
  const stored = await listSalts(tx, rows, now);
  if (stored.length === rows.length) return stored;
  const isStored = new Set(stored.map((row) => row.company_id + row.day));
  const missing = rows.filter((row) => !isStored.has(row.company_id + row.day));
  const { list, values } = toValueRows(
    missing.map((row) => [row.company_id, row.day, row.salt, row.destroy_at]),
  );
  await tx.query(
    `INSERT INTO visitor_salts AS s (company_id, day, salt, destroy_at) VALUES ${list}
     ON CONFLICT (company_id, day) DO UPDATE SET salt = excluded.salt, destroy_at = excluded.destroy_at
     WHERE s.destroy_at <= $${values.length + 1}`,
    [...values, now],
  );
  // Another process may have stored its own salt first.
  return [...stored, ...(await listSalts(tx, missing, now))];
}

async function listSalts(tx: Tx, rows: SaltRow[], now: Date): Promise<SaltRow[]> {
  const found = await tx.query<SaltRow>({
    name: 'visitor-salts',
    text: `SELECT company_id, day::text, salt, destroy_at FROM visitor_salts
     WHERE company_id = ANY ($1::uuid[]) AND destroy_at > $3
       AND (company_id, day) IN (SELECT * FROM unnest($1::uuid[], $2::date[]))`,
    values: [rows.map((row) => row.company_id), rows.map((row) => row.day), now],
  });
  return found.rows;
}

/** Deletes the salts whose time has come. Returns how many. */
export async function deleteSaltsDue(tx: Tx, now: Date): Promise<number> {
  const deleted = await tx.query('DELETE FROM visitor_salts WHERE destroy_at <= $1', [now]);
  return deleted.rowCount ?? 0;
}

/**
 * Removes deleted salts from the file of the table. A plain VACUUM only marks their bytes as free, and they can be read
 * there until another row overwrites them. Needs the role that owns the table, outside of a transaction.
 */
export async function vacuumSalts(tx: Tx): Promise<void> {
  await tx.query('VACUUM FULL visitor_salts');
}

/** Deletes visitors first seen before the given time. Returns how many. */
export async function deleteDailyVisitorsBefore(tx: Tx, before: Date): Promise<number> {
  const deleted = await tx.query('DELETE FROM daily_visitors WHERE first_seen_at < $1', [before]);
  return deleted.rowCount ?? 0;
}
