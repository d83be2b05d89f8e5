import type { CompanySetup } from '../../../contract/company/company-setup.ts';
import type { RejectionReason } from '../../../contract/company/rejected-events.ts';
import type { Tx } from '../../db/client.ts';
import type { CompanyScope } from '../sessions/sessions.ts';

export interface OverviewCompany {
  id: string;
  name: string;
  domain: string;
  groups: string[];
  setup: CompanySetup | null;
  time_zone: string;
  week_start: number;
  currency: string;
  counts_only_verified: boolean;
  demo_dataset_id: string | null;
}

/** As many as the list of companies has. */
const listedMax = 5_000;

/** The companies of a scope, or those of some ids that are in it, newest first. */
export async function listOverviewCompanies(
  tx: Tx,
  scope: CompanyScope,
  ids: readonly string[] | null,
): Promise<OverviewCompany[]> {
  const found = await tx.query<OverviewCompany>({
    name: 'overview-companies',
    text: `SELECT c.id, c.name, c.domain, c.groups, c.setup, c.time_zone, c.week_start, c.currency, c.counts_only_verified,
             c.demo_dataset_id
           FROM companies c
           WHERE ($1::text IS NULL OR EXISTS (SELECT 1 FROM team_companies t WHERE t.user_id = $1 AND t.company_id = c.id))
             AND ($2::uuid[] IS NULL OR c.id = ANY($2))
           ORDER BY c.created_at DESC, c.id DESC LIMIT ${listedMax}`,
    values: [scope === 'all' ? null : scope.userId, ids],
  });
  return found.rows;
}

/** How current a dataset is. */
export interface DatasetRevision {
  revision: number;
  lastEventAt: Date | null;
}

/** The revisions of datasets, which are companies or their demo data. Those without events are missing. */
export async function listRevisions(
  tx: Tx,
  datasetIds: readonly string[],
): Promise<Map<string, DatasetRevision>> {
  const found = await tx.query<{ company_id: string; revision: number; last_event_at: Date | null }>({
    name: 'overview-revisions',
    text: 'SELECT company_id, revision, last_event_at FROM dataset_revisions WHERE company_id = ANY($1::uuid[])',
    values: [datasetIds],
  });
  return new Map(
    found.rows.map((row) => [row.company_id, { revision: row.revision, lastEventAt: row.last_event_at }]),
  );
}

/** The live visitors of each site, without open portals. Several tabs of one visitor count once. */
export async function listLiveCounts(
  tx: Tx,
  companyIds: readonly string[],
  activeSince: Date,
): Promise<Map<string, number>> {
  const found = await tx.query<{ company_id: string; active: number }>({
    name: 'overview-live',
    text: `SELECT company_id, count(DISTINCT coalesce(visitor_id::text, session_id)) AS active FROM active_sessions
           WHERE company_id = ANY($1::uuid[]) AND last_seen >= $2 AND origin <> 'portal' GROUP BY company_id`,
    values: [companyIds, activeSince],
  });
  return new Map(found.rows.map((row) => [row.company_id, row.active]));
}

/** Days of one company, inclusive. */
export interface CompanyDays {
  companyId: string;
  first: string;
  last: string;
}

const toDayArrays = (asked: readonly CompanyDays[]) => [
  asked.map(({ companyId }) => companyId),
  asked.map(({ first }) => first),
  asked.map(({ last }) => last),
];

export interface RejectionSum {
  company_id: string;
  reason: RejectionReason;
  count: number;
  /** The first of the days that has one. */
  first_day: string;
}

/** The rejected events of some days by reason, most first. */
export async function sumRejections(tx: Tx, asked: readonly CompanyDays[]): Promise<RejectionSum[]> {
  const found = await tx.query<RejectionSum>({
    name: 'overview-rejections',
    text: `SELECT r.company_id, r.reason, sum(r.count)::bigint AS count, min(r.day)::text AS first_day
           FROM unnest($1::uuid[], $2::date[], $3::date[]) AS asked(company_id, first, last)
           JOIN rejection_counts r ON r.company_id = asked.company_id AND r.day BETWEEN asked.first AND asked.last
           WHERE r.company_id = ANY($1::uuid[])
           GROUP BY r.company_id, r.reason ORDER BY 3 DESC, r.reason`,
    values: toDayArrays(asked),
  });
  return found.rows;
}

/** The rejected bots of some days. Companies without any are missing. */
export async function sumBots(tx: Tx, asked: readonly CompanyDays[]): Promise<Map<string, number>> {
  const found = await tx.query<{ company_id: string; count: number }>({
    name: 'overview-bots',
    text: `SELECT r.company_id, sum(r.count)::bigint AS count
           FROM unnest($1::uuid[], $2::date[], $3::date[]) AS asked(company_id, first, last)
           JOIN rejection_counts r ON r.company_id = asked.company_id AND r.day BETWEEN asked.first AND asked.last
           WHERE r.company_id = ANY($1::uuid[]) AND r.reason = 'bot' GROUP BY r.company_id`,
    values: toDayArrays(asked),
  });
  return new Map(found.rows.map((row) => [row.company_id, row.count]));
}

/** The first day of each company whose rejections were counted. Companies without any, or without events, are missing. */
export async function listFirstCountedDays(
  tx: Tx,
  companyIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await tx.query<{ company_id: string; first_day: string | null }>({
    name: 'overview-first-counted-days',
    // A cluster refuses such a subquery for a row of companies. It reads one row of an index for each company.
    text: `SELECT d.company_id, (SELECT min(r.day)::text FROM rejection_counts r WHERE r.company_id = d.company_id) AS first_day
           FROM dataset_revisions d WHERE d.company_id = ANY($1::uuid[])`,
    values: [companyIds],
  });
  return new Map(
    found.rows.flatMap((row) => (row.first_day === null ? [] : [[row.company_id, row.first_day]])),
  );
}
