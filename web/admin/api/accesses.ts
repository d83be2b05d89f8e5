import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import {
  type AccessChange,
  access,
  accesses,
  createdAccess,
  createdLink,
  type newPersonAccess,
  openings,
  shownKey,
} from '../../../contract/company/accesses.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson, patchJson, postJson, sendDelete, withQuery } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { adminKey } from '../../api/query-client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';

const accessesKey = (companyId: string) => [...adminKey('companies'), 'accesses', companyId] as const;

/** Who may open the portal of a company, without what was revoked: the company key first, then the newest. */
export const accessesQuery = (companyId: string) =>
  queryOptions({
    queryKey: accessesKey(companyId),
    queryFn: async ({ signal }) =>
      (await getJson(apiPaths.accesses(companyId), { parse: accesses.parse, signal })).accesses,
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

/** Creates the access of a person. The answer has the key, and a link that opens the portal once. */
export function useCreateAccess(companyId: string) {
  const [request] = useState(() => new IdempotentRequest());
  return useChange(companyId, (entered: z.input<typeof newPersonAccess>) =>
    request.send(entered, (headers) =>
      postJson(apiPaths.accesses(companyId), entered, { parse: createdAccess.parse, headers }),
    ),
  );
}

export function useChangeAccess(companyId: string, accessId: string) {
  return useChange(companyId, (change: AccessChange) =>
    patchJson(apiPaths.access(companyId, accessId), change, { parse: access.parse }),
  );
}

/** Ends an access at once, with its open portals. */
export function useRevokeAccess(companyId: string, accessId: string) {
  return useChange(companyId, () => sendDelete(apiPaths.access(companyId, accessId)));
}

/** Creates another link that opens the portal once, and mails it if wanted. */
export function useCreateLink(companyId: string, accessId: string) {
  const [request] = useState(() => new IdempotentRequest());
  return useChange(companyId, (sendsMail: boolean) =>
    request.send({ sendsMail }, (headers) =>
      postJson(
        apiPaths.accessLink(companyId, accessId),
        { sendsMail },
        { parse: createdLink.parse, headers },
      ),
    ),
  );
}

/** Renews the key of a person, with a new link. The old key and its open portals end at once. */
export function useRenewAccess(companyId: string, accessId: string) {
  const [request] = useState(() => new IdempotentRequest());
  return useChange(companyId, () =>
    request.send(accessId, (headers) =>
      postJson(apiPaths.renewAccess(companyId, accessId), {}, { parse: createdAccess.parse, headers }),
    ),
  );
}

/** The key of an access. It is not kept: the page asks for it each time that it is shown or copied. */
export async function readAccessKey(companyId: string, accessId: string): Promise<string> {
  const { access_key } = await withRecentSignIn(() =>
    getJson(apiPaths.accessKey(companyId, accessId), { parse: shownKey.parse }),
  );
  return access_key;
}

/** Who opened the portal of a company, or of all, newest first. */
export const openingsQuery = (companyId?: string) =>
  infiniteQueryOptions({
    queryKey: [...adminKey('companies'), 'openings', companyId ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const path = companyId === undefined ? apiPaths.openings : apiPaths.companyOpenings(companyId);
      return getJson(withQuery(path, { after: pageParam }), { parse: openings.parse, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
