import { queryOptions } from '@tanstack/react-query';
import { active } from '../../contract/analytics.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson } from './client.ts';
import { companyKey } from './company.ts';

export const activeQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'active'],
    queryFn: ({ signal }) => getJson(apiPaths.active(companyId), { parse: active.parse, signal }),
  });
