import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminCompany, type NewCompanyRequest } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';
import { companiesQuery } from './companies.ts';

/** Done once the list shows the new company too. */
export function useCreateCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (company: NewCompanyRequest) => {
      const created = await postJson(apiPaths.companies, company, { parse: adminCompany.parse });
      await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      return created;
    },
  });
}
