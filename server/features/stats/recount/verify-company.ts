import { currencyDigits } from '../../../../contract/rules/decimal.ts';
import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import { metricsWithoutGoal } from '../../../../contract/stats/model/metrics.ts';
import { breakdownQuery, summaryQuery } from '../../../../contract/stats/questions.ts';
import { unavailable } from '../../../platform/errors.ts';
import { companyNotFound, wholeScope } from '../../access/access.ts';
import { breakDown } from '../lists/breakdowns.ts';
import { findStatsCompany } from '../stats.queries.ts';
import { type StatsDeps, summarize } from '../stats.ts';
import { addDays, parseWallTime, startOfDate, toLocalDate } from './local-time.ts';
import { findFirstRawInstants } from './raw-rows.queries.ts';
import type { SourceTable } from './raw-rows.ts';
import { type DayAnswers, verifyDay } from './verify-day.ts';

export interface VerifiedDay {
  day: string;
  /** Empty when all numbers are equal. */
  differences: string[];
}

interface VerifyOptions {
  sources: SourceTable;
  now: Date;
  /** Local dates; default: all days whose events are still stored. */
  from: string | undefined;
  to: string | undefined;
}

/**
 * Compares what the portal of a company says about each day with a recount of the stored events, day by day. Demo data
 * is verified while the portal shows it. Throws a 503 when segments have to be built first.
 */
export async function* verifyCompany(
  deps: StatsDeps,
  companyId: string,
  { sources, now, from, to }: VerifyOptions,
): AsyncGenerator<VerifiedDay> {
  const company = await findStatsCompany(deps.db, companyId);
  if (!company) throw companyNotFound();
  const { time_zone: timeZone, demo_dataset_id: demoId } = company;
  const dataset = {
    ...{ id: demoId ?? company.id, timeZone, sources },
    ordersCounted: company.counts_only_verified ? ('verified' as const) : ('all' as const),
    digits: currencyDigits(company.currency),
  };
  const first = await deps.db.transaction((tx) => findFirstRawInstants(tx, dataset.id));
  if (first === null) return;
  const firstDay = toFirstWholeDay(first, timeZone);
  const today = toLocalDate(now.getTime() * 1000, timeZone);
  const last = to === undefined || to > today ? today : to;
  const answers = toDayAnswers(deps, companyId, now);
  for (
    let day = from === undefined || from < firstDay ? firstDay : from;
    day <= last;
    day = addDays(day, 1)
  ) {
    // A date that the zone skipped.
    if (startOfDate(day, timeZone) === startOfDate(addDays(day, 1), timeZone)) continue;
    yield { day, differences: await verifyDay(deps.db, answers, dataset, day) };
  }
}

/** Old months are deleted at midnight in UTC, so of the local day that began before only a part may be left. */
function toFirstWholeDay({ event, month }: { event: number; month: string }, timeZone: string): string {
  const oldest = parseWallTime(`${month}-01`);
  const day = toLocalDate(Math.max(event, oldest), timeZone);
  return startOfDate(day, timeZone) < oldest ? addDays(day, 1) : day;
}

const metrics = metricsWithoutGoal.join(',');

function toDayAnswers(deps: StatsDeps, companyId: string, now: Date): DayAnswers {
  return {
    summarize: async (day) => {
      const query = summaryQuery.parse({ from: day, to: day, metrics });
      const found = await summarize(deps, { companyId, query, now, scope: wholeScope });
      if (found.pending) throw unavailable();
      return Object.fromEntries(Object.entries(found.metrics).map(([metric, { value }]) => [metric, value]));
    },
    listValues: (day: string, dimension: StatsDimension, page: number) => {
      const limits = { limit: String(statsLimits.rows), page: String(page) };
      const query = breakdownQuery.parse({ from: day, to: day, metrics, dimension, ...limits });
      return breakDown(deps, { companyId, query, now, scope: wholeScope });
    },
  };
}
