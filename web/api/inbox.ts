import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type InboxChange, type InboxFilter, inbox, inboxItem } from '../../contract/inbox.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson, patchJson, sendDelete, withQuery } from './client.ts';
import { adminKey } from './query-client.ts';
import { withRecentSignIn } from './session/recent-sign-in.ts';

export const inboxQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKey('inbox'), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      getJson(withQuery(apiPaths.inbox, { ...filter, after: pageParam }), { parse: inbox.parse, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** The number of unread items. The filter keeps the rest of the list out of the response. */
export const unreadQuery = queryOptions({
  queryKey: [...adminKey('inbox'), 'unread'],
  queryFn: ({ signal }) =>
    getJson(withQuery(apiPaths.inbox, { state: 'unread' }), { parse: inbox.parse, signal }),
  select: ({ unread }) => unread,
});

/** The address of a CSV file with the items the filter shows. */
export const inboxExportUrl = (filter: InboxFilter) => withQuery(apiPaths.inboxFile, { ...filter });

export function useChangeInboxItem(itemId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: InboxChange) => {
      const changed = await patchJson(apiPaths.inboxItem(itemId), change, { parse: inboxItem.parse });
      await client.invalidateQueries({ queryKey: adminKey('inbox') });
      return changed;
    },
  });
}

export function useDeleteInboxItem(itemId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await withRecentSignIn(() => sendDelete(apiPaths.inboxItem(itemId)));
      await client.invalidateQueries({ queryKey: adminKey('inbox') });
    },
  });
}
