import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiPaths } from '../../contract/paths.ts';
import {
  orderConflicts,
  type ShopOrderCorrection,
  type ShopOrdersSort,
  shopOrders,
} from '../../contract/shop-orders.ts';
import { getJson, sendPost } from './client.ts';
import { companyKey } from './company.ts';

const conflictsKey = (companyId: string) => [...companyKey(companyId), 'order-conflicts'];
const ordersKey = (companyId: string) => [...companyKey(companyId), 'shop-orders'];

export const orderConflictsQuery = (companyId: string) =>
  queryOptions({
    queryKey: conflictsKey(companyId),
    queryFn: async ({ signal }) => {
      const { parse } = orderConflicts;
      return (await getJson(apiPaths.orderConflicts(companyId), { parse, signal })).conflicts;
    },
    refetchInterval: 15_000,
  });

export const shopOrdersQuery = (companyId: string, given: { sort: ShopOrdersSort; orderId: string }) =>
  queryOptions({
    queryKey: [...ordersKey(companyId), given],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        sort: given.sort,
        ...(given.orderId === '' ? {} : { orderId: given.orderId }),
      });
      const { parse } = shopOrders;
      return (await getJson(`${apiPaths.shopOrders(companyId)}?${query}`, { parse, signal })).orders;
    },
  });

/** Done once both lists show the change. */
export function useCorrectShopOrder(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (correction: ShopOrderCorrection) =>
      sendPost(apiPaths.correctShopOrder(companyId), correction),
    // After a failure too: then what is shown is out of date.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: conflictsKey(companyId) }),
        client.invalidateQueries({ queryKey: ordersKey(companyId) }),
      ]),
  });
}
