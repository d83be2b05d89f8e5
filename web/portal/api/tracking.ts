import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { trackingScript } from '../../../contract/company/companies.ts';
import type { rejectedEventsList } from '../../../contract/company/rejected-events.ts';
import { apiPaths } from '../../../contract/paths.ts';
import type {
  orderConflicts,
  ShopOrderCorrection,
  ShopOrdersSort,
  shopOrders,
} from '../../../contract/shop/reported-orders.ts';
import { asAnswer, getJson, sendPost } from '../../api/client.ts';
import { companyKey } from '../../api/query-client.ts';
import { statsKey } from './stats.ts';

/** Short, because the person who corrects the tracking code watches the lists. */
const refetchMs = 15_000;

export const trackingScriptQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'tracking-script'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.trackingScript(companyId), {
        parse: asAnswer<z.output<typeof trackingScript>>(),
        signal,
      }),
  });

export const rejectedEventsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'rejected-events'],
    queryFn: async ({ signal }) => {
      const parse = asAnswer<z.output<typeof rejectedEventsList>>();
      return (await getJson(apiPaths.rejectedEvents(companyId), { parse, signal })).refusals;
    },
    refetchInterval: refetchMs,
  });

const conflictsKey = (companyId: string) => [...companyKey(companyId), 'order-conflicts'];
const ordersKey = (companyId: string) => [...companyKey(companyId), 'shop-orders'];

export const orderConflictsQuery = (companyId: string) =>
  queryOptions({
    queryKey: conflictsKey(companyId),
    queryFn: async ({ signal }) => {
      const parse = asAnswer<z.output<typeof orderConflicts>>();
      return (await getJson(apiPaths.orderConflicts(companyId), { parse, signal })).conflicts;
    },
    refetchInterval: refetchMs,
  });

export const shopOrdersQuery = (companyId: string, given: { sort: ShopOrdersSort; orderId: string }) =>
  queryOptions({
    queryKey: [...ordersKey(companyId), given],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        sort: given.sort,
        ...(given.orderId === '' ? {} : { orderId: given.orderId }),
      });
      const parse = asAnswer<z.output<typeof shopOrders>>();
      return (await getJson(`${apiPaths.shopOrders(companyId)}?${query}`, { parse, signal })).orders;
    },
  });

/** Pending until the lists and the numbers of open screens show the change. */
export function useCorrectShopOrder(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (correction: ShopOrderCorrection) =>
      sendPost(apiPaths.correctShopOrder(companyId), correction),
    // After a failure too: the lists on the page are then out of date.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: conflictsKey(companyId) }),
        client.invalidateQueries({ queryKey: ordersKey(companyId) }),
        client.invalidateQueries({ queryKey: statsKey(companyId) }),
      ]),
  });
}
