import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import {
  createdToken,
  type NewSharedToken,
  type NewToken,
  type tokens,
} from '../../contract/company/tokens.ts';
import { apiPaths } from '../../contract/paths.ts';
import { asAnswer, getJson, postJson, sendDelete } from './client.ts';
import { IdempotentRequest } from './idempotent-request.ts';
import { adminKey, companyKey } from './query-client.ts';
import { withRecentSignIn } from './session/recent-sign-in.ts';

/** The company of tokens; null for tokens of several companies. */
export type TokenPlace = string | null;

/** Short, because the person who changes a program waits until its new secret was used. */
const refetchMs = 15_000;

const { parse: parseCreated } = createdToken;

const paths = {
  list: (place: TokenPlace) => (place === null ? apiPaths.tokens : apiPaths.companyTokens(place)),
  token: (place: TokenPlace, id: string) =>
    place === null ? apiPaths.token(id) : apiPaths.companyToken(place, id),
  replace: (place: TokenPlace, id: string) =>
    place === null ? apiPaths.replaceToken(id) : apiPaths.replaceCompanyToken(place, id),
  replaced: (place: TokenPlace, id: string) =>
    place === null ? apiPaths.replacedToken(id) : apiPaths.replacedCompanyToken(place, id),
};

export const tokensQuery = (place: TokenPlace) =>
  queryOptions({
    queryKey: [...(place === null ? adminKey('companies') : companyKey(place)), 'tokens'],
    queryFn: async ({ signal }) =>
      (await getJson(paths.list(place), { parse: asAnswer<z.output<typeof tokens>>(), signal })).tokens,
    refetchInterval: refetchMs,
  });

/** A change of tokens. Pending until the list shows it, after a failure too. */
function useTokenChange<Input, Answer>(place: TokenPlace, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery(place).queryKey }),
  });
}

/** Returns the secret of the new token, which no later answer contains. */
export function useCreateToken(place: TokenPlace) {
  const [request] = useState(() => new IdempotentRequest());
  return useTokenChange(place, (wanted: NewToken | NewSharedToken) =>
    request.send(wanted, (headers) =>
      withRecentSignIn(() => postJson(paths.list(place), wanted, { parse: parseCreated, headers })),
    ),
  );
}

/** Returns the new secret. The old one keeps working for 24 hours. */
export function useReplaceToken(place: TokenPlace) {
  const [request] = useState(() => new IdempotentRequest());
  return useTokenChange(place, (id: string) =>
    request.send(id, (headers) =>
      withRecentSignIn(() => postJson(paths.replace(place, id), {}, { parse: parseCreated, headers })),
    ),
  );
}

export const useEndReplacedToken = (place: TokenPlace) =>
  useTokenChange(place, (id: string) => withRecentSignIn(() => sendDelete(paths.replaced(place, id))));

export const useEndToken = (place: TokenPlace) =>
  useTokenChange(place, (id: string) => withRecentSignIn(() => sendDelete(paths.token(place, id))));
