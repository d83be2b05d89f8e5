import type { OverviewFigures } from '../../../../contract/company/overview.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { StatsInterval } from '../../../../contract/stats/model/periods.ts';
import { wholeScope } from '../../access/access.ts';
import type { Channel } from '../../tracking/sources/sources.ts';
import { addRows, type ResultRow, toMetricValues } from '../metric-values.ts';
import { type Bucket, chooseInterval, isClockInterval, listBuckets } from '../period/buckets.ts';
import type { PeriodQuery } from '../period/resolve-period.ts';
import type { TimeRange } from '../period/time-range.ts';
import { type AskedList, listAggregates } from '../sql/wanted.ts';
import type { StatsCompanyRow } from '../stats.queries.ts';
import {
  groupByBucket,
  type OpenedQuestion,
  openQuestionOf,
  readRowsByTime,
  type StatsDeps,
  toQuestion,
} from '../stats.ts';

/** The figures of a company in a period, as its portal shows them. */
export interface CompanyFigures {
  source: 'tracked' | 'simulated';
  current: OverviewFigures;
  /** Null without a comparison. */
  before: OverviewFigures | null;
  /** Visitors of each interval, ascending. */
  series: number[];
  /** Page views and events of the period. */
  hits: number;
  /** The first local day of the period. */
  firstDay: string;
  /** The newest events are not counted yet. */
  isPending: boolean;
}

/** The most points of a series: a small chart shows no more. */
const pointsMax = 62;
const aiChannel: Channel = 'AI Assistants';
/** More than there are channels. */
const channelsMax = 20;

const summed = [
  'visitors',
  'visits',
  'page-views',
  'events',
  'orders',
  'revenue',
  'conversion-rate',
] as const;
const byChannel: AskedList = {
  grouping: { by: 'visit-dimension', dimension: 'channel' },
  metrics: ['visits'],
  page: { sort: { metric: 'visits', isDescending: true }, limit: channelsMax, page: 1, digits: 0 },
};
const byDay: AskedList = { grouping: { by: 'time', interval: 'day' }, wanted: listAggregates(summed) };

/** Counts with the same statements as the questions of a portal. */
export async function countFigures(
  deps: Pick<StatsDeps, 'reader'>,
  company: StatsCompanyRow,
  { query, now }: { query: PeriodQuery; now: Date },
): Promise<CompanyFigures> {
  const opened = await openQuestionOf(deps, company, { query, now, scope: wholeScope });
  const { range, compared } = opened.period;
  const current = await countRange(deps, opened, range);
  const before = compared && (await countRange(deps, opened, compared));
  return {
    source: opened.head.source,
    current: current.figures,
    before: before?.figures ?? null,
    series: await listSeries(deps, opened, current.days),
    hits: current.hits,
    firstDay: range.firstDay,
    isPending: deps.reader.findPending(opened.dataset) !== null,
  };
}

interface Counted {
  figures: OverviewFigures;
  hits: number;
  /** The rows of each day. */
  days: ResultRow[];
}

const toRangeQuestion = (opened: OpenedQuestion, range: TimeRange) =>
  toQuestion({ filter: [], goal: undefined }, opened, range);

async function countRange(
  { reader }: Pick<StatsDeps, 'reader'>,
  opened: OpenedQuestion,
  range: TimeRange,
): Promise<Counted> {
  const question = toRangeQuestion(opened, range);
  const [days = [], channels = []] = await reader.askLists(opened.dataset, question, [byDay, byChannel]);
  const values = toMetricValues(summed, opened.digits, addRows(days));
  const numberOf = (name: StatsMetric) => Number(values[name] ?? 0);
  const visits = numberOf('visits');
  const aiVisits = Number(channels.find(({ key }) => key === aiChannel)?.visits ?? 0);
  return {
    figures: {
      visitors: numberOf('visitors'),
      orders: numberOf('orders'),
      revenue: numberOf('revenue'),
      conversionRate: values['conversion-rate'] == null ? null : numberOf('conversion-rate'),
      aiShare: visits === 0 ? null : toShare(aiVisits, visits),
    },
    hits: numberOf('page-views') + numberOf('events'),
    days,
  };
}

/** In percent, with two decimals as the rates of the statistics. */
export const toShare = (part: number, all: number): number => Math.round((part * 10_000) / all) / 100;

/** The visitors of the intervals that the portal's chart has, of longer ones if there were too many. */
async function listSeries(
  deps: Pick<StatsDeps, 'reader'>,
  opened: OpenedQuestion,
  days: readonly ResultRow[],
): Promise<number[]> {
  const { range } = opened.period;
  const { interval, buckets } = chooseBuckets(range, opened.weekStart);
  const rows = isClockInterval(interval)
    ? await readRowsByTime(deps, opened.dataset, toRangeQuestion(opened, range), ['visitors'], interval)
    : days;
  const found = groupByBucket(buckets, rows, interval);
  const points = buckets.map(({ key }) => Number(addRows(found.get(key) ?? []).visitors ?? 0));
  // Visitors of days add up, so those of months do as well.
  const together = Math.ceil(points.length / pointsMax);
  return Array.from({ length: Math.ceil(points.length / together) }, (_, at) =>
    points.slice(at * together, (at + 1) * together).reduce((sum, count) => sum + count, 0),
  );
}

const longer: Partial<Record<StatsInterval, StatsInterval>> = { minute: 'hour', day: 'week', week: 'month' };

function chooseBuckets(range: TimeRange, weekStart: number): { interval: StatsInterval; buckets: Bucket[] } {
  let interval = chooseInterval(range);
  for (;;) {
    const buckets = listBuckets(range, interval, weekStart);
    const next = longer[interval];
    if (buckets.length <= pointsMax || next === undefined) return { interval, buckets };
    interval = next;
  }
}
