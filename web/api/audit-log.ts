import { infiniteQueryOptions } from '@tanstack/react-query';
import { auditLog } from '../../contract/accounts.ts';
import { apiPaths } from '../../contract/paths.ts';
import { adminKey } from './admin-key.ts';
import { getJson } from './client.ts';
import { withQuery } from './with-query.ts';

export const auditLogQuery = infiniteQueryOptions({
  queryKey: [...adminKey('audit'), 'list'],
  queryFn: ({ pageParam, signal }) =>
    getJson(withQuery(apiPaths.auditLog, { after: pageParam }), { parse: auditLog.parse, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});
