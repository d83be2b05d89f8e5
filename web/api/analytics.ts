import { queryOptions } from '@tanstack/react-query';
import { analytics } from '../../contract/analytics.ts';
import type { Range } from '../../contract/constants.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson } from './client.ts';
import { companyKey } from './company.ts';

export const analyticsQuery = (companyId: string, range: Range) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'analytics', range],
    queryFn: ({ signal }) =>
      getJson(`${apiPaths.analytics(companyId)}?range=${range}`, { parse: analytics.parse, signal }),
  });
