import { desc, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { companies } from '../../db/schema/analytics.ts';

export type CompanyRow = typeof companies.$inferSelect;
type Orm = Pick<NodePgDatabase, 'insert' | 'select'>;

export async function insertCompany(orm: Orm, row: typeof companies.$inferInsert): Promise<CompanyRow> {
  const [inserted] = await orm.insert(companies).values(row).returning();
  if (!inserted) throw new Error('the new company was not returned');
  return inserted;
}

export async function findCompanyById(orm: Orm, id: string): Promise<CompanyRow | undefined> {
  const [found] = await orm.select().from(companies).where(eq(companies.id, id)).limit(1);
  return found;
}

export type TrackedCompanyRow = Pick<CompanyRow, 'id' | 'domain' | 'currency' | 'order_amount_max'>;

/** Those of these companies that exist. */
export async function listTrackedCompanies(pool: Pool, ids: string[]): Promise<TrackedCompanyRow[]> {
  const found = await pool.query<TrackedCompanyRow>({
    name: 'tracked-companies',
    text: `SELECT id, domain, currency, order_amount_max FROM companies WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return found.rows;
}

/** Makes everybody who adds a company for this domain wait until the transaction ends. */
export async function lockDomain(orm: Pick<NodePgDatabase, 'execute'>, domain: string): Promise<void> {
  await orm.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`company ${domain}`}, 0))`);
}

/** Oldest first. */
export async function listCompaniesAt(orm: Orm, domain: string): Promise<CompanyRow[]> {
  return orm.select().from(companies).where(eq(companies.domain, domain)).orderBy(companies.created_at);
}

/** Most companies one page of the admin area lists. */
const listedMax = 5_000;

/** Newest first. */
export async function listCompanyRows(orm: Orm): Promise<CompanyRow[]> {
  return orm
    .select()
    .from(companies)
    .orderBy(desc(companies.created_at), desc(companies.id))
    .limit(listedMax);
}

export interface Activity {
  active: number;
  lastEventAt: Date | null;
}

/** Who is where now, and when each was last heard of; companies without either are missing. */
export async function listActivity(pool: Pool, activeSince: Date): Promise<Map<string, Activity>> {
  const [active, last] = await Promise.all([
    pool.query<{ company_id: string; active: number }>(
      'SELECT company_id, count(*) AS active FROM active_sessions WHERE last_seen >= $1 GROUP BY company_id',
      [activeSince],
    ),
    pool.query<{ company_id: string; last_event_at: Date }>(
      'SELECT company_id, last_event_at FROM company_totals',
    ),
  ]);
  const activity = new Map<string, Activity>();
  for (const row of last.rows) activity.set(row.company_id, { active: 0, lastEventAt: row.last_event_at });
  for (const row of active.rows) {
    const lastEventAt = activity.get(row.company_id)?.lastEventAt ?? null;
    activity.set(row.company_id, { active: row.active, lastEventAt });
  }
  return activity;
}

/** When each of these companies' demo data was generated; those without any are missing. */
export async function listDemoData(pool: Pool, companyIds: string[]): Promise<Map<string, Date>> {
  // Demo data ends at the minute it was made. One metric is enough: all of them have the same times.
  const found = await pool.query<{ company_id: string; since: Date }>(
    `SELECT company_id, max(timestamp) AS since FROM analytics_data
     WHERE company_id = ANY($1::uuid[]) AND source = 'simulated' AND metric_name = 'users'
     GROUP BY company_id`,
    [companyIds],
  );
  return new Map(found.rows.map((row) => [row.company_id, row.since]));
}

/** Changes of one company take turns. */
export async function lockCompanyRow(orm: Orm, id: string): Promise<CompanyRow | undefined> {
  const [found] = await orm.select().from(companies).where(eq(companies.id, id)).for('update');
  return found;
}

export async function updateCompanyRow(
  orm: Pick<NodePgDatabase, 'update'>,
  id: string,
  change: Pick<CompanyRow, 'name' | 'domain' | 'description'> & Partial<Pick<CompanyRow, 'order_amount_max'>>,
): Promise<CompanyRow | undefined> {
  const [updated] = await orm.update(companies).set(change).where(eq(companies.id, id)).returning();
  return updated;
}

/** Takes its access keys along. */
export async function deleteCompanyRow(orm: Pick<NodePgDatabase, 'delete'>, id: string): Promise<void> {
  await orm.delete(companies).where(eq(companies.id, id));
}

/** Tells every instance to forget what it believes of the company. */
export async function notifyCompanyChanged(orm: Pick<NodePgDatabase, 'execute'>, id: string): Promise<void> {
  await orm.execute(sql`SELECT pg_notify('northlight', ${`company:${id}`})`);
}

/** The same, and ends its open portals. */
export async function notifyCompanyGone(orm: Pick<NodePgDatabase, 'execute'>, id: string): Promise<void> {
  await notifyCompanyChanged(orm, id);
  await orm.execute(sql`SELECT pg_notify('northlight', ${`ended:${id}`})`);
}
