import type { ChangeCause } from '../../../../contract/reports/report-content.ts';
import { addsUp, type StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { type ResultRow, toMetricValues } from '../metric-values.ts';
import type { TimeRange } from '../period/time-range.ts';
import type { Question } from '../sql/question.ts';
import type { AskedList } from '../sql/wanted.ts';
import { type OpenedQuestion, type StatsDeps, toQuestion } from '../stats.ts';
import {
  type CauseDimension,
  type Change,
  type CountedValue,
  causeDimensions,
  findMainCause,
} from './find-main-cause.ts';

/** A metric whose change is explained: its value in the compared range, and in the range. */
export interface MetricChange extends Change {
  metric: StatsMetric;
}

interface AskedChanges {
  range: TimeRange;
  compared: TimeRange;
  changes: readonly MetricChange[];
}

/** Smaller changes than this are not explained: what differs between any two periods has no cause worth naming. */
const worth = { share: 0.1, count: 10 };
/** A value behind so many others has less than half of a change that is explained. */
const valuesMax = 200;

/**
 * The value that explains most of the change of each metric, in the order of the metrics. Null for no single cause, for a small change, and for a metric
 * that is no sum of visits, such as a rate.
 */
export async function explainChanges(
  { reader }: Pick<StatsDeps, 'reader'>,
  opened: OpenedQuestion,
  { range, compared, changes }: AskedChanges,
): Promise<(ChangeCause | null)[]> {
  const explained = changes.filter(isExplained);
  if (explained.length === 0) return changes.map(() => null);
  const metrics = explained.map(({ metric }) => metric);
  const toRange = (asked: TimeRange) => toQuestion({ filter: [], goal: undefined }, opened, asked);
  const ask = async (question: Question, lists: readonly Values[]) => {
    const asked = lists.filter(({ values }) => values === undefined || values.length > 0);
    const rows = await reader.askLists(opened.dataset, question, asked.map(toList(metrics, opened.digits)));
    return lists.map((list) => rows[asked.indexOf(list)] ?? []);
  };
  const first = causeDimensions.map((dimension): Values => ({ dimension, values: undefined }));
  const [now, before] = await Promise.all([ask(toRange(range), first), ask(toRange(compared), first)]);
  const [addedNow, addedBefore] = await Promise.all([
    ask(toRange(range), listMissing(now, before)),
    ask(toRange(compared), listMissing(before, now)),
  ]);
  return changes.map((change) => {
    if (!explained.includes(change)) return null;
    const count = (rows: readonly ResultRow[]) => countValues(rows, change.metric, opened.digits);
    return findMainCause(
      change,
      causeDimensions.map((dimension, index) => ({
        dimension,
        now: count([now, addedNow].flatMap((lists) => lists[index] ?? [])),
        before: count([before, addedBefore].flatMap((lists) => lists[index] ?? [])),
      })),
    );
  });
}

/** Visitors of a source may have visits of another one as well, and are nearly a sum. */
function isExplained({ metric, before, now }: MetricChange): boolean {
  if (metric !== 'visitors' && !addsUp(metric)) return false;
  const change = Math.abs(now - before);
  return change >= worth.count && change >= worth.share * Math.abs(before);
}

/** The values of a dimension that are asked for; undefined for the first ones. */
interface Values {
  dimension: CauseDimension;
  values: readonly string[] | undefined;
}

const toList =
  (metrics: readonly StatsMetric[], digits: number) =>
  ({ dimension, values }: Values): AskedList => ({
    grouping: { by: 'visit-dimension', dimension },
    metrics,
    page: {
      ...(values && { values }),
      sort: { metric: 'visits', isDescending: true },
      ...{ limit: values?.length ?? valuesMax, page: 1, digits },
    },
  });

/** The values that are only among the first ones of the other range. A list that is not full has every value. */
const listMissing = (own: readonly ResultRow[][], other: readonly ResultRow[][]): Values[] =>
  causeDimensions.map((dimension, index) => {
    const rows = own[index] ?? [];
    const known = new Set(rows.map(({ key }) => key));
    const others = rows.length < valuesMax ? [] : (other[index] ?? []);
    const values = others.flatMap(({ key }) => (key === undefined || known.has(key) ? [] : [key]));
    return { dimension, values };
  });

const countValues = (rows: readonly ResultRow[], metric: StatsMetric, digits: number): CountedValue[] =>
  rows.map((row) => ({
    value: row.key ?? '',
    count: Number(toMetricValues([metric], digits, row)[metric] ?? 0),
  }));
