import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { MetricName } from '../../../contract/constants.ts';
import { analyticsData, companies, companyTotals } from '../../db/schema/analytics.ts';

type Transaction = Pick<NodePgDatabase, 'select' | 'delete' | 'execute'>;

export interface SimulatedReading {
  metric_name: MetricName;
  timestamp: string;
  metric_value: number;
}

/** Two clicks at once: the second waits here until the transaction ends, instead of meeting the first one's rows. */
export async function lockDemoData(transaction: Transaction, companyId: string): Promise<void> {
  await transaction.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('simulated ' || ${companyId}, 0))`,
  );
}

/** The company's name, if it is there. Keeps it from being deleted until the transaction ends. */
export async function holdCompany(transaction: Transaction, companyId: string): Promise<string | undefined> {
  const [found] = await transaction
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('key share');
  return found?.name;
}

/** Whether the company's site has ever sent an event. */
export async function hasRealEvents(transaction: Transaction, companyId: string): Promise<boolean> {
  const found = await transaction
    .select({ id: companyTotals.company_id })
    .from(companyTotals)
    .where(eq(companyTotals.company_id, companyId));
  return found.length > 0;
}

/** Returns how many there were. */
export async function deleteSimulatedReadings(transaction: Transaction, companyId: string): Promise<number> {
  const deleted = await transaction
    .delete(analyticsData)
    .where(and(eq(analyticsData.company_id, companyId), eq(analyticsData.source, 'simulated')));
  return deleted.rowCount ?? 0;
}

export async function insertSimulatedReadings(
  transaction: Transaction,
  companyId: string,
  readings: SimulatedReading[],
): Promise<void> {
  await transaction.execute(
    sql`INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
        SELECT ${companyId}::uuid, 'simulated', metric_name, timestamp, metric_value
        FROM json_to_recordset(${JSON.stringify(readings)}::json)
          AS r(metric_name text, timestamp timestamptz, metric_value numeric)`,
  );
}

/** Notifies every instance that the readings of the portal have changed. */
export async function notifyReplaced(transaction: Transaction, companyId: string): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify('northlight', ${`replaced:${companyId}`})`);
}
