import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type InboxChange, inboxItem } from '../../contract/inbox.ts';
import { apiPaths } from '../../contract/paths.ts';
import { adminKey } from './admin-key.ts';
import { patchJson } from './client.ts';

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
