import { z } from 'zod';
import { checkConflicts, filterField, rangeFields } from './stats-questions.ts';

export const goalsQuery = z.strictObject({ ...rangeFields, filter: filterField }).superRefine(checkConflicts);
export type GoalsQuery = z.output<typeof goalsQuery>;

const { compare: _, ...funnelRange } = rangeFields;

export const funnelQuery = z
  .strictObject({
    ...funnelRange,
    filter: filterField,
    funnel: z.uuid().toLowerCase().meta({ description: 'The id of a funnel of the company.' }),
  })
  .superRefine(checkConflicts);
export type FunnelQuery = z.output<typeof funnelQuery>;
