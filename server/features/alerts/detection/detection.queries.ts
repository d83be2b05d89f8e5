import type { CompanyAlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import type { AlertSettings } from '../../../../contract/alerts/alerts.ts';
import type { RejectionReason } from '../../../../contract/company/rejected-events.ts';
import type { Tx } from '../../../db/client.ts';
import type { StatsCompanyRow } from '../../stats/stats.ts';

/** A company whose site sent an event before, and what was examined of it. */
export interface CheckedCompany extends StatsCompanyRow {
  kinds: CompanyAlertKind[] | null;
  last_event_at: Date;
  /** Whether events come from the site. False if only a shop connection has sent any. */
  has_site: boolean;
  examined_day: string | null;
  examined_until: Date | null;
}

/**
 * Companies with events of a site: demo data has none. Those that were examined longest ago come first. The last event is that of a
 * page, if a page has sent one: a shop goes on to report orders when the tag is gone from its pages.
 */
export async function listCheckedCompanies(tx: Tx): Promise<CheckedCompany[]> {
  const companies = await listGivenCompanies(tx);
  const lastEvents = await listLastEvents(tx);
  return companies.flatMap(({ settings, has_connection, ...company }) => {
    const last = lastEvents.get(company.id);
    if (!last) return [];
    return [
      {
        ...company,
        kinds: settings?.kinds ?? null,
        last_event_at: last.page_at ?? last.event_at,
        has_site: last.page_at !== null || !has_connection,
      },
    ];
  });
}

interface GivenCompany extends Omit<CheckedCompany, 'kinds' | 'last_event_at' | 'has_site'> {
  settings: AlertSettings | null;
  has_connection: boolean;
}

async function listGivenCompanies(tx: Tx): Promise<GivenCompany[]> {
  const found = await tx.query<GivenCompany>({
    name: 'alerts-companies',
    text: `SELECT c.id, c.time_zone, c.week_start, c.currency, c.counts_only_verified, c.demo_dataset_id, s.settings,
             EXISTS (SELECT FROM shop_connections k WHERE k.company_id = c.id) AS has_connection,
             p.examined_day::text, p.examined_until
           FROM companies c
           LEFT JOIN alert_settings s ON s.company_id = c.id
           LEFT JOIN alert_profiles p ON p.company_id = c.id
           WHERE c.demo_dataset_id IS NULL ORDER BY p.computed_at NULLS FIRST, c.id`,
  });
  return found.rows;
}

interface LastEvent {
  event_at: Date;
  page_at: Date | null;
}

/** The last event of each company, and the last one of a page. Of tables that a cluster distributes, as the others are not. */
async function listLastEvents(tx: Tx): Promise<Map<string, LastEvent>> {
  const found = await tx.query<LastEvent & { company_id: string }>({
    name: 'alerts-last-events',
    text: `SELECT r.company_id, r.last_event_at AS event_at, v.last_at AS page_at
           FROM dataset_revisions r
           LEFT JOIN (SELECT company_id, max(last_at) AS last_at FROM script_versions GROUP BY company_id) v
             ON v.company_id = r.company_id`,
  });
  return new Map(found.rows.map((row) => [row.company_id, row]));
}

/** The usual weeks of companies, as `HourRates`. */
export async function listVisitRates(tx: Tx, companyIds: readonly string[]): Promise<Map<string, unknown>> {
  const found = await tx.query<{ company_id: string; visits: unknown }>({
    name: 'alerts-visit-rates',
    text: `SELECT company_id, profile -> 'visits' AS visits FROM alert_profiles WHERE company_id = ANY($1::uuid[])`,
    values: [companyIds],
  });
  return new Map(found.rows.map((row) => [row.company_id, row.visits]));
}

export interface LastingAlert {
  company_id: string | null;
  kind: string;
  subject: string;
  began_at: Date;
}

/** Alerts of all companies and of the server. */
export async function listLastingAlerts(tx: Tx, kinds: readonly string[]): Promise<LastingAlert[]> {
  const found = await tx.query<LastingAlert>({
    name: 'alerts-lasting',
    text: 'SELECT company_id, kind, subject, began_at FROM alerts WHERE ended_at IS NULL AND kind = ANY($1)',
    values: [kinds],
  });
  return found.rows;
}

export async function listLastingAlertsOfCompany(
  tx: Tx,
  companyId: string,
  kinds: readonly string[],
): Promise<LastingAlert[]> {
  const found = await tx.query<LastingAlert>({
    name: 'alerts-lasting-of-company',
    text: `SELECT company_id, kind, subject, began_at FROM alerts
           WHERE company_id = $1 AND ended_at IS NULL AND kind = ANY($2)`,
    values: [companyId, kinds],
  });
  return found.rows;
}

/** When the newest silence of a company that is over ended. */
export async function findLastSilenceEnd(tx: Tx, companyId: string): Promise<Date | null> {
  const found = await tx.query<{ at: Date | null }>(
    `SELECT max(ended_at) AS at FROM alerts WHERE company_id = $1 AND kind = 'silence'`,
    [companyId],
  );
  return found.rows[0]?.at ?? null;
}

export async function findProfile(tx: Tx, companyId: string): Promise<unknown> {
  const found = await tx.query<{ profile: unknown }>(
    'SELECT profile FROM alert_profiles WHERE company_id = $1',
    [companyId],
  );
  return found.rows[0]?.profile;
}

export interface StoredProfile {
  companyId: string;
  now: Date;
  profile: object;
  examinedDay: string;
}

/** Does nothing for a company that was deleted in the meantime. */
export async function storeProfile(
  tx: Tx,
  { companyId, now, profile, examinedDay }: StoredProfile,
): Promise<void> {
  await tx.query(
    `INSERT INTO alert_profiles (company_id, computed_at, profile, examined_day)
     SELECT c.id, $2, $3, $4 FROM companies c WHERE c.id = $1 FOR KEY SHARE
     ON CONFLICT (company_id) DO UPDATE SET computed_at = excluded.computed_at, profile = excluded.profile,
       examined_day = excluded.examined_day`,
    [companyId, now, JSON.stringify(profile), examinedDay],
  );
}

export async function storeExaminedUntil(tx: Tx, companyId: string, until: Date): Promise<void> {
  await tx.query('UPDATE alert_profiles SET examined_until = $2 WHERE company_id = $1', [companyId, until]);
}

/** The alerts about the days since `since`, and the local days of notes. */
export interface PastDays {
  alerts: { kind: string; day: string | null; began_day: string; ended_day: string }[];
  notes: string[];
}

export async function readPastDays(
  tx: Tx,
  { companyId, timeZone, since }: { companyId: string; timeZone: string; since: Date },
): Promise<PastDays> {
  const values = [companyId, timeZone, since];
  const alerts = await tx.query<PastDays['alerts'][number]>(
    `SELECT kind, day::text, (began_at AT TIME ZONE $2)::date::text AS began_day,
       (coalesce(ended_at, now()) AT TIME ZONE $2)::date::text AS ended_day
     FROM alerts WHERE company_id = $1 AND coalesce(ended_at, now()) >= $3
       AND kind IN ('drop', 'spike', 'silence', 'revenue-drop', 'refunds', 'rejected-events')`,
    values,
  );
  const notes = await tx.query<{ day: string }>(
    `SELECT DISTINCT (at AT TIME ZONE $2)::date::text AS day FROM annotations WHERE company_id = $1 AND at >= $3`,
    values,
  );
  return { alerts: alerts.rows, notes: notes.rows.map(({ day }) => day) };
}

/** Reasons that are no fault of the site. */
const harmless: readonly RejectionReason[] = ['bot', 'spam-referrer', 'altered-repeat'];

/** Counts of local days that the statistics do not have. */
export interface OtherCounts {
  refunds: Map<string, number>;
  rejected: Map<string, number>;
}

export async function readOtherCounts(
  tx: Tx,
  given: { companyId: string; timeZone: string; from: Date; firstDay: string },
): Promise<OtherCounts> {
  const refunds = await tx.query<{ day: string; count: number }>(
    `SELECT (occurred_at AT TIME ZONE $2)::date::text AS day, count(DISTINCT order_id)::int AS count
     FROM shop_order_refunds WHERE company_id = $1 AND occurred_at >= $3 AND kind <> 'dispute-won' GROUP BY 1`,
    [given.companyId, given.timeZone, given.from],
  );
  const rejected = await tx.query<{ day: string; count: number }>(
    `SELECT day::text, sum(count)::bigint AS count FROM rejection_counts
     WHERE company_id = $1 AND day >= $2 AND reason <> ALL($3) GROUP BY day`,
    [given.companyId, given.firstDay, harmless],
  );
  const toMap = (rows: { day: string; count: number }[]) =>
    new Map(rows.map(({ day, count }) => [day, Number(count)]));
  return { refunds: toMap(refunds.rows), rejected: toMap(rejected.rows) };
}

/** When the last order that counts was made. */
export async function findLastOrderAt(
  tx: Tx,
  companyId: string,
  { onlyVerified }: { onlyVerified: boolean },
): Promise<Date | null> {
  const found = await tx.query<{ at: Date | null }>(
    `SELECT max(occurred_at) AS at FROM shop_orders WHERE company_id = $1 AND (NOT $2 OR source = 'verified')`,
    [companyId, onlyVerified],
  );
  return found.rows[0]?.at ?? null;
}
