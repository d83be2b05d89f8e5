import { z } from 'zod';
import { checkConflicts, filterField, rangeFields } from './questions.ts';

export const goalsQuery = z.strictObject({ ...rangeFields, filter: filterField }).superRefine(checkConflicts);
export type GoalsQuery = z.output<typeof goalsQuery>;

const { compare: _, match: __, ...funnelRange } = rangeFields;

export const funnelQuery = z
  .strictObject({
    ...funnelRange,
    filter: filterField,
    funnel: z.uuid().toLowerCase().meta({ description: 'The id of a funnel of the company.' }),
  })
  .superRefine(checkConflicts)
  .meta({
    description:
      'Each step is later than the step before, or a page view and an event of the same millisecond. Two page views, or two events of one ' +
      'name, of the same millisecond are not two steps.',
  });
export type FunnelQuery = z.output<typeof funnelQuery>;
