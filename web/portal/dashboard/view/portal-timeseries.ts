import { portalMetrics } from '../../../../contract/stats/portal-requests.ts';
import type { PortalView } from '../../../../contract/stats/portal-view.ts';
import { timeseriesQuery } from '../../../api/stats.ts';

/** One answer for the cards and the charts of a portal. */
export const portalTimeseries = (companyId: string, view: PortalView) =>
  timeseriesQuery(companyId, view, { metrics: portalMetrics });
