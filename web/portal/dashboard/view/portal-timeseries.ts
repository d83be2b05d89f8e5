import { portalMetrics } from '../../../../contract/stats/requests.ts';
import type { PortalView } from '../../../../contract/stats/view.ts';
import { timeseriesQuery } from '../../api/stats.ts';

/** One answer for the cards and the charts of a portal. */
export const portalTimeseries = (companyId: string, view: PortalView) =>
  timeseriesQuery(companyId, view, { metrics: portalMetrics });
