import { queryOptions } from '@tanstack/react-query';
import { adminCompanies } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { adminKey } from './admin-key.ts';
import { getJson } from './client.ts';

/** Visitors leave without a word, so the counts are asked for again even when nothing was told. */
const recountMs = 20_000;

const listQuery = queryOptions({
  queryKey: [...adminKey('companies'), 'list'],
  queryFn: ({ signal }) => getJson(apiPaths.companies, { parse: adminCompanies.parse, signal }),
  refetchInterval: recountMs,
});

export const companiesQuery = queryOptions({ ...listQuery, select: (list) => list.companies });

/** Whether the server left the access keys out, until a recent sign-in. */
export const keysNeedSignInQuery = queryOptions({ ...listQuery, select: (list) => list.keysNeedSignIn });
