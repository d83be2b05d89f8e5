import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/paths.ts';
import { type Purchase, purchaseList } from '../../contract/purchases.ts';
import { adminKey } from './admin-key.ts';
import { getJson } from './client.ts';
import { withQuery } from './with-query.ts';

export interface OrdersFilter {
  state?: Purchase['state'];
}

export const ordersQuery = (filter: OrdersFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKey('orders'), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      getJson(withQuery(apiPaths.orders, { ...filter, after: pageParam }), {
        parse: purchaseList.parse,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** The file holds what the filter shows. */
export const ordersFileAddress = (filter: OrdersFilter) => withQuery(apiPaths.ordersFile, { ...filter });
