import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPaths } from '../../../contract/paths.ts';
import type { ShopProvider, shopConnection, shopConnections } from '../../../contract/shop/connections.ts';
import { asAnswer, getJson, putJson, sendDelete } from '../../api/client.ts';
import { companyKey } from '../../api/query-client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';

/** Short, because the person who connects a shop waits for the first delivery. */
const refetchMs = 10_000;

export const shopConnectionsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'shop-connections'],
    queryFn: async ({ signal }) => {
      const parse = asAnswer<z.output<typeof shopConnections>>();
      return (await getJson(apiPaths.shopConnections(companyId), { parse, signal })).connections;
    },
    refetchInterval: refetchMs,
  });

/** A change of one connection. Pending until the list shows it, after a failure too. */
function useConnectionChange<Input>(companyId: string, change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withRecentSignIn(() => change(input)),
    onSettled: () => client.invalidateQueries({ queryKey: shopConnectionsQuery(companyId).queryKey }),
  });
}

/** Creates the connection (`null`), or stores its signing secret. */
export const useSaveConnection = (companyId: string, provider: ShopProvider) =>
  useConnectionChange(companyId, (secret: string | null) =>
    putJson(
      apiPaths.shopConnection(companyId, provider),
      { secret },
      { parse: asAnswer<z.output<typeof shopConnection>>() },
    ),
  );

export const useRemoveConnection = (companyId: string, provider: ShopProvider) =>
  useConnectionChange(companyId, (_: undefined) => sendDelete(apiPaths.shopConnection(companyId, provider)));
