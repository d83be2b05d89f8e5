import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminCompany, type NewCompanyRequest } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';
import { companiesQuery } from './companies.ts';
import { Intent } from './intent.ts';

/** Done once the list shows the new company too. */
export function useCreateCompany() {
  const client = useQueryClient();
  const [intent] = useState(() => new Intent());
  return useMutation({
    mutationFn: async (company: NewCompanyRequest) => {
      const created = await intent.send(company, (headers) =>
        postJson(apiPaths.companies, company, { parse: adminCompany.parse, headers }),
      );
      await client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      return created;
    },
  });
}
