import { isGoalMetric, isStatsMetric, type StatsMetric } from '../../../contract/stats/model/metrics.ts';

/** The part of a shared view that a frame shows: one card, one chart, or all of it. */
export type ShownPart = { is: 'all' } | { is: 'card' | 'chart'; metric: StatsMetric };

/** The chart of the visitors is named as in the portal, too. */
const chartNames: Record<string, StatsMetric> = { growth: 'visitors' };

/** Reads `card:visitors` or `chart:revenue`. Everything else is the whole view: an address is never refused. */
export function readShownPart(search: string): ShownPart {
  const [, kind, name = ''] =
    /^(card|chart):([a-z-]+)$/.exec(new URLSearchParams(search).get('show') ?? '') ?? [];
  const metric = kind === 'chart' ? (chartNames[name] ?? name) : name;
  if ((kind !== 'card' && kind !== 'chart') || !isStatsMetric(metric) || isGoalMetric(metric))
    return { is: 'all' };
  return { is: kind, metric };
}
