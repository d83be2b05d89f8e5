import type {
  ComparedValue,
  ReportFigure,
  ReportListName,
  ReportSection,
} from '../../../../contract/reports/report-content.ts';
import type { StatsBreakdown, StatsSummary } from '../../../../contract/stats/answers.ts';
import { hasSales } from '../../../../contract/stats/has-sales.ts';
import { type NamedDimension, noneValue, unknownValue } from '../../../../contract/stats/model/dimensions.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { listFunnels } from '../../goals/funnels.ts';
import { listExportedNotes } from '../../notes/notes.ts';
import { countFunnel, countGoals } from '../../stats/conversions/conversions.ts';
import { explainChanges } from '../../stats/explain/explain-change.ts';
import { toShare } from '../../stats/figures/figures.ts';
import { listBreakdowns } from '../../stats/lists/breakdowns.ts';
import { countRefunds } from '../../stats/orders/count-refunds.ts';
import { toZoned } from '../../stats/period/time-range.ts';
import { type Asker, listTimeseries, type OpenedQuestion, type StatsDeps } from '../../stats/stats.ts';
import type { toReportQuestion } from './report-question.ts';

/** A report whose summary is known. */
export interface AskedReport {
  asker: Asker;
  query: ReturnType<typeof toReportQuestion>['query'];
  opened: OpenedQuestion;
  summary: StatsSummary;
  hasShop: boolean;
}

type Section<Kind extends ReportSection['kind']> = Extract<ReportSection, { kind: Kind }>;

const shopFigures = ['visitors', 'visits', 'orders', 'revenue', 'conversion-rate'] as const;
const siteFigures = ['visitors', 'visits', 'page-views', 'visit-duration', 'bounce-rate'] as const;
/** Rows of lists. Pages have long names and are what most readers look for. */
const rowsMax = 8;
const pagesMax = 10;
const funnelsMax = 4;
const notesMax = 20;

const toNumber = (value: number | string | null | undefined) => (value == null ? null : Number(value));

const pairOf = ({ metrics }: StatsSummary, metric: StatsMetric): ComparedValue => ({
  value: toNumber(metrics[metric]?.value),
  compared: toNumber(metrics[metric]?.compared),
});

function listFigures({ asker, summary, hasShop }: AskedReport): readonly StatsMetric[] {
  if (!hasShop && !hasSales(summary)) return siteFigures;
  return asker.scope.seesMoney
    ? shopFigures
    : shopFigures.map((metric) => (metric === 'revenue' ? 'page-views' : metric));
}

/** The five figures, and the value that explains most of each change. */
export async function gatherFigures(deps: StatsDeps, report: AskedReport): Promise<Section<'figures'>> {
  const { opened, summary } = report;
  const { range, compared } = opened.period;
  const figures = listFigures(report).map((metric) => ({ metric, ...pairOf(summary, metric) }));
  const changes = figures.map(({ metric, value, compared: before }) => ({
    ...{ metric, before: before ?? 0, now: value ?? 0 },
  }));
  const causes = compared ? await explainChanges(deps, opened, { range, compared, changes }) : [];
  return {
    kind: 'figures',
    figures: figures.map((figure, index): ReportFigure => ({ ...figure, cause: causes[index] ?? null })),
  };
}

export async function gatherChart(deps: StatsDeps, { asker, query }: AskedReport): Promise<Section<'chart'>> {
  const metrics: StatsMetric[] = ['visitors'];
  const asked = { ...asker, query: { ...query, interval: 'day' as const, metrics } };
  const { points, compared, timeZone } = await listTimeseries(deps, asked);
  return {
    ...{ kind: 'chart', metric: 'visitors' },
    days: points.map((point) => ({
      ...{ day: toLocalDay(point.at, timeZone), value: point.metrics.visitors ?? 0 },
    })),
    // Months differ in length: the longer one is cut, the shorter one ends earlier.
    ghost: compared && points.map((_, index) => compared[index]?.metrics.visitors ?? null),
  };
}

const toLocalDay = (at: string, timeZone: string) =>
  toZoned(Date.parse(at), timeZone).toPlainDate().toString();

const listDimensions: Record<ReportListName, NamedDimension> = {
  ...{ sources: 'source', campaigns: 'utm-campaign', pages: 'page', countries: 'country', devices: 'device' },
};
const listNames = Object.keys(listDimensions) as ReportListName[];

/** The lists that have rows. */
export async function gatherLists(
  deps: StatsDeps,
  { asker, query }: AskedReport,
  wants: (name: ReportListName) => boolean,
): Promise<ReportSection[]> {
  const names = listNames.filter(wants);
  if (names.length === 0) return [];
  // Rows that are left out are at most these two.
  const limit = pagesMax + 2;
  const dimension = names.map((name) => listDimensions[name]);
  const { lists } = await listBreakdowns(deps, { ...asker, query: { ...query, dimension, limit } });
  return names.flatMap((name, index) => {
    const list = lists[index];
    const section = list && toListSection(name, list);
    return section && section.rows.length > 0 ? [section] : [];
  });
}

function toListSection(name: ReportListName, list: StatsBreakdown): Section<ReportListName> {
  // Visits without a campaign are most of them, and not what the list is about.
  const isShown = (value: string) => name !== 'campaigns' || (value !== noneValue && value !== unknownValue);
  const shown = list.rows.filter(({ value }) => isShown(value));
  const all = list.totals.visitors ?? 0;
  return {
    kind: name,
    rows: shown.slice(0, name === 'pages' ? pagesMax : rowsMax).map(({ value, metrics, compared }) => {
      const visitors = metrics.visitors ?? 0;
      return {
        value: value === unknownValue ? '' : value,
        visitors,
        compared: compared && (compared.visitors ?? 0),
        share: all === 0 ? 0 : toShare(visitors, all),
      };
    }),
    rowCount: list.rowCount - (list.rows.length - shown.length),
  };
}

/** Null without goals and funnels. Of many goals, those with the most conversions. */
export async function gatherConversions(
  deps: StatsDeps,
  { asker, query }: AskedReport,
): Promise<Section<'goals'> | null> {
  const [{ goals }, defined] = await Promise.all([
    countGoals(deps, { ...asker, query }),
    listFunnels(deps.db, asker.companyId),
  ]);
  const { compare: _, match: __, ...range } = query;
  const funnels = await Promise.all(
    defined
      .slice(0, funnelsMax)
      .map(({ id }) => countFunnel(deps, { ...asker, query: { ...range, funnel: id } })),
  );
  if (goals.length === 0 && funnels.length === 0) return null;
  const most = goals.toSorted((a, b) => b.conversions.value - a.conversions.value).slice(0, rowsMax);
  return {
    kind: 'goals',
    goals: goals
      .filter((goal) => most.includes(goal))
      .map(({ name, conversions, rate }) => ({ name, ...conversions, rate: rate.value })),
    funnels: funnels.map(({ name, steps }) => ({
      name,
      steps: steps.map(({ target, visits, rateFromFirst }) => ({ label: target, visits, rateFromFirst })),
    })),
  };
}

/** Null without an order or refund in both periods. */
export async function gatherOrders(
  deps: StatsDeps,
  { asker, opened, summary }: AskedReport,
): Promise<Section<'orders'> | null> {
  const { range, compared } = opened.period;
  const [value, before] = await Promise.all([
    countRefunds(deps, opened, range),
    compared ? countRefunds(deps, opened, compared) : null,
  ]);
  const orders = pairOf(summary, 'orders');
  if (![orders.value, orders.compared, value, before].some(Boolean)) return null;
  return {
    ...{ kind: 'orders', orders },
    verified: toNumber(summary.metrics['verified-orders']?.value),
    refunds: { value, compared: before },
    money: asker.scope.seesMoney
      ? {
          revenue: pairOf(summary, 'revenue'),
          refunded: pairOf(summary, 'refunds'),
          averageOrder: pairOf(summary, 'average-order-value'),
        }
      : null,
  };
}

/** Null without notes. */
export async function gatherNotes(
  { db }: Pick<StatsDeps, 'db'>,
  { asker, summary: { from, to, timeZone } }: AskedReport,
): Promise<Section<'notes'> | null> {
  const notes = await listExportedNotes(db, asker.companyId, { from, to });
  if (notes.length === 0) return null;
  return {
    kind: 'notes',
    notes: notes.slice(0, notesMax).map(({ at, text }) => ({ day: toLocalDay(at, timeZone), text })),
  };
}
