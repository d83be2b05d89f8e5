import { useMutation, useQueryClient } from '@tanstack/react-query';
import { simulateAnswer } from '../../contract/analytics.ts';
import { demoReloadDelayMs } from '../../contract/constants.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';
import { companyKey } from './company.ts';

export function useSimulateAnalytics(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => postJson(apiPaths.simulateAnalytics, { companyId }, { parse: simulateAnswer.parse }),
    onSuccess: () => {
      setTimeout(() => client.invalidateQueries({ queryKey: companyKey(companyId) }), demoReloadDelayMs);
    },
  });
}
