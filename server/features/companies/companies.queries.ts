import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { companies } from '../../db/schema/companies.ts';
import type { CompanyScope } from '../sessions/sessions.ts';

export type CompanyRow = typeof companies.$inferSelect;

export async function insertCompany(tx: Tx, row: typeof companies.$inferInsert): Promise<CompanyRow> {
  const [inserted] = await tx.orm.insert(companies).values(row).returning();
  if (!inserted) throw new Error('the new company was not returned');
  return inserted;
}

export async function findCompanyById(tx: Tx, id: string): Promise<CompanyRow | undefined> {
  const [found] = await tx.orm.select().from(companies).where(eq(companies.id, id)).limit(1);
  return found;
}

export type TrackedCompanyRow = Pick<
  CompanyRow,
  | 'id'
  | 'domain'
  | 'host_names'
  | 'currency'
  | 'order_amount_max'
  | 'time_zone'
  | 'stores_visitor_id'
  | 'has_hash_routing'
  | 'excluded_paths'
  | 'excluded_addresses'
>;

/** The companies with these ids, without ids that do not exist. */
export async function listTrackedCompanies(tx: Tx, ids: string[]): Promise<TrackedCompanyRow[]> {
  const found = await tx.query<TrackedCompanyRow>({
    name: 'tracked-companies',
    text: `SELECT id, domain, host_names, currency, order_amount_max, time_zone, stores_visitor_id, has_hash_routing,
             excluded_paths, excluded_addresses
           FROM companies WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return found.rows;
}

/** The condition for the companies of a scope. */
function isWithin(scope: CompanyScope): SQL | undefined {
  if (scope === 'all') return undefined;
  return sql`EXISTS (SELECT 1 FROM team_companies t WHERE t.user_id = ${scope.userId} AND t.company_id = ${companies.id})`;
}

/** Oldest first. */
export async function listCompaniesByDomain(
  tx: Tx,
  domain: string,
  scope: CompanyScope,
): Promise<CompanyRow[]> {
  return tx.orm
    .select()
    .from(companies)
    .where(and(eq(companies.domain, domain), isWithin(scope)))
    .orderBy(companies.created_at);
}

/** Maximum number of companies in the administrators' list. */
const listedMax = 5_000;

/** Newest first. */
export async function listCompanyRows(tx: Tx, scope: CompanyScope): Promise<CompanyRow[]> {
  return tx.orm
    .select()
    .from(companies)
    .where(isWithin(scope))
    .orderBy(desc(companies.created_at), desc(companies.id))
    .limit(listedMax);
}

export interface Activity {
  active: number;
  lastEventAt: Date | null;
}

/** Live visitors of the site and the last event of each dataset. Those with neither are missing. */
export async function listActivity(tx: Tx, activeSince: Date): Promise<Map<string, Activity>> {
  const [active, last] = await Promise.all([
    tx.query<{ company_id: string; active: number }>(
      // Open portals are not visitors of the site. Several tabs of one visitor count once.
      `SELECT company_id, count(DISTINCT coalesce(visitor_id::text, session_id)) AS active FROM active_sessions
       WHERE last_seen >= $1 AND origin <> 'portal' GROUP BY company_id`,
      [activeSince],
    ),
    tx.query<{ company_id: string; last_event_at: Date }>(
      'SELECT company_id, last_event_at FROM dataset_revisions',
    ),
  ]);
  const activity = new Map<string, Activity>();
  for (const { company_id, last_event_at } of last.rows)
    activity.set(company_id, { active: 0, lastEventAt: last_event_at });
  for (const row of active.rows) {
    const { lastEventAt = null } = activity.get(row.company_id) ?? {};
    activity.set(row.company_id, { active: row.active, lastEventAt });
  }
  return activity;
}

/** The companies that have shop orders. Removed ones do not count. */
export async function listCompaniesWithOrders(tx: Tx): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>(
    // IN stops at the first order of each company; DISTINCT would read all orders.
    'SELECT id FROM companies WHERE id IN (SELECT company_id FROM shop_orders)',
  );
  return new Set(found.rows.map(({ id }) => id));
}

export interface StatisticsFailure {
  first_failed_at: Date;
  error: string;
}

/** The datasets whose statistics could not be built or read since a time on some machine: the failure that began first. */
export async function listStatisticsFailures(tx: Tx, since: Date): Promise<Map<string, StatisticsFailure>> {
  const found = await tx.query<StatisticsFailure & { company_id: string }>(
    `SELECT company_id, first_failed_at, error FROM segment_failures
     WHERE last_failed_at >= $1 ORDER BY first_failed_at DESC LIMIT 10000`,
    [since],
  );
  return new Map(found.rows.map((row) => [row.company_id, row]));
}

/** Finds the company and locks it, so that changes of one company run one after the other. */
export async function lockCompanyRow(tx: Tx, id: string): Promise<CompanyRow | undefined> {
  const [found] = await tx.orm.select().from(companies).where(eq(companies.id, id)).for('update');
  return found;
}

export type CompanyRowChange = Pick<CompanyRow, 'name' | 'domain' | 'description'> &
  Partial<
    Omit<TrackedCompanyRow, 'id'> &
      Pick<CompanyRow, 'week_start' | 'counts_only_verified' | 'portal_display' | 'brand'>
  >;

export async function updateCompanyRow(
  tx: Tx,
  id: string,
  change: CompanyRowChange,
): Promise<CompanyRow | undefined> {
  const [updated] = await tx.orm.update(companies).set(change).where(eq(companies.id, id)).returning();
  return updated;
}

/** The row with its new groups; undefined for an unknown company. */
export async function updateCompanyGroups(
  tx: Tx,
  id: string,
  groups: string[],
): Promise<CompanyRow | undefined> {
  const [updated] = await tx.orm.update(companies).set({ groups }).where(eq(companies.id, id)).returning();
  return updated;
}

/** Whether shop orders of the company are stored. Removed ones do not count. */
export async function hasShopOrders(tx: Tx, companyId: string): Promise<boolean> {
  const found = await tx.query('SELECT 1 FROM shop_orders WHERE company_id = $1 LIMIT 1', [companyId]);
  return found.rows.length > 0;
}

/** Whether a shop system reports the orders of the company, or will. */
export async function hasShopConnection(tx: Tx, companyId: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM shop_connections WHERE company_id = $1
     UNION ALL SELECT 1 FROM accesses WHERE company_id = $1 AND kind = 'token' AND revoked_at IS NULL
       AND 'write-orders' = ANY (rights) LIMIT 1`,
    [companyId],
  );
  return found.rows.length > 0;
}

/** Whether the database knows a time zone. Its list can be older than that of this process. */
export async function isKnownTimeZone(tx: Tx, timeZone: string): Promise<boolean> {
  const found = await tx.query('SELECT 1 FROM pg_timezone_names WHERE name = $1 LIMIT 1', [timeZone]);
  return found.rowCount === 1;
}

/** Deletes the company with its access keys. */
export async function deleteCompanyRow(tx: Tx, id: string): Promise<void> {
  await tx.orm.delete(companies).where(eq(companies.id, id));
}
