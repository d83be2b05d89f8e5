import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rotatedKey } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { postJson } from './client.ts';
import { companiesQuery } from './companies.ts';
import { Intent } from './intent.ts';
import { withRecentSignIn } from './recent-sign-in.ts';

/** Gives the new access key; the old one is dead by then. */
export function useRotateKey(companyId: string) {
  const client = useQueryClient();
  const [intent] = useState(() => new Intent());
  return useMutation({
    mutationFn: async () => {
      const { access_key } = await intent.send(companyId, (headers) =>
        withRecentSignIn(() =>
          postJson(apiPaths.rotateKey(companyId), {}, { parse: rotatedKey.parse, headers }),
        ),
      );
      void client.invalidateQueries({ queryKey: companiesQuery.queryKey });
      return access_key;
    },
  });
}
