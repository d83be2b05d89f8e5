import { eq } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { companies } from '../../../db/schema/companies.ts';
import { datasetRevisions } from '../../../db/schema/tracking.ts';

const demoColumns = {
  name: companies.name,
  domain: companies.domain,
  currency: companies.currency,
  time_zone: companies.time_zone,
  demo_dataset_id: companies.demo_dataset_id,
};

export interface DemoCompany {
  name: string;
  domain: string;
  currency: string;
  time_zone: string;
  demo_dataset_id: string | null;
}

/** The settings of a company that its demo data follows. */
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
    .select({ id: datasetRevisions.company_id })
    .from(datasetRevisions)
    .where(eq(datasetRevisions.company_id, companyId));
  return found.length > 0;
}
