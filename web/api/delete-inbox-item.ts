import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiPaths } from '../../contract/paths.ts';
import { adminKey } from './admin-key.ts';
import { sendDelete } from './client.ts';
import { withRecentSignIn } from './recent-sign-in.ts';

export function useDeleteInboxItem(itemId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await withRecentSignIn(() => sendDelete(apiPaths.inboxItem(itemId)));
      await client.invalidateQueries({ queryKey: adminKey('inbox') });
    },
  });
}
