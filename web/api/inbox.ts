import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type InboxQuery, inbox } from '../../contract/inbox.ts';
import { apiPaths } from '../../contract/paths.ts';
import { adminKey } from './admin-key.ts';
import { getJson } from './client.ts';
import { withQuery } from './with-query.ts';

export type InboxFilter = Omit<InboxQuery, 'after'>;

export const inboxQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKey('inbox'), 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      getJson(withQuery(apiPaths.inbox, { ...filter, after: pageParam }), { parse: inbox.parse, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** How many wait to be read. Of the list itself only those come along. */
export const unreadQuery = queryOptions({
  queryKey: [...adminKey('inbox'), 'unread'],
  queryFn: ({ signal }) =>
    getJson(withQuery(apiPaths.inbox, { state: 'unread' }), { parse: inbox.parse, signal }),
  select: ({ unread }) => unread,
});

/** The file holds what the filter shows. */
export const inboxFileAddress = (filter: InboxFilter) => withQuery(apiPaths.inboxFile, { ...filter });
