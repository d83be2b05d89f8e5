import { queryOptions } from '@tanstack/react-query';
import { portalCompany } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson } from './client.ts';

/** Everything known of a company stands under this key. */
export const companyKey = (companyId: string) => ['companies', companyId] as const;

export const companyQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'company'],
    queryFn: ({ signal }) => getJson(apiPaths.company(companyId), { parse: portalCompany.parse, signal }),
  });
