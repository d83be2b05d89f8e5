import type {
  ChangeCause,
  ComparedValue,
  ReportFigure,
  ReportListName,
  ReportSection,
} from '../../../../../contract/reports/report-content.ts';
import { dimensionOf, type NamedDimension } from '../../../../../contract/stats/model/dimensions.ts';
import { metricOf, type StatsMetric } from '../../../../../contract/stats/model/metrics.ts';
import { toOneLine } from '../../../../platform/mail/one-line.ts';
import type {
  WrittenFigure,
  WrittenList,
  WrittenSection,
} from '../../../agency/report-drawing/written-report.ts';
import type { ReportFormats } from './report-formats.ts';
import { toValueName } from './value-names.ts';

type Section<Kind extends ReportSection['kind']> = Extract<ReportSection, { kind: Kind }>;

const nameMax = 100;
/** More would make mails so large that mail programs cut them. */
const shownMax = { rows: 10, goals: 10, funnels: 4, steps: 8 };

export const writeFigures = (figures: ReportFigure[], formats: ReportFormats): WrittenFigure[] =>
  figures.map((figure) => ({
    ...writeFigure(metricOf(figure.metric).label, figure.metric, figure, formats),
    cause: figure.cause ? writeCause(figure.metric, figure.cause, formats) : '',
  }));

function writeFigure(
  label: string,
  metric: StatsMetric,
  { value, compared }: ComparedValue,
  formats: ReportFormats,
): WrittenFigure {
  const change = formats.change(metric, value, compared);
  return {
    label,
    value: formats.metric(metric, value),
    change,
    compared: change && compared !== null ? formats.metric(metric, compared) : '',
    cause: '',
  };
}

/** Such as "Mostly from the campaign spring-sale (12 → 240)". */
function writeCause(
  metric: StatsMetric,
  { dimension, value, before, now }: ChangeCause,
  formats: ReportFormats,
): string {
  const name = toValueName(dimension, value, formats);
  const label = dimensionOf(dimension).label.toLowerCase();
  return `Mostly from the ${label} ${name} (${formats.metric(metric, before)} → ${formats.metric(metric, now)})`;
}

const lists: Record<ReportListName, { title: string; dimension: NamedDimension }> = {
  sources: { title: 'Sources', dimension: 'source' },
  campaigns: { title: 'Campaigns', dimension: 'utm-campaign' },
  pages: { title: 'Pages', dimension: 'page' },
  countries: { title: 'Countries', dimension: 'country' },
  devices: { title: 'Devices', dimension: 'device' },
};

export function writeList(
  { kind, rows, rowCount }: Section<ReportListName>,
  formats: ReportFormats,
): WrittenList {
  const { title, dimension } = lists[kind];
  const longest = Math.max(0, ...rows.map(({ share }) => share));
  return {
    kind: 'list',
    name: kind,
    title,
    column: dimensionOf(dimension).label,
    rows: rows.slice(0, shownMax.rows).map(({ value, visitors, compared, share }) => ({
      label: toValueName(dimension, value, formats),
      value: formats.count(visitors),
      change: formats.change('visitors', visitors, compared),
      share: formats.percent(share),
      bar: toBar(share, longest),
    })),
    rowCount,
  };
}

export function writeGoals({ goals, funnels }: Section<'goals'>, formats: ReportFormats): WrittenSection {
  return {
    kind: 'goals',
    title: 'Goals',
    goals: goals.slice(0, shownMax.goals).map((goal) => ({
      ...writeFigure(toOneLine(goal.name, nameMax), 'goal-conversions', goal, formats),
      rate: goal.rate === null ? '' : formats.percent(goal.rate, 2),
    })),
    funnels: funnels.slice(0, shownMax.funnels).map(({ name, steps }) => ({
      name: toOneLine(name, nameMax),
      steps: steps.slice(0, shownMax.steps).map(({ label, visits, rateFromFirst }) => ({
        label: toOneLine(label, nameMax),
        value: formats.count(visits),
        rate: rateFromFirst === null ? '' : formats.percent(rateFromFirst),
        bar: toBar(rateFromFirst ?? 0, 100),
      })),
    })),
  };
}

export function writeOrders(
  { orders, verified, refunds, money }: Section<'orders'>,
  formats: ReportFormats,
): WrittenSection {
  const write = (label: string, metric: StatsMetric, value: ComparedValue) =>
    writeFigure(label, metric, value, formats);
  const written = write('Orders', 'orders', orders);
  const known = verified !== null && (orders.value ?? 0) > 0;
  const count = known ? `${formats.count(verified)} of them verified` : '';
  return {
    kind: 'orders',
    title: 'Orders',
    figures: [
      { ...written, cause: count },
      ...(money ? [write('Revenue', 'revenue', money.revenue)] : []),
      ...(money ? [write('Average order value', 'average-order-value', money.averageOrder)] : []),
      { ...write('Refunds', 'orders', refunds), change: toLessIsBetter(refunds, formats) },
      ...(money ? [write('Refunded', 'refunds', money.refunded)] : []),
    ],
  };
}

/** The number of refunds has no metric; fewer are better. */
function toLessIsBetter({ value, compared }: ComparedValue, formats: ReportFormats) {
  const change = formats.change('orders', value, compared);
  return change && { ...change, isGood: change.direction === 'down' };
}

const toBar = (share: number, longest: number) =>
  longest <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, share / longest)) * 100);
