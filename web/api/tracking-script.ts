import { queryOptions } from '@tanstack/react-query';
import { trackingScript } from '../../contract/companies.ts';
import { apiPaths } from '../../contract/paths.ts';
import { getJson } from './client.ts';
import { companyKey } from './company.ts';

export const trackingScriptQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'tracking-script'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.trackingScript(companyId), { parse: trackingScript.parse, signal }),
  });
