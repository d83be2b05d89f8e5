import type { Tx } from '../../db/client.ts';

/** A span of time in which any event may have changed: `from` inclusive, `to` exclusive. */
export interface ChangedRange {
  from: Date;
  to: Date;
}

/**
 * Records in the journal that events of a range were added, changed or deleted. Call it last in the transaction that
 * changes them: it locks the company's totals, which every commit of the company waits for.
 */
export async function recordEventChanges(
  tx: Tx,
  companyId: string,
  { from, to }: ChangedRange,
  now: Date,
): Promise<void> {
  const found = await tx.query<{ revision: number }>(
    `INSERT INTO company_totals AS t
       (company_id, page_views, users, orders, revenue, reading_minute, last_event_at, revision)
     VALUES ($1, 0, 0, 0, 0, date_trunc('minute', $2::timestamptz), $2, 1)
     ON CONFLICT (company_id) DO UPDATE SET revision = t.revision + 1
     RETURNING revision`,
    [companyId, from],
  );
  await tx.query(
    `INSERT INTO event_changes (company_id, revision, range_from, range_to, changed_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [companyId, found.rows[0]?.revision, from, to, now],
  );
}
