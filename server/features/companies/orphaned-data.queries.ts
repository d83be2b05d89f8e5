import type { Tx } from '../../db/client.ts';

/** The tables with data of companies and of their demo data, each with a column that few rows have the same value of. */
const tables: readonly (readonly [table: string, column: string, type: string])[] = [
  ['active_sessions', 'session_id', 'text'],
  ['annotations', 'id', 'uuid'],
  ['events', 'id', 'uuid'],
  ['shop_orders', 'order_id', 'text'],
  ['shop_order_conflicts', 'order_id', 'text'],
  ['removed_shop_orders', 'order_id', 'text'],
  ['shop_payments', 'payment_id', 'text'],
  ['unpaid_shop_orders', 'order_id', 'text'],
  ['shop_order_refunds', 'order_id', 'text'],
  ['shop_order_history', 'order_id', 'text'],
  ['event_changes', 'revision', 'bigint'],
  ['daily_visitors', 'visitor_id', 'bigint'],
  ['visitor_salts', 'day', 'date'],
  ['segments', 'first_day', 'date'],
  ['segment_states', 'store_id', 'uuid'],
  ['segment_failures', 'store_id', 'uuid'],
  ['rejected_events', 'day', 'date'],
  ['rejection_counts', 'day', 'date'],
  ['script_versions', 'version', 'text'],
  ['goals', 'id', 'uuid'],
  ['funnels', 'id', 'uuid'],
  // Last: `listOrphanedDatasetIds` finds a dataset as long as it has this row.
  ['dataset_revisions', 'company_id', 'uuid'],
];

/** Few enough for a statement to stay far below its time limit. */
const valuesPerStatement = 5_000;

/**
 * Deletes all rows of a deleted company or of discarded demo data, in many statements. Their values are parameters: a
 * join with a subquery is planned for the few rows that a new table seems to have, and then compares each with each.
 */
export async function deleteOrphanedData(tx: Tx, companyId: string): Promise<void> {
  for (const [table, column, type] of tables) {
    for (;;) {
      const found = await tx.query<{ value: string }>(
        `SELECT ${column}::text AS value FROM ${table} WHERE company_id = $1 LIMIT ${valuesPerStatement}`,
        [companyId],
      );
      if (found.rows.length === 0) break;
      await tx.query(`DELETE FROM ${table} WHERE company_id = $1 AND ${column} = ANY($2::${type}[])`, [
        companyId,
        found.rows.map(({ value }) => value),
      ]);
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
    `SELECT company_id FROM dataset_revisions
     WHERE company_id NOT IN (SELECT id FROM companies)
       AND company_id NOT IN (SELECT demo_dataset_id FROM companies WHERE demo_dataset_id IS NOT NULL)
     LIMIT 100`,
  );
  return found.rows.map((row) => row.company_id);
}
