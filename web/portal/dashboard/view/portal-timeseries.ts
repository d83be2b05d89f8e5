import type { PortalView } from '../../../../contract/stats/portal-view.ts';
import { type StatsMetric, statsMetrics } from '../../../../contract/stats.ts';
import { timeseriesQuery } from '../../../api/stats.ts';

const metrics: StatsMetric[] = statsMetrics.filter((metric) => !metric.startsWith('goal-'));

/** One answer for the cards and the charts of a portal. */
export const portalTimeseries = (companyId: string, view: PortalView) =>
  timeseriesQuery(companyId, view, { metrics });
