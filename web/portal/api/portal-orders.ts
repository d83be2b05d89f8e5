import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPaths } from '../../../contract/paths.ts';
import type { orderPage, portalOrders } from '../../../contract/shop/portal-orders.ts';
import { statsLimits } from '../../../contract/stats/model/limits.ts';
import { type PortalView, toStatsQuery } from '../../../contract/stats/view.ts';
import { asAnswer, getJson } from '../../api/client.ts';
import { statsKey } from './stats.ts';

export interface PortalOrdersParameters {
  /** A part of the order id. */
  search: string;
  limit: number;
  page: number;
}

/** Orders of the view, newest first. */
export const portalOrdersQuery = (
  companyId: string,
  view: PortalView,
  { search, limit, page }: PortalOrdersParameters,
) => {
  const query = toOrdersParameters(view, search);
  query.set('limit', String(limit));
  query.set('page', String(page));
  return queryOptions({
    queryKey: [...statsKey(companyId), 'orders', query.toString()],
    queryFn: ({ signal }) =>
      getJson(`${apiPaths.portalOrders(companyId)}?${query}`, {
        parse: asAnswer<z.output<typeof portalOrders>>(),
        signal,
      }),
    placeholderData: keepPreviousData,
  });
};

/** The address of a file with the orders that a search finds: the newest ones, if there are more than a file may have. */
export function toOrdersFilePath(companyId: string, view: PortalView, search: string): string {
  const query = toOrdersParameters(view, search);
  query.set('limit', String(statsLimits.rows));
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
