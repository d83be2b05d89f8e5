import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { arrivals } from '../../../contract/company/arrivals.ts';
import type { lastSiteCheck } from '../../../contract/company/site-check.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { asAnswer, getJson, postJson } from '../../api/client.ts';
import { companyKey } from '../../api/query-client.ts';
import { statsKey } from './stats.ts';

/** Short, because the person who repairs a site watches it. */
const refetchMs = 15_000;

/** The last arrival, and the rejections. New events make it out of date, as they do every answer. */
export const arrivalsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...statsKey(companyId), 'arrivals'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.arrivals(companyId), { parse: asAnswer<z.output<typeof arrivals>>(), signal }),
    refetchInterval: refetchMs,
  });

const checkKey = (companyId: string) => [...companyKey(companyId), 'site-check'];
const parse = asAnswer<z.output<typeof lastSiteCheck>>();

export const siteCheckQuery = (companyId: string) =>
  queryOptions({
    queryKey: checkKey(companyId),
    queryFn: ({ signal }) => getJson(apiPaths.siteCheck(companyId), { parse, signal }),
  });

/** Loads a page of the site now. Its result replaces the last one. */
export function useCheckSite(companyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) => postJson(apiPaths.siteCheck(companyId), { url }, { parse }),
    onSuccess: (answer) => client.setQueryData(siteCheckQuery(companyId).queryKey, answer),
  });
}
