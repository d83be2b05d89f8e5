import type { Readable } from 'node:stream';
import { currency } from '../../../contract/company/companies.ts';
import { currencyDigits } from '../../../contract/rules/decimal.ts';
import type {
  MetricValues,
  StatsSummary,
  StatsTimeseries,
  TimeseriesPoint,
} from '../../../contract/stats/answers.ts';
import { metricsWithoutGoal, type StatsMetric } from '../../../contract/stats/model/metrics.ts';
import type { StatsInterval } from '../../../contract/stats/model/periods.ts';
import type { SummaryQuery, TimeseriesQuery } from '../../../contract/stats/questions.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type AccessScope, companyNotFound, wholeScope } from '../access/access.ts';
import type { Dataset } from '../segments/segments.ts';
import { addRows, type ResultRow, toMetricValues } from './metric-values.ts';
import { listOtherCurrencies } from './orders/other-currencies.ts';
import { type Bucket, chooseInterval, isClockInterval, listBuckets } from './period/buckets.ts';
import { type PeriodQuery, type ResolvedPeriod, resolvePeriod } from './period/resolve-period.ts';
import type { TimeRange } from './period/time-range.ts';
import type { StatsReader } from './reader.ts';
import { listMetrics } from './seen-metrics.ts';
import type { OrdersCounted } from './sql/aggregates.ts';
import type { Question } from './sql/question.ts';
import { listAggregates } from './sql/wanted.ts';
import { findStatsCompany, type StatsCompanyRow } from './stats.queries.ts';

export type { StatsCompanyRow, StatsReader };

export interface StatsDeps {
  db: Db;
  reader: StatsReader;
}

/** Who asks about which company, and when. */
export interface Asker {
  companyId: string;
  /** Limits what the answer contains, and which visits it counts. */
  scope: AccessScope;
  now: Date;
}

export interface Asked<Query extends PeriodQuery> extends Asker {
  query: Query;
}

/** The metrics of the whole range, next to those of the compared one. */
export async function summarize(deps: StatsDeps, asked: Asked<SummaryQuery>): Promise<StatsSummary> {
  const metrics = listMetrics(asked.query, metricsWithoutGoal, asked.scope);
  const opened = await openQuestion(deps, asked);
  const { period } = opened;
  const toRange = (range: TimeRange) => toQuestion(asked.query, opened, range);
  const total = (range: TimeRange) => readTotals(deps, opened, toRange(range), metrics);
  const [values, otherCurrencies, compared] = await Promise.all([
    total(period.range),
    asked.scope.seesMoney ? listOtherCurrencies(deps, opened.dataset, toRange(period.range)) : [],
    period.compared ? total(period.compared) : null,
  ]);
  const pairs = metrics.map((metric) => [
    metric,
    { value: values[metric] ?? null, compared: compared?.[metric] ?? null },
  ]);
  return { ...withPending(deps, opened), metrics: Object.fromEntries(pairs), otherCurrencies };
}

/** A point for every bucket of the range, including the empty ones. */
export async function listTimeseries(
  deps: StatsDeps,
  asked: Asked<TimeseriesQuery>,
): Promise<StatsTimeseries> {
  const metrics = listMetrics(asked.query, timeseriesMetrics, asked.scope);
  const opened = await openQuestion(deps, asked);
  const { dataset, period, weekStart } = opened;
  const interval = asked.query.interval ?? chooseInterval(period.range);
  const listPoints = async (range: TimeRange): Promise<TimeseriesPoint[]> => {
    const buckets = listBuckets(range, interval, weekStart);
    const question = toQuestion(asked.query, opened, range);
    const rows = await readRowsByTime(deps, dataset, question, metrics, interval);
    const found = groupByBucket(buckets, rows, interval);
    return buckets.map(({ at, key }) => ({
      at: new Date(at).toISOString(),
      metrics: toMetricValues(metrics, opened.digits, addRows(found.get(key) ?? [])),
    }));
  };
  const [points, compared] = await Promise.all([
    listPoints(period.range),
    period.compared ? listPoints(period.compared) : null,
  ]);
  return { ...withPending(deps, opened), interval, points, compared };
}

/** The rows of each bucket. The key of a bucket of days is its first day. */
export function groupByBucket(
  buckets: readonly Bucket[],
  rows: readonly ResultRow[],
  interval: StatsInterval,
): Map<string, ResultRow[]> {
  if (isClockInterval(interval)) return new Map(rows.map((row) => [row.key ?? '', [row]]));
  const grouped = new Map<string, ResultRow[]>();
  for (const row of rows) {
    const { key = '' } = buckets.findLast((bucket) => bucket.key <= (row.key ?? '')) ?? {};
    grouped.set(key, [...(grouped.get(key) ?? []), row]);
  }
  return grouped;
}

/** The raw rows of a period as a Parquet file, for administrators: no scope applies to them. */
export async function exportHits(
  deps: StatsDeps,
  asked: Omit<Asked<PeriodQuery>, 'scope'>,
): Promise<Readable> {
  const { dataset, period } = await openQuestion(deps, { ...asked, scope: wholeScope });
  return deps.reader.exportHits(dataset, period.range);
}

async function readTotals(
  deps: StatsDeps,
  { dataset, digits }: OpenedQuestion,
  question: Question,
  metrics: readonly StatsMetric[],
): Promise<MetricValues> {
  const rows = await readRowsByTime(deps, dataset, question, metrics, 'day');
  return toMetricValues(metrics, digits, addRows(rows));
}

/** Rows by hour or minute, or else by day. */
export function readRowsByTime(
  { reader }: Pick<StatsDeps, 'reader'>,
  dataset: Dataset,
  question: Question,
  metrics: readonly StatsMetric[],
  interval: StatsInterval,
): Promise<ResultRow[]> {
  const grouping = { by: 'time', interval: isClockInterval(interval) ? interval : 'day' } as const;
  return reader.askList(dataset, question, { grouping, wanted: listAggregates(metrics) });
}

export interface OpenedQuestion {
  dataset: Dataset;
  period: ResolvedPeriod;
  /** The day on which weeks begin: 1 is Monday, 7 is Sunday. */
  weekStart: number;
  /** The decimals of the company's currency. */
  digits: number;
  /** The filters of every question of the viewer. */
  fixed: AccessScope['filters'];
  head: Pick<
    StatsSummary,
    'from' | 'to' | 'timeZone' | 'currency' | 'source' | 'ordersCounted' | 'comparedRange'
  >;
}

type AskedPeriod = Omit<Asked<PeriodQuery & { orders?: OrdersCounted | undefined }>, 'companyId'>;

/** A portal with demo data is about its demo dataset alone. */
export async function openQuestion(
  deps: StatsDeps,
  { companyId, ...asked }: AskedPeriod & Pick<Asker, 'companyId'>,
): Promise<OpenedQuestion> {
  return openQuestionOf(deps, await requireStatsCompany(deps.db, companyId), asked);
}

export async function requireStatsCompany(tx: Tx, companyId: string): Promise<StatsCompanyRow> {
  const company = await findStatsCompany(tx, companyId);
  if (!company) throw companyNotFound();
  return company;
}

/** The same for a company that was read before. */
export async function openQuestionOf(
  { reader }: Pick<StatsDeps, 'reader'>,
  company: StatsCompanyRow,
  { query, now, scope }: AskedPeriod,
): Promise<OpenedQuestion> {
  const { time_zone: timeZone, demo_dataset_id: demoId } = company;
  const dataset = { id: demoId ?? company.id, timeZone };
  const firstDay = query.period === 'all' ? await reader.findFirstDay(dataset) : null;
  const period = resolvePeriod(query, { timeZone, now: roundUp(now), firstDay });
  return {
    dataset,
    period,
    weekStart: company.week_start,
    digits: currencyDigits(company.currency),
    fixed: scope.filters,
    head: {
      ...toBounds(period.range),
      timeZone,
      currency: currency.parse(company.currency),
      source: demoId === null ? 'tracked' : 'simulated',
      ordersCounted: company.counts_only_verified ? 'verified' : (query.orders ?? 'all'),
      comparedRange: period.compared && toBounds(period.compared),
    },
  };
}

/** The head of an answer. To be called when everything in the answer has been read. */
export const withPending = (
  { reader }: Pick<StatsDeps, 'reader'>,
  { dataset, head }: Pick<OpenedQuestion, 'dataset' | 'head'>,
) => ({ ...head, pending: reader.findPending(dataset) });

/** To the end of the second: the questions of one page are then about the same range, and share what they read. */
export const roundUp = (now: Date) => Math.ceil(now.getTime() / 1000) * 1000;

const toBounds = ({ from, to }: TimeRange) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** Every statement about visits is made of one of these, so that none is without the fixed filters of the viewer. */
export const toQuestion = (
  { filter, goal }: Pick<SummaryQuery, 'filter' | 'goal'>,
  { head, fixed }: Pick<OpenedQuestion, 'head' | 'fixed'>,
  range: TimeRange,
): Question => ({ range, filters: [...fixed, ...filter], goal, ordersCounted: head.ordersCounted });

const timeseriesMetrics = ['visitors', 'visits', 'page-views'] as const;
