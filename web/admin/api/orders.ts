import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminCompany, type NewCompanyRequest } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { type Purchase, purchaseList } from '../../../contract/public/purchases.ts';
import { getJson, postJson, withQuery } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { adminKey } from '../../api/query-client.ts';

export interface OrdersFilter {
  state?: Purchase['state'];
}

export const ordersQuery = (filter: OrdersFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKey('orders'), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      getJson(withQuery(apiPaths.purchases, { ...filter, after: pageParam }), {
        parse: purchaseList.parse,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** The address of a CSV file with the orders the filter shows. */
export const ordersExportUrl = (filter: OrdersFilter) => withQuery(apiPaths.purchasesFile, { ...filter });

/** Creates the company of an order. The server mails the portal's address and key to the customer. */
export function useCreatePurchasePortal(orderId: string) {
  const client = useQueryClient();
  const [request] = useState(() => new IdempotentRequest());
  return useMutation({
    mutationFn: async (company: NewCompanyRequest) => {
      const created = await request.send([orderId, company], (headers) =>
        postJson(apiPaths.purchasePortal(orderId), company, { parse: adminCompany.parse, headers }),
      );
      void client.invalidateQueries({ queryKey: adminKey('companies') });
      await client.invalidateQueries({ queryKey: adminKey('orders') });
      return created;
    },
  });
}
