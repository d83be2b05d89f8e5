import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { failedMails } from '../../contract/inbox.ts';
import { apiPaths } from '../../contract/paths.ts';
import { adminKey } from './admin-key.ts';
import { getJson, sendPost } from './client.ts';

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
