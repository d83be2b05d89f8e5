import type { StatsBreakdown, StatsLists } from '../../../../contract/stats/answers.ts';
import type { StatsFilter, StatsGoal } from '../../../../contract/stats/filter.ts';
import { listLimitOf, listMetricsOf, mainMetric } from '../../../../contract/stats/list-metrics.ts';
import { isVisitDimension, type StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { BreakdownQuery, ListsQuery, StatsSort } from '../../../../contract/stats/questions.ts';
import { addRows, type ResultRow, toMetricValues } from '../metric-values.ts';
import type { TimeRange } from '../period/time-range.ts';
import { listMetrics, listSeen, requireSeen } from '../seen-metrics.ts';
import type { Question } from '../sql/question.ts';
import { type AskedList, type DimensionGrouping, listAggregates } from '../sql/wanted.ts';
import {
  type Asked,
  type OpenedQuestion,
  openQuestion,
  type StatsDeps,
  toQuestion,
  withPending,
} from '../stats.ts';

/** One page of the values of a dimension. With a comparison, the same values in the compared range. */
export async function breakDown(deps: StatsDeps, asked: Asked<BreakdownQuery>): Promise<StatsBreakdown> {
  const { query, scope } = asked;
  const { dimension, search, sort, limit, page } = query;
  requireSeen([sort.metric], 'sort', scope);
  const usual = isVisitDimension(dimension) ? visitMetrics : rowMetrics;
  const list = { dimension, metrics: listMetrics(query, usual, scope), search, sort, limit, page };
  const opened = await openQuestion(deps, asked);
  // Separately, so that they gather with the lists of other requests.
  const ask = (question: Question, lists: readonly AskedList[]) =>
    Promise.all(lists.map((each) => deps.reader.askList(opened.dataset, question, each)));
  const [answer] = await answerLists(deps, { opened, filters: query, lists: [list], ask });
  if (!answer) throw new Error('a list has no answer');
  return answer;
}

/** The first rows of several lists, as a portal shows them. */
export async function listBreakdowns(deps: StatsDeps, asked: Asked<ListsQuery>): Promise<StatsLists> {
  const { query, scope } = asked;
  const opened = await openQuestion(deps, asked);
  const lists = query.dimension.map((dimension) => {
    const sort = { metric: mainMetric(dimension), isDescending: true };
    return {
      dimension,
      metrics: listSeen(listMetricsOf(dimension), scope),
      search: undefined,
      sort,
      limit: query.limit ?? listLimitOf(dimension),
      page: 1,
    };
  });
  const ask = (question: Question, asked: readonly AskedList[]) =>
    deps.reader.askLists(opened.dataset, question, asked);
  const filters = { filter: query.filter, goal: undefined };
  return { lists: await answerLists(deps, { opened, filters, lists, ask }) };
}

interface List {
  dimension: StatsDimension;
  metrics: readonly StatsMetric[];
  search: string | undefined;
  sort: StatsSort;
  limit: number;
  page: number;
}

interface AskedLists {
  opened: OpenedQuestion;
  filters: { filter: StatsFilter[]; goal?: StatsGoal | undefined };
  lists: readonly List[];
  ask: (question: Question, lists: readonly AskedList[]) => Promise<ResultRow[][]>;
}

async function answerLists(
  deps: StatsDeps,
  { opened, filters, lists, ask }: AskedLists,
): Promise<StatsBreakdown[]> {
  const { period, digits } = opened;
  const wanted = listAggregates(lists.flatMap(({ metrics }) => metrics));
  /** The rows of each list, and the totals of the range. */
  const askRange = async (range: TimeRange, pages: readonly AskedList[]) => {
    const total: AskedList = { grouping: { by: 'time', interval: 'day' }, wanted };
    const answers = await ask(toQuestion(filters, opened, range), [total, ...pages]);
    const [totals = [], ...rows] = answers;
    return { totals: addRows(totals), rows };
  };
  const toPage = ({ dimension, metrics, ...page }: List): AskedList => ({
    grouping: toGrouping(dimension),
    metrics,
    page: { ...page, digits },
  });
  const found = await askRange(period.range, lists.map(toPage));
  const rowsOf = (index: number) => found.rows[index] ?? [];
  const filled = lists.flatMap((list, index) => (rowsOf(index).length > 0 ? [{ list, index }] : []));
  const comparedPages = filled.map(({ list: { dimension, metrics, sort }, index }): AskedList => {
    const values = rowsOf(index).map(({ key }) => key ?? '');
    const page = { values, sort, limit: values.length, page: 1, digits };
    return { grouping: toGrouping(dimension), metrics, page };
  });
  const compared = period.compared && (await askRange(period.compared, comparedPages));
  const counts = await Promise.all(
    lists.map((list, index) =>
      countRows(list, rowsOf(index), (counted) =>
        ask(toQuestion(filters, opened, period.range), [toPage(counted)]),
      ),
    ),
  );
  return lists.map(({ dimension, metrics }, index) => {
    const place = filled.findIndex((each) => each.index === index);
    const comparedRows = new Map((compared?.rows[place] ?? []).map((row) => [row.key, row]));
    const toRow = (row: ResultRow) => ({
      value: row.key ?? '',
      metrics: toMetricValues(metrics, digits, row),
      compared: compared && toMetricValues(metrics, digits, comparedRows.get(row.key)),
    });
    return {
      ...withPending(deps, opened),
      dimension,
      rows: rowsOf(index).map(toRow),
      totals: toMetricValues(metrics, digits, found.totals),
      comparedTotals: compared && toMetricValues(metrics, digits, compared.totals),
      rowCount: counts[index] ?? 0,
    };
  });
}

/** A page after the last one has no row with the number of rows. */
async function countRows(
  list: List,
  rows: readonly ResultRow[],
  ask: (list: List) => Promise<ResultRow[][]>,
): Promise<number> {
  const [first] = rows;
  if (first || list.page === 1) return first?.row_count ?? 0;
  const [[counted] = []] = await ask({ ...list, limit: 1, page: 1 });
  return counted?.row_count ?? 0;
}

const toGrouping = (dimension: StatsDimension): DimensionGrouping =>
  isVisitDimension(dimension) ? { by: 'visit-dimension', dimension } : { by: 'row-dimension', dimension };

const visitMetrics = ['visitors', 'visits', 'page-views'] as const;
const rowMetrics = ['visitors', 'visits', 'page-views', 'events'] as const;
