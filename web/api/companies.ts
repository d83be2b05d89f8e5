import { queryOptions } from '@tanstack/react-query';
import { adminCompanies } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { adminKey } from './admin-key.ts';
import { getJson } from './client.ts';

/** Visitors leave without a word, so the counts are asked for again even when nothing was told. */
const recountMs = 20_000;

export const companiesQuery = queryOptions({
  queryKey: [...adminKey('companies'), 'list'],
  queryFn: ({ signal }) => getJson(apiPaths.companies, { parse: adminCompanies.parse, signal }),
  select: (list) => list.companies,
  refetchInterval: recountMs,
});
