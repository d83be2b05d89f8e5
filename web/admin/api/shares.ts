import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { access, accesses } from '../../../contract/company/accesses.ts';
import {
  createdShare,
  type newShare,
  shareAddress,
  type shareChange,
} from '../../../contract/company/shares.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, patchJson, postJson, sendDelete } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { adminKey } from '../../api/query-client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';

const accessesKey = (companyId: string) => [...adminKey('companies'), 'accesses', companyId] as const;

/** The share links of a company that were not revoked, the newest first. */
export const sharesQuery = (companyId: string) =>
  queryOptions({
    queryKey: accessesKey(companyId),
    queryFn: async ({ signal }) =>
      (await getJson(apiPaths.accesses(companyId), { parse: accesses.parse, signal })).accesses,
    select: (all) => all.filter(({ kind }) => kind === 'share'),
  });

/** Runs a change, and reloads the list before it resolves. */
function useChange<Input, Result>(companyId: string, change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const result = await withRecentSignIn(() => change(input));
      await client.invalidateQueries({ queryKey: accessesKey(companyId) });
      return result;
    },
  });
}

export function useCreateShare(companyId: string) {
  const [request] = useState(() => new IdempotentRequest());
  return useChange(companyId, (entered: z.input<typeof newShare>) =>
    request.send(entered, (headers) =>
      postJson(apiPaths.shares(companyId), entered, { parse: createdShare.parse, headers }),
    ),
  );
}

export function useChangeShare(companyId: string, accessId: string) {
  return useChange(companyId, (change: z.input<typeof shareChange>) =>
    patchJson(apiPaths.share(companyId, accessId), change, { parse: access.parse }),
  );
}

/** Ends a link at once, with every page that shows it. */
export function useRevokeShare(companyId: string, accessId: string) {
  return useChange(companyId, () => sendDelete(apiPaths.access(companyId, accessId)));
}

/** The address of a link with its secret. It is not kept: the page asks for it each time that it is copied. */
export async function readShareAddress(companyId: string, accessId: string): Promise<string> {
  const { url } = await withRecentSignIn(() =>
    getJson(apiPaths.shareAddress(companyId, accessId), { parse: shareAddress.parse }),
  );
  return url;
}
