import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CompanyChangeRequest, company } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { patchJson } from './client.ts';
import { companiesQuery } from './companies.ts';
import { companyKey } from './company.ts';
import { withRecentSignIn } from './recent-sign-in.ts';

/** Done once the list shows the change too. */
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
