import { queryOptions } from '@tanstack/react-query';
import { apiPaths } from '../../contract/paths.ts';
import { rejectedEventsList } from '../../contract/rejected-events.ts';
import { getJson } from './client.ts';
import { companyKey } from './company.ts';

/** Refetched while the page is visible: the person correcting the code watches the list. */
export const refusedEventsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...companyKey(companyId), 'refused-events'],
    queryFn: async ({ signal }) => {
      const { parse } = rejectedEventsList;
      return (await getJson(apiPaths.refusedEvents(companyId), { parse, signal })).refusals;
    },
    refetchInterval: 15_000,
  });
