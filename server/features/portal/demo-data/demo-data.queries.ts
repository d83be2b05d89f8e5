import { and, eq, sql } from 'drizzle-orm';
import type { MetricName } from '../../../../contract/constants.ts';
import type { Tx } from '../../../db/client.ts';
import { companies } from '../../../db/schema/companies.ts';
import { analyticsData, companyTotals } from '../../../db/schema/tracking.ts';

const demoColumns = {
  name: companies.name,
  domain: companies.domain,
  currency: companies.currency,
  time_zone: companies.time_zone,
  demo_dataset_id: companies.demo_dataset_id,
};

export interface DemoReading {
  metric_name: MetricName;
  timestamp: string;
  metric_value: number;
}

export interface DemoCompany {
  name: string;
  domain: string;
  currency: string;
  time_zone: string;
  demo_dataset_id: string | null;
}

/** What demo data needs to know of a company. */
export async function findDemoCompany(tx: Tx, companyId: string): Promise<DemoCompany | undefined> {
  const [found] = await tx.orm.select(demoColumns).from(companies).where(eq(companies.id, companyId));
  return found;
}

/** Finds the company and prevents its deletion until the transaction ends. */
export async function lockCompanyAgainstDeletion(
  tx: Tx,
  companyId: string,
): Promise<DemoCompany | undefined> {
  const [found] = await tx.orm
    .select(demoColumns)
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('key share');
  return found;
}

/** Under which id the company's demo events are stored; null for none. */
export async function updateDemoDataset(
  tx: Tx,
  companyId: string,
  demoDatasetId: string | null,
): Promise<void> {
  await tx.orm.update(companies).set({ demo_dataset_id: demoDatasetId }).where(eq(companies.id, companyId));
}

/** Whether the company's site has ever sent an event. */
export async function hasRealEvents(tx: Tx, companyId: string): Promise<boolean> {
  const found = await tx.orm
    .select({ id: companyTotals.company_id })
    .from(companyTotals)
    .where(eq(companyTotals.company_id, companyId));
  return found.length > 0;
}

/** Returns the number of deleted readings. */
export async function deleteDemoReadings(tx: Tx, companyId: string): Promise<number> {
  const deleted = await tx.orm
    .delete(analyticsData)
    .where(and(eq(analyticsData.company_id, companyId), eq(analyticsData.source, 'simulated')));
  return deleted.rowCount ?? 0;
}

export async function insertDemoReadings(tx: Tx, companyId: string, readings: DemoReading[]): Promise<void> {
  await tx.orm.execute(
    sql`INSERT INTO analytics_data (company_id, source, metric_name, timestamp, metric_value)
        SELECT ${companyId}::uuid, 'simulated', metric_name, timestamp, metric_value
        FROM json_to_recordset(${JSON.stringify(readings)}::json)
          AS r(metric_name text, timestamp timestamptz, metric_value numeric)`,
  );
}
