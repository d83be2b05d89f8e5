import { type Funnel, goalLimits } from '../../../../contract/company/goals.ts';
import { toKind } from './target-fields.tsx';

export const stepNumbers = [0, 1, 2, 3, 4, 5] as const;
export type StepNumber = (typeof stepNumbers)[number];

export type FunnelFieldName = 'name' | `kind${StepNumber}` | `target${StepNumber}`;
type FunnelFields = Record<FunnelFieldName, string>;

export function toFunnelFields(funnel: Funnel | undefined): FunnelFields {
  const kindOf = (step: StepNumber) => funnel?.steps[step]?.kind ?? 'page';
  const targetOf = (step: StepNumber) => funnel?.steps[step]?.target ?? '';
  return {
    name: funnel?.name ?? '',
    kind0: kindOf(0),
    target0: targetOf(0),
    kind1: kindOf(1),
    target1: targetOf(1),
    kind2: kindOf(2),
    target2: targetOf(2),
    kind3: kindOf(3),
    target3: targetOf(3),
    kind4: kindOf(4),
    target4: targetOf(4),
    kind5: kindOf(5),
    target5: targetOf(5),
  };
}

/** The shown steps that are filled in, with the number of their fields. The first two are always needed. */
export function toSteps(fields: FunnelFields, shown: number) {
  return stepNumbers
    .slice(0, shown)
    .map((number) => ({ number, kind: toKind(fields[`kind${number}`]), target: fields[`target${number}`] }))
    .filter(({ number, target }) => number < goalLimits.stepsMin || target !== '');
}
