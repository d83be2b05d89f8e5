import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { recentEvents } from '../../../contract/company/recent-events.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { asAnswer, getJson } from '../../api/client.ts';
import { statsKey } from './stats.ts';

/** The newest events of the site. New events make it out of date, as they do every answer. */
export const recentEventsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...statsKey(companyId), 'recent-events'],
    queryFn: ({ signal }) =>
      getJson(apiPaths.recentEvents(companyId), { parse: asAnswer<z.output<typeof recentEvents>>(), signal }),
  });
