import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AdminTopic, adminChange, auditLog } from '../../contract/accounts.ts';
import { failedMails } from '../../contract/inbox.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson, isMissing, isSessionLost, sendPost, withQuery } from './client.ts';
import { adminKey } from './query-client.ts';
import { keepStream, type LiveState } from './stream/reconnecting-stream.ts';

export interface AdminLiveListener {
  onState: (state: LiveState) => void;
  /** The stream is open. It did not report what changed before. */
  onOpen: () => void;
  onChange: (topics: AdminTopic[]) => void;
  /** The session has ended or is no longer an administrator's. The stream does not reconnect. */
  onEnded: () => void;
}

/** Keeps the stream of changes for administrators open until the returned function is called. */
export function openAdminLive(listener: AdminLiveListener): () => void {
  const close = keepStream(apiPaths.adminLive, {
    onState: listener.onState,
    onOpen: () => {
      listener.onState('live');
      listener.onOpen();
    },
    onEvent: (event) => {
      if (event.name === 'changed') listener.onChange(adminChange.parse(JSON.parse(event.data)).topics);
      if (event.name !== 'ended') return;
      close();
      listener.onEnded();
    },
    isFinal: (error) => isSessionLost(error) || isMissing(error),
    onFinal: listener.onEnded,
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

export const mailTroubleQuery = queryOptions({
  queryKey: [...adminKey('mails'), 'list'],
  queryFn: ({ signal }) => getJson(apiPaths.mailTrouble, { parse: failedMails.parse, signal }),
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
