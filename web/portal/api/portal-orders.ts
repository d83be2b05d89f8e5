import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPaths } from '../../../contract/paths.ts';
import type { orderPage, portalOrders } from '../../../contract/shop/portal-orders.ts';
import { type PortalView, toStatsQuery, type ViewPeriod } from '../../../contract/stats/view.ts';
import { asAnswer, getJson } from '../../api/client.ts';
import { statsKey } from './stats.ts';

export interface PortalOrdersParameters {
  /** A part of the order id. */
  search: string;
  limit: number;
  page: number;
}

/** The path of a page of orders, with its query. */
export function toOrdersPath(
  companyId: string,
  view: PortalView,
  { search, limit, page }: PortalOrdersParameters,
): string {
  const query = toOrdersParameters(view, search);
  query.set('limit', String(limit));
  query.set('page', String(page));
  return `${apiPaths.portalOrders(companyId)}?${query}`;
}

/** Orders of the view, newest first. */
export const portalOrdersQuery = (
  companyId: string,
  view: PortalView,
  parameters: PortalOrdersParameters,
) => {
  const path = toOrdersPath(companyId, view, parameters);
  return queryOptions({
    queryKey: [...statsKey(companyId), 'orders', path],
    queryFn: ({ signal }) => getJson(path, { parse: asAnswer<z.output<typeof portalOrders>>(), signal }),
    placeholderData: keepPreviousData,
  });
};

/** The address of a file with all orders and refunds of a period, or with those of a view that a search finds. */
export function toOrdersFilePath(
  companyId: string,
  of: { period: ViewPeriod } | { view: PortalView; search: string },
): string {
  const query =
    'period' in of ? new URLSearchParams(Object.entries(of.period)) : toOrdersParameters(of.view, of.search);
  return `${apiPaths.portalOrdersFile(companyId)}?${query}`;
}

function toOrdersParameters(view: PortalView, search: string): URLSearchParams {
  const query = toStatsQuery(view);
  if (search !== '') query.set('search', search);
  return query;
}

export const orderPageQuery = (companyId: string, orderId: string) =>
  queryOptions({
    queryKey: [...statsKey(companyId), 'order', orderId],
    queryFn: ({ signal }) =>
      getJson(`${apiPaths.orderPage(companyId)}?${new URLSearchParams({ orderId })}`, {
        parse: asAnswer<z.output<typeof orderPage>>(),
        signal,
      }),
  });
