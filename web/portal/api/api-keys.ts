import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { apiPaths } from '../../../contract/paths.ts';
import { type apiKeys, createdApiKey, type NewApiKey } from '../../../contract/shop/api-keys.ts';
import { asAnswer, getJson, postJson, sendDelete } from '../../api/client.ts';
import { companyKey } from '../../api/query-client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';

/** Short, because the person who changes a server waits until its new key was used. */
const refetchMs = 15_000;

const { parse: parseCreated } = createdApiKey;

export const apiKeysQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'api-keys'],
    queryFn: async ({ signal }) =>
      (await getJson(apiPaths.apiKeys(companyId), { parse: asAnswer<z.output<typeof apiKeys>>(), signal }))
        .keys,
    refetchInterval: refetchMs,
  });

/** A change of the API keys of a company. Pending until the list shows it, after a failure too. */
function useKeyChange<Input, Answer>(companyId: string, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withRecentSignIn(() => change(input)),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery(companyId).queryKey }),
  });
}

/** Returns the new key, which no later answer contains. */
export const useCreateApiKey = (companyId: string) =>
  useKeyChange(companyId, (wanted: NewApiKey) =>
    postJson(apiPaths.apiKeys(companyId), wanted, { parse: parseCreated }),
  );

/** Returns the new key. The old one keeps working for 24 hours. */
export const useReplaceApiKey = (companyId: string) =>
  useKeyChange(companyId, (keyId: string) =>
    postJson(apiPaths.replaceApiKey(companyId, keyId), {}, { parse: parseCreated }),
  );

export const useEndApiKey = (companyId: string) =>
  useKeyChange(companyId, (keyId: string) => sendDelete(apiPaths.apiKey(companyId, keyId)));
