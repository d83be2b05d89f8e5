import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatCount, formatMetric, toChange } from '../../../figures/format.ts';
import { MetricChange } from '../../../figures/metric-change.tsx';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { goalsQuery } from '../../api/goals.ts';
import { Definition } from '../cards/definition.tsx';
import { GoalSpace } from '../cards/goal-space.tsx';
import { usePortal } from '../view/use-portal.ts';

/** The conversions of the goal that the company chose for its figures, as a line below them. Nothing without an answer. */
export function HeadlineGoal({ goalId }: { goalId: string }) {
  const { company, view } = usePortal();
  const answer = useQuery(goalsQuery(company.id, view));
  const { data } = answer;
  const labelId = useId();
  const goal = data?.goals.find(({ id }) => id === goalId);
  if (!data && !hasFailed(answer)) return <GoalSpace />;
  if (!data || !goal) return null;
  const { value, compared } = goal.conversions;
  const rate = formatMetric('goal-conversion-rate', goal.rate.value, data.currency);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-labelledby={labelId}
      className="col-span-full flex min-h-14 flex-wrap items-baseline gap-x-4 gap-y-1 bg-raised px-4 py-3 tabular lg:px-6"
    >
      <Definition
        id="goal-conversions"
        labelId={labelId}
        as="h3"
        className="min-w-0 text-[0.9375rem] font-medium wrap-anywhere text-soft"
      >
        {goal.name}
      </Definition>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-[1.25rem] leading-tight font-medium">{formatCount(value)}</span>
        <MetricChange
          metric="goal-conversions"
          change={toChange('goal-conversions', value, compared)}
          compared={compared === null ? undefined : formatCount(compared)}
        />
        {goal.rate.value !== null && <span className="text-note text-soft">{rate} of visits</span>}
      </p>
    </div>
  );
}
