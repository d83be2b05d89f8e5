import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { backups } from '../../../contract/operation/backups.ts';
import { jobs, retriedJobs } from '../../../contract/operation/jobs.ts';
import { selfCheck } from '../../../contract/operation/self-check.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, postJson, sendPost } from '../../api/client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';

/** Nothing reports these changes. A page in the background does not ask. */
const refetchInterval = 10_000;

/** Not below 'admin': the stream of changes asks for all of that again when it opens, and a self-check is work for the server. */
const operationKey = (part: string) => ['operation', part] as const;

export const backupsQuery = queryOptions({
  queryKey: operationKey('backups'),
  queryFn: ({ signal }) => getJson(apiPaths.backups, { parse: backups.parse, signal }),
  refetchInterval,
});

export const jobsQuery = queryOptions({
  queryKey: operationKey('jobs'),
  queryFn: ({ signal }) => getJson(apiPaths.jobs, { parse: jobs.parse, signal }),
  refetchInterval,
});

export const selfCheckQuery = queryOptions({
  queryKey: operationKey('self-check'),
  queryFn: ({ signal }) => getJson(apiPaths.selfCheck, { parse: selfCheck.parse, signal }),
});

/** For the page that shows the findings. Others ask once. */
export const watchedSelfCheckQuery = { ...selfCheckQuery, refetchInterval };

export function useBackUpNow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await withRecentSignIn(() => sendPost(apiPaths.backups));
      await client.invalidateQueries({ queryKey: backupsQuery.queryKey });
    },
  });
}

export function useRetryJobs(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const answer = await postJson(apiPaths.retryJobs(name), {}, { parse: retriedJobs.parse });
      await client.invalidateQueries({ queryKey: jobsQuery.queryKey });
      return answer;
    },
  });
}
