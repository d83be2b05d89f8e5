import type { Tx } from '../../db/client.ts';

/** The tables with data of companies, and their key columns besides `company_id`. */
const tables: readonly (readonly [table: string, key: string])[] = [
  ['active_sessions', 'session_id'],
  ['events', 'id, occurred_at'],
  ['shop_orders', 'order_id'],
  ['shop_order_conflicts', 'order_id, source, amount'],
  ['removed_shop_orders', 'order_id'],
  ['event_changes', 'revision'],
  ['daily_visitors', 'visitor_id'],
  ['visitor_salts', 'day'],
  ['segments', 'store_id, first_day'],
  ['segment_states', 'store_id'],
  ['analytics_data', 'source, metric_name, "timestamp"'],
  ['rejected_events', 'reason, from_page, host'],
  // Last: `listOrphanedCompanyIds` finds a company as long as it has this row.
  ['company_totals', 'company_id'],
];

/** Few enough for a statement to stay far below its time limit. */
const rowsPerStatement = 5_000;

/** Deletes all tracked data of a deleted company, in many statements. */
export async function deleteOrphanedData(tx: Tx, companyId: string): Promise<void> {
  for (const [table, key] of tables) {
    for (let deleted = rowsPerStatement; deleted === rowsPerStatement; ) {
      const found = await tx.query(
        `DELETE FROM ${table} WHERE company_id = $1
         AND (${key}) IN (SELECT ${key} FROM ${table} WHERE company_id = $1 LIMIT ${rowsPerStatement})`,
        [companyId],
      );
      deleted = found.rowCount ?? 0;
    }
  }
}

/** Deleted companies that still have data: an event can arrive while its company is being deleted. */
export async function listOrphanedCompanyIds(tx: Tx): Promise<string[]> {
  const found = await tx.query<{ company_id: string }>(
    `SELECT t.company_id FROM company_totals t
     LEFT JOIN companies c ON c.id = t.company_id OR c.demo_dataset_id = t.company_id
     WHERE c.id IS NULL LIMIT 100`,
  );
  return found.rows.map((row) => row.company_id);
}
