import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PortalCompany } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { PortalPageData } from '../../../contract/portal-page.ts';
import type { StatsLists } from '../../../contract/stats/answers.ts';
import { isNamedDimension } from '../../../contract/stats/model/dimensions.ts';
import {
  listFirstDimensions,
  toListsPath,
  toSummaryPath,
  toTimeseriesPath,
} from '../../../contract/stats/requests.ts';
import { readPortalView } from '../../../contract/stats/view.ts';
import { activeQuery, companyQuery } from '../api/portal.ts';
import { listQuery, summaryQuery } from '../api/stats.ts';
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
  const dimensions = listFirstDimensions(company.display);
  const lists = answers[toListsPath(companyId, view, dimensions)] as StatsLists | undefined;
  for (const list of lists?.lists ?? [])
    if (isNamedDimension(list.dimension)) fill(listQuery(companyId, view, list.dimension).queryKey, list);
  fill(portalTimeseries(companyId, view).queryKey, answers[toTimeseriesPath(companyId, view)]);
}

/** Waits for the answers that follow in the page, for whoever asks for them meanwhile. */
export function awaitLateAnswers(
  client: QueryClient,
  { companyId, search }: OpenedPortal,
  { answers, late }: PortalPageData,
): void {
  if (late.includes(apiPaths.company(companyId))) void client.prefetchQuery(companyQuery(companyId));
  const company = answers[apiPaths.company(companyId)] as PortalCompany | undefined;
  if (!company) return;
  const view = readPortalView(new URLSearchParams(search), company.display.period);
  const dimensions = listFirstDimensions(company.display);
  if (late.includes(apiPaths.active(companyId))) void client.prefetchQuery(activeQuery(companyId));
  if (late.includes(toSummaryPath(companyId, view))) void client.prefetchQuery(summaryQuery(companyId, view));
  if (late.includes(toTimeseriesPath(companyId, view)))
    void client.prefetchQuery(portalTimeseries(companyId, view));
  if (late.includes(toListsPath(companyId, view, dimensions)))
    for (const dimension of dimensions) void client.prefetchQuery(listQuery(companyId, view, dimension));
}
