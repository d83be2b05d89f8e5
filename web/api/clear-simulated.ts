import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiPaths } from '../../contract/paths.ts';
import { sendDelete } from './client.ts';
import { companyKey } from './company.ts';

export function useClearSimulated(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendDelete(apiPaths.simulatedAnalytics(companyId)),
    onSuccess: () => client.invalidateQueries({ queryKey: companyKey(companyId) }),
  });
}
