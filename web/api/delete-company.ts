import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiPaths } from '../../contract/paths.ts';
import { sendDelete } from './client.ts';
import { companiesQuery } from './companies.ts';
import { companyKey } from './company.ts';
import { withRecentSignIn } from './recent-sign-in.ts';

/** Deletes a company and all its data. The server compares the typed name as well. */
export function useDeleteCompany(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      await withRecentSignIn(() => sendDelete(apiPaths.company(companyId), { name }));
      client.removeQueries({ queryKey: companyKey(companyId) });
      await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
    },
  });
}
