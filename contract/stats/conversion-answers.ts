import { z } from 'zod';
import { goal, goalKinds } from '../company/goals.ts';
import { answerFields, comparedRange, exampleHead } from './answers.ts';

const count = z.number().int().nonnegative();
/** A rate in percent, rounded as `goal-conversion-rate`; null where there is nothing to divide by. */
const rate = z.number().nullable();

/** `compared`: of the compared range; null as well without a comparison. */
const compared = <Value extends z.ZodType>(value: Value) => z.object({ value, compared: value.nullable() });

const goalAnswer = z.object({
  ...goal.shape,
  /** Visits that reached the goal, each once. */
  conversions: compared(count),
  /** The share of these visits in all visits. */
  rate: compared(rate),
  /** The conversions times the value of one, with the decimals of the currency; null if it has none. */
  totalValue: compared(z.string().nullable()),
});

export const statsGoals = z
  .object({
    ...answerFields,
    comparedRange,
    /** All visits of the range that match the filters. */
    visits: compared(count),
    /** The goals in the order in which they were defined. */
    goals: z.array(goalAnswer),
  })
  .meta({
    description: 'Example: ?period=last-month&compare=previous&filter=country:is:DE',
    examples: [
      {
        ...exampleHead,
        visits: { value: 1204, compared: 998 },
        goals: [
          {
            id: '0198c0de-0000-4000-8000-000000000000',
            name: 'Sign-ups',
            kind: 'page',
            target: '/thanks*',
            value: '25.00',
            monthlyTarget: 40,
            conversions: { value: 31, compared: 20 },
            rate: { value: 2.57, compared: 2 },
            totalValue: { value: '775.00', compared: '500.00' },
          },
        ],
      },
    ],
  });
export type StatsGoals = z.infer<typeof statsGoals>;
export type StatsGoalAnswer = StatsGoals['goals'][number];

const funnelStepAnswer = z.object({
  kind: z.enum(goalKinds),
  target: z.string(),
  /** Visits that reached this step after all steps before it. */
  visits: count,
  /** Visits that reached the step before this one, but not this one. Null for the first step. */
  dropped: count.nullable(),
  dropRate: rate,
  rateFromPrevious: rate,
  rateFromFirst: rate,
  /** The median of the seconds since the step before. Null for the first step, and without visits. */
  seconds: z.number().nullable(),
});
export type FunnelStepAnswer = z.infer<typeof funnelStepAnswer>;

export const statsFunnel = z
  .object({
    ...answerFields,
    id: z.uuid(),
    name: z.string(),
    /** All visits of the range that match the filters. */
    visits: count,
    steps: z.array(funnelStepAnswer),
  })
  .meta({
    description: 'Example: ?period=last-month&funnel=0198c0de-0000-4000-8000-000000000001',
    examples: [
      {
        from: exampleHead.from,
        to: exampleHead.to,
        timeZone: exampleHead.timeZone,
        currency: exampleHead.currency,
        source: exampleHead.source,
        id: '0198c0de-0000-4000-8000-000000000001',
        name: 'Order',
        visits: 1204,
        steps: [
          {
            kind: 'page',
            target: '/shop/*',
            visits: 400,
            dropped: null,
            dropRate: null,
            rateFromPrevious: null,
            rateFromFirst: 100,
            seconds: null,
          },
          {
            kind: 'event',
            target: 'cart',
            visits: 100,
            dropped: 300,
            dropRate: 75,
            rateFromPrevious: 25,
            rateFromFirst: 25,
            seconds: 64.5,
          },
        ],
      },
    ],
  });
export type StatsFunnel = z.infer<typeof statsFunnel>;
