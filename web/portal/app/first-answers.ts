import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PortalCompany } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { PortalPageData } from '../../../contract/portal-page.ts';
import { toSummaryPath, toTimeseriesPath } from '../../../contract/stats/requests.ts';
import { readPortalView } from '../../../contract/stats/view.ts';
import { activeQuery, companyQuery } from '../api/portal.ts';
import { summaryQuery } from '../api/stats.ts';
import { portalTimeseries } from '../dashboard/view/portal-timeseries.ts';

interface OpenedPortal {
  companyId: string;
  search: string;
}

/** Puts the answers that the server rendered a page with into the cache, so that nothing of them is asked again. */
export function fillCache(
  client: QueryClient,
  { companyId, search }: OpenedPortal,
  { answers, now }: Pick<PortalPageData, 'answers' | 'now'>,
): void {
  const fill = (queryKey: QueryKey, body: unknown) => {
    if (body !== undefined) client.setQueryData(queryKey, body, { updatedAt: now });
  };
  const company = answers[apiPaths.company(companyId)] as PortalCompany | undefined;
  if (!company) return;
  const view = readPortalView(new URLSearchParams(search), company.display.period);
  fill(companyQuery(companyId).queryKey, company);
  fill(activeQuery(companyId).queryKey, answers[apiPaths.active(companyId)]);
  fill(summaryQuery(companyId, view).queryKey, answers[toSummaryPath(companyId, view)]);
  fill(portalTimeseries(companyId, view).queryKey, answers[toTimeseriesPath(companyId, view)]);
}
