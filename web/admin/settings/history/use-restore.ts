import { useQueryClient } from '@tanstack/react-query';
import { hasCode } from '../../../api/client.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { restoreSettings, settingsHistoryQuery, settingsQuery } from '../../api/settings.ts';
import { useDraft } from '../model/settings-draft-context.ts';

/** Goes back to a version. If another owner saved in between, their version is loaded first, and nothing is changed. */
export function useRestore() {
  const client = useQueryClient();
  const { base } = useDraft();
  return async (version: number): Promise<void> => {
    try {
      const restored = await restoreSettings(version, base.version);
      client.setQueryData(settingsQuery.queryKey, restored);
      toast.success(version === 0 ? 'Back to the original' : `Back to version ${version}`);
    } catch (error) {
      if (hasCode(error, 'settings-changed'))
        await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: settingsHistoryQuery.queryKey });
    }
  };
}
