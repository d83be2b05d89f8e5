import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AdminChange, adminChange, auditLog, installation } from '../../contract/admin.ts';
import { failedMails } from '../../contract/inbox.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson, isNotFound, isSessionLost, sendPost, withQuery } from './client.ts';
import { adminKey } from './query-client.ts';
import { openReconnectingStream, type StreamState } from './stream/reconnecting-stream.ts';

export interface AdminStreamHandlers {
  onState: (state: StreamState) => void;
  /** The stream is open. It did not report what changed before. */
  onOpen: () => void;
  onChange: (change: AdminChange) => void;
  /** The session has ended or is no longer an administrator's. The stream does not reconnect. */
  onEnded: () => void;
}

/** Keeps the stream of changes for administrators open until the returned function is called. */
export function openAdminStream(handlers: AdminStreamHandlers): () => void {
  const close = openReconnectingStream(() => apiPaths.adminLive, {
    onState: handlers.onState,
    onOpen: () => {
      handlers.onState('live');
      handlers.onOpen();
    },
    onEvent: (event) => {
      if (event.name === 'changed') handlers.onChange(adminChange.parse(JSON.parse(event.data)));
      if (event.name !== 'ended') return;
      close();
      handlers.onEnded();
    },
    isFinal: (error) => isSessionLost(error) || isNotFound(error),
    onFinal: handlers.onEnded,
  });
  return close;
}

export const auditLogQuery = infiniteQueryOptions({
  queryKey: [...adminKey('audit'), 'list'],
  queryFn: ({ pageParam, signal }) =>
    getJson(withQuery(apiPaths.auditLog, { after: pageParam }), { parse: auditLog.parse, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});

export const failedMailsQuery = queryOptions({
  queryKey: [...adminKey('mails'), 'list'],
  queryFn: ({ signal }) => getJson(apiPaths.failedMails, { parse: failedMails.parse, signal }),
});

/** Belongs to no topic: it changes only when another version of the server starts. */
export const installationQuery = queryOptions({
  queryKey: ['admin', 'installation'],
  queryFn: ({ signal }) => getJson(apiPaths.installation, { parse: installation.parse, signal }),
});

export function useRetryMail(mailId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await sendPost(apiPaths.retryMail(mailId));
      await client.invalidateQueries({ queryKey: adminKey('mails') });
    },
  });
}
