import type { Tx } from '../../db/client.ts';

/** The tables that keep something of a company, and what tells their rows apart beside it. */
const tables: readonly (readonly [table: string, key: string])[] = [
  ['active_sessions', 'session_id'],
  ['events', 'id, occurred_at'],
  ['shop_orders', 'order_id'],
  ['shop_order_conflicts', 'order_id, source, amount'],
  ['removed_shop_orders', 'order_id'],
  ['visits', 'session_id'],
  ['analytics_data', 'source, metric_name, "timestamp"'],
  ['rollups_hourly', 'dimension, hour, value'],
  ['rejected_events', 'reason, from_page, host'],
  // Last: as long as it is there, the rest is looked for again.
  ['company_totals', 'company_id'],
];

/** Few enough for a statement to stay far below its time limit. */
const rowsAStatement = 5_000;

/** Deletes everything kept of a company that is no longer there, statement by statement. */
export async function deleteOrphanedData(tx: Tx, companyId: string): Promise<void> {
  for (const [table, key] of tables) {
    for (let deleted = rowsAStatement; deleted === rowsAStatement; ) {
      const found = await tx.query(
        `DELETE FROM ${table} WHERE company_id = $1
         AND (${key}) IN (SELECT ${key} FROM ${table} WHERE company_id = $1 LIMIT ${rowsAStatement})`,
        [companyId],
      );
      deleted = found.rowCount ?? 0;
    }
  }
}

/** Companies that are gone while something of them is kept: an event may be on its way while its company goes. */
export async function listOrphanedCompanyIds(tx: Tx): Promise<string[]> {
  const found = await tx.query<{ company_id: string }>(
    `SELECT t.company_id FROM company_totals t LEFT JOIN companies c ON c.id = t.company_id
     WHERE c.id IS NULL LIMIT 100`,
  );
  return found.rows.map((row) => row.company_id);
}
