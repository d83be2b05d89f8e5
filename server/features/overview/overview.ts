import type { OverviewAnswer, OverviewQuery, OverviewRow } from '../../../contract/company/overview.ts';
import { activeWindowMinutes } from '../../../contract/constants.ts';
import type { Db } from '../../db/client.ts';
import type { AdmissionQueue } from '../../platform/limits/admission.ts';
import { listLastOpenings } from '../access/openings/openings.ts';
import { listShownFailures } from '../companies/companies.ts';
import type { CompanyScope } from '../sessions/sessions.ts';
import { readSetupProgress } from '../setup/setup.ts';
import { type CompanyFigures, countFigures, toShare } from '../stats/figures/figures.ts';
import { type FiguresPeriod, toFiguresPeriod } from '../stats/figures/figures-period.ts';
import type { StatsDeps } from '../stats/stats.ts';
import { type HealthFacts, toHealth } from './health.ts';
import {
  type CompanyDays,
  type DatasetRevision,
  listFirstCountedDays,
  listLiveCounts,
  listOverviewCompanies,
  listRevisions,
  type OverviewCompany,
  type RejectionSum,
  sumBots,
  sumRejections,
} from './overview.queries.ts';
import type { Outcome, SharedWork } from './shared-work.ts';

export interface OverviewDeps {
  db: Db;
  reader: StatsDeps['reader'];
  admission: Pick<AdmissionQueue, 'overviewTurn'>;
  /** The figures of companies that this process knows. */
  figures: SharedWork<CompanyFigures>;
}

export type AskedPeriod = Pick<OverviewQuery, 'period' | 'from' | 'to' | 'compare' | 'match'>;

export interface OverviewAsked {
  scope: CompanyScope;
  /** Null: all of the scope. */
  ids: readonly string[] | null;
  query: AskedPeriod;
  now: Date;
  /** How long figures are waited for; undefined for as long as necessary. */
  waitMs?: number;
  /** Aborted when the request has ended. */
  signal?: AbortSignal;
}

/** One look over the companies of a member, with a fixed number of statements for what is not counted by the statistics. */
export async function answerOverview(deps: OverviewDeps, asked: OverviewAsked): Promise<OverviewAnswer> {
  const { db } = deps;
  const { scope, ids, query, now } = asked;
  const companies = await listOverviewCompanies(db, scope, ids);
  const periodOf = createPeriods(query, now);
  const weekOf = createPeriods({ period: '7d', compare: 'none', match: 'date' }, now);
  const companyIds = companies.map(({ id }) => id);
  const revisions = listRevisions(db, companies.flatMap(listDatasets));
  const [known, live, openings, failures, rejections, bots, firstDays, setups, outcomes] = await Promise.all([
    revisions,
    listLiveCounts(db, companyIds, new Date(now.getTime() - activeWindowMinutes * 60_000)),
    listLastOpenings(db),
    listShownFailures(db, now),
    sumRejections(
      db,
      companies.map((company) => toDays(company, weekOf)),
    ),
    sumBots(
      db,
      companies.map((company) => toDays(company, periodOf)),
    ),
    listFirstCountedDays(db, companyIds),
    readSetupProgress(db, companies),
    revisions.then((found) => askFigures(deps, companies, { ...asked, revisions: found, periodOf })),
  ]);
  const refused = groupByCompany(rejections);
  const rows = companies.map((company, at): OverviewRow => {
    const { id, demo_dataset_id: demoId } = company;
    const lastEventAt = known.get(id)?.lastEventAt ?? null;
    const failure = failures.get(id) ?? failures.get(demoId ?? '');
    const facts: HealthFacts = {
      failedSince: failure?.first_failed_at ?? null,
      lastEventAt,
      hasDemoData: demoId !== null,
      rejections: refused.get(id) ?? [],
    };
    const outcome = outcomes[at];
    return {
      id,
      // Demo data has no visitors at this moment.
      live: demoId === null ? (live.get(id) ?? 0) : 0,
      lastEventAt: lastEventAt?.toISOString() ?? null,
      lastOpenedAt: openings.get(id)?.toISOString() ?? null,
      health: toHealth(facts, now),
      setup: setups.get(id) ?? null,
      counts:
        outcome?.is === 'known'
          ? toCounts(outcome.value, { bots: bots.get(id) ?? 0, firstCountedDay: firstDays.get(id) ?? null })
          : null,
    };
  });
  return { rows, isComplete: outcomes.every(({ is }) => is !== 'later') };
}

function groupByCompany(sums: readonly RejectionSum[]): Map<string, HealthFacts['rejections'][number][]> {
  const grouped = new Map<string, HealthFacts['rejections'][number][]>();
  for (const { company_id: id, reason, count, first_day: firstDay } of sums) {
    const ofCompany = grouped.get(id) ?? [];
    ofCompany.push({ reason, count, firstDay });
    grouped.set(id, ofCompany);
  }
  return grouped;
}

interface AskedFigures extends Pick<OverviewAsked, 'query' | 'now' | 'waitMs' | 'signal'> {
  revisions: ReadonlyMap<string, DatasetRevision>;
  periodOf: (timeZone: string) => FiguresPeriod;
}

/** The figures of companies, computed only if no request of this process has asked for them since they changed. */
function askFigures(
  { reader, admission, figures }: OverviewDeps,
  companies: readonly OverviewCompany[],
  { revisions, periodOf, query, now, ...waiting }: AskedFigures,
): Promise<Outcome<CompanyFigures>[]> {
  const tasks = companies.map((company) => ({
    key: toFiguresKey(company, revisions, periodOf(company.time_zone)),
    // A reader for each: it remembers what its own answers do not count.
    compute: () => countFigures({ reader: reader.inTurn(admission.overviewTurn) }, company, { query, now }),
  }));
  return figures.ask(tasks, waiting);
}

/** Everything that figures depend on. A dataset without events has no revision. */
export function toFiguresKey(
  company: OverviewCompany,
  revisions: ReadonlyMap<string, DatasetRevision>,
  { key }: FiguresPeriod,
): string {
  const datasetId = company.demo_dataset_id ?? company.id;
  const { time_zone, week_start, currency, counts_only_verified } = company;
  const revision = revisions.get(datasetId)?.revision ?? 0;
  return JSON.stringify([
    ...[datasetId, revision, time_zone, week_start, currency, counts_only_verified, key],
    // Also distinguishes demo data from events.
    company.id,
  ]);
}

const listDatasets = ({ id, demo_dataset_id: demoId }: OverviewCompany): string[] =>
  demoId === null ? [id] : [id, demoId];

/** Companies share a few time zones, and resolving a period for each would cost more than everything else. */
export function createPeriods(query: AskedPeriod, now: Date): (timeZone: string) => FiguresPeriod {
  const known = new Map<string, FiguresPeriod>();
  return (timeZone) => {
    const period = known.get(timeZone) ?? toFiguresPeriod(query, timeZone, now);
    known.set(timeZone, period);
    return period;
  };
}

function toDays(
  { id, time_zone }: OverviewCompany,
  periodOf: (timeZone: string) => FiguresPeriod,
): CompanyDays {
  const { firstDay, lastDay } = periodOf(time_zone);
  return { companyId: id, first: firstDay, last: lastDay };
}

/** `firstCountedDay`: since when bots of the company are counted. */
function toCounts(
  figures: CompanyFigures,
  counted: { bots: number; firstCountedDay: string | null },
): NonNullable<OverviewRow['counts']> {
  const { source, current, before, series, isPending } = figures;
  return { source, current, before, series, isPending, botShare: toBotShare(figures, counted) };
}

function toBotShare(
  { source, hits, firstDay }: CompanyFigures,
  { bots, firstCountedDay }: { bots: number; firstCountedDay: string | null },
): number | null {
  if (source === 'simulated') return null;
  if (bots > 0) return toShare(bots, bots + hits);
  return firstCountedDay !== null && firstCountedDay <= firstDay ? 0 : null;
}
