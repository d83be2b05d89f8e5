import { formatCount, formatMetric, formatMetricShort, toChange } from '../../../figures/format.ts';
import type { OverviewCounts } from '../figures/figures-query.ts';
import { type Listed, toLive } from './overview-columns.ts';

/** The figures of a company that are numbers of a period. */
export type FigureName = 'visitors' | 'orders' | 'revenue' | 'conversion' | 'ai' | 'bots';

const none = '–';

const toShare = (share: number | null) =>
  share === null ? none : formatMetricShort('conversion-rate', share, 'USD');

/** A figure as a row shows it; undefined while it is not counted yet. */
export function formatFigure(name: FigureName, { company, figures }: Listed): string | undefined {
  const counts = figures?.counts;
  if (!counts) return undefined;
  const { current, botShare } = counts;
  switch (name) {
    case 'visitors':
      return formatCount(current.visitors);
    case 'orders':
      return formatCount(current.orders);
    case 'revenue':
      return formatMetric('revenue', current.revenue, company.currency);
    case 'conversion':
      return formatMetric('conversion-rate', current.conversionRate, company.currency);
    case 'ai':
      return toShare(current.aiShare);
    case 'bots':
      return toShare(botShare);
  }
}

const compared = {
  visitors: ['visitors', ({ visitors }) => visitors],
  orders: ['orders', ({ orders }) => orders],
  revenue: ['revenue', ({ revenue }) => revenue],
  conversion: ['conversion-rate', ({ conversionRate }) => conversionRate],
} as const satisfies Record<
  string,
  [metric: string, read: (figures: OverviewCounts['current']) => number | null]
>;
export type ComparedName = keyof typeof compared;

/** How a figure changed, and its value in the compared period; undefined without one. */
export function toFigureChange(name: ComparedName, { company, figures }: Listed) {
  const counts = figures?.counts;
  if (!counts?.before) return undefined;
  const [metric, read] = compared[name];
  const before = read(counts.before);
  return {
    metric,
    change: toChange(metric, read(counts.current), before),
    compared: formatMetric(metric, before, company.currency),
  };
}

export const formatLive = (listed: Listed): string => formatCount(toLive(listed));

/** The points of a sparkline. Without any visitor there is no line to draw. */
export const toDrawn = (series: readonly number[] = []): readonly number[] =>
  series.some((value) => value > 0) ? series : [];
