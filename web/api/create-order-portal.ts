import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminCompany, type NewCompanyRequest } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { adminKey } from './admin-key.ts';
import { postJson } from './client.ts';
import { Intent } from './intent.ts';

/** The customer gets the portal's address and key by mail. */
export function useCreateOrderPortal(orderId: string) {
  const client = useQueryClient();
  const [intent] = useState(() => new Intent());
  return useMutation({
    mutationFn: async (company: NewCompanyRequest) => {
      const created = await intent.send([orderId, company], (headers) =>
        postJson(apiPaths.orderPortal(orderId), company, { parse: adminCompany.parse, headers }),
      );
      void client.invalidateQueries({ queryKey: adminKey('companies') });
      await client.invalidateQueries({ queryKey: adminKey('orders') });
      return created;
    },
  });
}
