import { queryOptions } from '@tanstack/react-query';
import { goals } from '../../../contract/company/goals.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { getJson } from '../../api/client.ts';
import { companyKey } from '../../api/query-client.ts';

/** The goals of a company, oldest first. */
export const goalsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'goal-names'],
    queryFn: async ({ signal }) =>
      (await getJson(apiPaths.goals(companyId), { parse: goals.parse, signal })).goals,
  });
