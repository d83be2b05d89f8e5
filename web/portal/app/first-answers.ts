import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PortalCompany } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type { PortalPageData } from '../../../contract/portal-page.ts';
import type { StatsLists } from '../../../contract/stats/answers.ts';
import { isNamedDimension } from '../../../contract/stats/model/dimensions.ts';
import { listFirstDimensions, toListsPath, toSummaryPath } from '../../../contract/stats/requests.ts';
import { readPortalView } from '../../../contract/stats/view.ts';
import { findKeptAnswers, type KeptAnswers } from '../../api/kept-answers.ts';
import { activeQuery, companyQuery } from '../api/portal.ts';
import { listQuery, summaryQuery } from '../api/stats.ts';
import { portalTimeseries, toPortalTimeseriesPath } from '../dashboard/view/portal-timeseries.ts';
import { toAccessName } from '../portal-rights.ts';

export interface OpenedPortal {
  companyId: string;
  search: string;
}

/**
 * Puts the answers that the server rendered a page with into the cache, so that nothing of them is asked again. `isOld`: only
 * where there is no answer yet, and to be asked for again however young they are: what they are about may have changed since.
 */
export function fillCache(
  client: QueryClient,
  { companyId, search }: OpenedPortal,
  { answers, now }: Pick<PortalPageData, 'answers' | 'now'>,
  { isOld = false } = {},
): void {
  const fill = (queryKey: QueryKey, body: unknown) => {
    const isKnown = isOld && client.getQueryData(queryKey) !== undefined;
    if (body === undefined || isKnown) return;
    client.setQueryData(queryKey, body, { updatedAt: now });
    if (isOld) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
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
  fill(portalTimeseries(company, view).queryKey, answers[toPortalTimeseriesPath(company, view)]);
}

/** The answers of a view in the cache, as the server puts them into a page. Undefined before there are figures. */
export function readAnswers(
  client: QueryClient,
  { companyId, search }: OpenedPortal,
): Omit<KeptAnswers, 'search'> | undefined {
  const { data: company, status } = client.getQueryState(companyQuery(companyId).queryKey) ?? {};
  // An error may mean that the access has ended.
  if (!company || status !== 'success') return undefined;
  const view = readPortalView(new URLSearchParams(search), company.display.period);
  const { data: summary, dataUpdatedAt } = client.getQueryState(summaryQuery(companyId, view).queryKey) ?? {};
  const timeseries = client.getQueryData(portalTimeseries(company, view).queryKey);
  if (!summary || !timeseries) return undefined;
  const dimensions = listFirstDimensions(company.display);
  const lists = dimensions.flatMap(
    (dimension) => client.getQueryData(listQuery(companyId, view, dimension).queryKey) ?? [],
  );
  const answers = {
    [apiPaths.company(companyId)]: company,
    [toSummaryPath(companyId, view)]: summary,
    [toPortalTimeseriesPath(company, view)]: timeseries,
    [toListsPath(companyId, view, dimensions)]: { lists },
  };
  const at = summary.answeredAt === undefined ? (dataUpdatedAt ?? 0) : Date.parse(summary.answeredAt);
  return { at, access: toAccessName(company), answers };
}

/** Shows the answers of the last visit until those of this one are here. Only with an answer that proves the access. */
export function showKeptAnswers(client: QueryClient, { companyId, search }: OpenedPortal): void {
  const company = client.getQueryData(companyQuery(companyId).queryKey);
  const kept = company && findKeptAnswers(companyId, { search, access: toAccessName(company) });
  if (kept) fillCache(client, { companyId, search }, { ...kept, now: kept.at }, { isOld: true });
}

/** Shows the answers of the last visit where the server cannot be reached to prove the access again. */
export function showKeptAnswersOffline(client: QueryClient, { companyId, search }: OpenedPortal): void {
  const kept = findKeptAnswers(companyId, { search });
  if (kept) fillCache(client, { companyId, search }, { ...kept, now: kept.at }, { isOld: true });
}

/** Waits for the answers that follow in the page, so that components that ask for them in the meantime get them. */
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
  if (late.includes(toPortalTimeseriesPath(company, view)))
    void client.prefetchQuery(portalTimeseries(company, view));
  if (late.includes(toListsPath(companyId, view, dimensions)))
    for (const dimension of dimensions) void client.prefetchQuery(listQuery(companyId, view, dimension));
}
