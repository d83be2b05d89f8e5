import { z } from 'zod';
import { pathPattern } from '../rules/path-pattern.ts';
import { cleanLine, cleanText, unclean } from '../rules/text.ts';
import { companyId } from './companies.ts';

export const goalLimits = {
  goals: 50,
  funnels: 20,
  stepsMin: 2,
  stepsMax: 6,
  nameLength: 100,
  eventNameLength: 100,
  monthlyTarget: 1_000_000_000,
} as const;

export const goalKinds = ['page', 'event'] as const;
export type GoalKind = (typeof goalKinds)[number];

const name = cleanLine(goalLimits.nameLength).min(1);
const eventName = z
  .string()
  .max(goalLimits.eventNameLength, `must have at most ${goalLimits.eventNameLength} characters`)
  .refine((text) => cleanText(Number.MAX_SAFE_INTEGER).safeParse(text).success, unclean);

const targetFields = {
  kind: z.enum(goalKinds),
  /** The name of an event, or the path of a page in which each `*` represents any characters. */
  target: z.string().trim().min(1),
};

/** The page view or custom event that a visit has to contain. */
export interface GoalTarget {
  kind: GoalKind;
  target: string;
}

function checkTarget({ kind, target }: GoalTarget, context: z.RefinementCtx): void {
  const checked = (kind === 'page' ? pathPattern : eventName).safeParse(target);
  for (const { message } of checked.error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['target'], message });
}

const goalTarget = z.object(targetFields).superRefine(checkTarget);

/** The value of one conversion, in units of the company's currency, as decimal text. */
const goalValue = z
  .string()
  .trim()
  .regex(/^\d{1,12}(?:\.\d{1,2})?$/, 'must be an amount with at most two decimals, such as 25 or 12.50');

/** The conversions that a month should have. */
const monthlyTarget = z
  .int({ error: 'must be a whole number' })
  .min(1, 'must be at least 1')
  .max(goalLimits.monthlyTarget, `must be at most ${goalLimits.monthlyTarget}`);

export const goalInput = z
  .object({
    name,
    ...targetFields,
    value: goalValue.nullable().default(null),
    monthlyTarget: monthlyTarget.nullable().default(null),
  })
  .superRefine(checkTarget);
export type GoalInput = z.output<typeof goalInput>;

export const goal = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(goalKinds),
  target: z.string(),
  /** The value of a conversion with two decimals; null if conversions have none, and without the right to see money. */
  value: z.string().nullable(),
  /** The conversions that a month should have; null without a target. Alerts tell whether it was reached. */
  monthlyTarget: z.int().nullable(),
});
export type Goal = z.infer<typeof goal>;
/** Oldest first. */
export const goals = z.object({ goals: z.array(goal) });

export const funnelInput = z.object({
  name,
  steps: z
    .array(goalTarget)
    .min(goalLimits.stepsMin, `must have at least ${goalLimits.stepsMin} steps`)
    .max(goalLimits.stepsMax, `must have at most ${goalLimits.stepsMax} steps`),
});
export type FunnelInput = z.output<typeof funnelInput>;

export const funnelSteps = z.array(z.object({ kind: z.enum(goalKinds), target: z.string() }));
export const funnel = z.object({ id: z.uuid(), name: z.string(), steps: funnelSteps });
export type Funnel = z.infer<typeof funnel>;
/** Oldest first. */
export const funnels = z.object({ funnels: z.array(funnel) });

export const goalParams = z.object({ companyId, goalId: z.uuid().toLowerCase() });
export const funnelParams = z.object({ companyId, funnelId: z.uuid().toLowerCase() });
