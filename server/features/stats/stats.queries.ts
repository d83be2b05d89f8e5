import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { companies } from '../../db/schema/companies.ts';

export interface StatsCompanyRow {
  id: string;
  time_zone: string;
  week_start: number;
  currency: string;
  counts_only_verified: boolean;
  demo_dataset_id: string | null;
}

export async function findStatsCompany(tx: Tx, companyId: string): Promise<StatsCompanyRow | undefined> {
  const { id, time_zone, week_start, currency, counts_only_verified, demo_dataset_id } = companies;
  const [found] = await tx.orm
    .select({ id, time_zone, week_start, currency, counts_only_verified, demo_dataset_id })
    .from(companies)
    .where(eq(id, companyId))
    .limit(1);
  return found;
}

/** The time of the last event of a company's site; undefined before the first. */
export async function findLastEventTime(tx: Tx, companyId: string): Promise<Date | undefined> {
  const found = await tx.query<{ last_event_at: Date }>({
    name: 'last-event-time',
    text: 'SELECT last_event_at FROM dataset_revisions WHERE company_id = $1',
    values: [companyId],
  });
  return found.rows[0]?.last_event_at;
}
