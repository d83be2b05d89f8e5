import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  adminCompanies,
  adminCompany,
  type CompanyChangeRequest,
  company,
  type NewCompanyRequest,
  replacedKey,
} from '../../../contract/company/companies.ts';
import { companyGroups } from '../../../contract/company/company-groups.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { uploadedLogo } from '../../../contract/site/agency-settings.ts';
import { getJson, patchJson, postJson, putJson, send, sendDelete } from '../../api/client.ts';
import { IdempotentRequest } from '../../api/idempotent-request.ts';
import { adminKey, companyKey, whileDeleting } from '../../api/query-client.ts';
import { withRecentSignIn } from '../../api/session/recent-sign-in.ts';

/** No event reports that a visitor left, so the counts of active visitors are refetched as well. */
const refetchMs = 20_000;

const listQuery = queryOptions({
  queryKey: [...adminKey('companies'), 'list'],
  queryFn: ({ signal }) => getJson(apiPaths.companies, { parse: adminCompanies.parse, signal }),
  refetchInterval: refetchMs,
});

export const companiesQuery = queryOptions({ ...listQuery, select: (list) => list.companies });

/** Whether the server left the access keys out because the last sign-in was too long ago. */
export const keysNeedSignInQuery = queryOptions({ ...listQuery, select: (list) => list.keysNeedSignIn });

/** Pending until the list shows the new company too. */
export function useCreateCompany() {
  const client = useQueryClient();
  const [request] = useState(() => new IdempotentRequest());
  return useMutation({
    mutationFn: async (company: NewCompanyRequest) => {
      const created = await request.send(company, (headers) =>
        postJson(apiPaths.companies, company, { parse: adminCompany.parse, headers }),
      );
      await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      return created;
    },
  });
}

/** Pending until the list shows the change too. */
export function useChangeCompany(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: CompanyChangeRequest) => {
      const changed = await withRecentSignIn(() =>
        patchJson(apiPaths.company(companyId), change, { parse: company.parse }),
      );
      void client.invalidateQueries({ queryKey: companyKey(companyId) });
      await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      return changed;
    },
  });
}

/** Replaces the groups of a company. Pending until the list shows them too. */
export function useSetGroups(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (groups: string[]) => {
      await putJson(apiPaths.companyGroups(companyId), { groups }, { parse: companyGroups.parse });
      await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
    },
  });
}

/** Stores a logo for the brand of a portal. Returns its digest. */
export async function uploadCompanyLogo(companyId: string, file: File): Promise<string> {
  const headers = { 'content-type': file.type };
  const response = await send(apiPaths.companyLogos(companyId), { method: 'POST', headers, body: file });
  return uploadedLogo.parse(await response.json()).digest;
}

/** Deletes a company and all its data. The server compares the typed name as well. */
export function useDeleteCompany(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      await whileDeleting(companyId, () =>
        withRecentSignIn(() => sendDelete(apiPaths.company(companyId), { name })),
      );
      await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
    },
  });
}

/** Returns the new access key. The server has revoked the old one by then. */
export function useReplaceKey(companyId: string) {
  const client = useQueryClient();
  const [request] = useState(() => new IdempotentRequest());
  return useMutation({
    mutationFn: async () => {
      const { access_key } = await request.send(companyId, (headers) =>
        withRecentSignIn(() =>
          postJson(apiPaths.replaceKey(companyId), {}, { parse: replacedKey.parse, headers }),
        ),
      );
      void client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      return access_key;
    },
  });
}
