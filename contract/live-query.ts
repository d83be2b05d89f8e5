import { z } from 'zod';
import { tabId } from './live.ts';
import { checkConflicts, timeseriesQuery } from './stats/questions.ts';

const { filter: _filter, goal: _goal, metrics: _metrics, ...viewFields } = timeseriesQuery.shape;

/** The parameters of a live stream. Not in `live.ts`, which pages load. */
export const liveQuery = z
  .strictObject({
    ...viewFields,
    tab: tabId
      .optional()
      .meta({ description: 'The tab that shows the portal. It counts as open while the stream is.' }),
    known: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .optional()
      .meta({ description: 'The revision of the figures on the page: these are not sent again.' }),
  })
  .superRefine(checkConflicts);

/** A view without filters. */
export type LiveView = Omit<z.output<typeof liveQuery>, 'tab' | 'known'>;
