import type { Tx } from '../../db/client.ts';

/** The tables with data of companies and of their demo data, and their key columns besides `company_id`. */
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
  // Last: `listOrphanedDatasetIds` finds a dataset as long as it has this row.
  ['company_totals', 'company_id'],
];

/** Few enough for a statement to stay far below its time limit. */
const rowsPerStatement = 5_000;

/** Deletes all rows of a deleted company or of discarded demo data, in many statements. */
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

/** Whether the id is that of a company, or of the demo data of one. */
export async function isDatasetInUse(tx: Tx, datasetId: string): Promise<boolean> {
  const found = await tx.query('SELECT 1 FROM companies WHERE id = $1 OR demo_dataset_id = $1 LIMIT 1', [
    datasetId,
  ]);
  return found.rows.length > 0;
}

/**
 * Deleted companies and discarded demo data that still have rows: an event can arrive while its company is being
 * deleted.
 */
export async function listOrphanedDatasetIds(tx: Tx): Promise<string[]> {
  // NOT IN is one pass over each table, while a join on demo_dataset_id compares every row with every other.
  const found = await tx.query<{ company_id: string }>(
    `SELECT company_id FROM company_totals
     WHERE company_id NOT IN (SELECT id FROM companies)
       AND company_id NOT IN (SELECT demo_dataset_id FROM companies WHERE demo_dataset_id IS NOT NULL)
     LIMIT 100`,
  );
  return found.rows.map((row) => row.company_id);
}
