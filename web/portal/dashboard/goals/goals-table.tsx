import { Pencil } from 'lucide-react';
import type { StatsGoalAnswer, StatsGoals } from '../../../../contract/stats/conversion-answers.ts';
import { formatCount, formatMetric, formatMoneyValue, toChange } from '../../../figures/format.ts';
import { MetricChange } from '../../../figures/metric-change.tsx';
import { Definition } from '../cards/definition.tsx';

interface GoalsTableProps {
  answer: StatsGoals;
  /** Undefined for viewers. */
  onEdit: ((goal: StatsGoalAnswer) => void) | undefined;
}

const cell = 'py-2.5 pl-3 sm:pl-4 text-right align-top tabular';

export function GoalsTable({ answer, onEdit }: GoalsTableProps) {
  const { goals, currency, comparedRange } = answer;
  const hasValues = goals.some(({ value }) => value !== null);
  const isCompared = comparedRange !== null;
  const formatRate = (rate: number | null) => formatMetric('goal-conversion-rate', rate, currency);
  return (
    <div className="relative mt-4 overflow-x-auto" {...scrollable}>
      <table className="w-full text-[0.9375rem]">
        <caption className="sr-only">Conversions of each goal</caption>
        <thead>
          <tr className="border-b border-line text-note text-soft">
            <th scope="col" className="py-2 text-left font-medium">
              Goal
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium sm:pl-4">
              <Definition id="goal-conversions">Conversions</Definition>
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium sm:pl-4">
              Rate
            </th>
            {hasValues && (
              <th scope="col" className="hidden py-2 pl-4 text-right font-medium sm:table-cell">
                Value
              </th>
            )}
            {onEdit && (
              <th scope="col" className="print:hidden">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {goals.map((goal) => (
            <tr key={goal.id} className="border-b border-line last:border-b-0">
              <th scope="row" className="min-w-[6.5rem] py-2.5 text-left align-top font-medium">
                <span className="block break-words [overflow-wrap:anywhere]">{goal.name}</span>
                <span className="block text-note font-normal break-words text-soft [overflow-wrap:anywhere]">
                  {goal.kind === 'page' ? goal.target : `Event ${goal.target}`}
                </span>
              </th>
              <td className={cell}>
                <span className="block font-medium">{formatCount(goal.conversions.value)}</span>
                {isCompared && <Change {...goal.conversions} />}
                {goal.totalValue.value !== null && (
                  <span className="block text-note sm:hidden">
                    {formatMoneyValue(goal.totalValue.value, currency)}
                  </span>
                )}
              </td>
              <td className={cell}>
                <span className="block">{formatRate(goal.rate.value)}</span>
                {isCompared && (
                  <span className="hidden text-note whitespace-nowrap text-soft sm:block">
                    {formatRate(goal.rate.compared)} before
                  </span>
                )}
              </td>
              {hasValues && (
                <td className={`${cell} hidden sm:table-cell`}>
                  {goal.totalValue.value === null ? '–' : formatMoneyValue(goal.totalValue.value, currency)}
                </td>
              )}
              {onEdit && (
                <td className="w-11 align-top print:hidden">
                  <button
                    type="button"
                    onClick={() => onEdit(goal)}
                    aria-label={`Edit the goal ${goal.name}`}
                    className="inline-flex size-11 items-center justify-center rounded-control text-soft hover:text-ink"
                  >
                    <Pencil className="size-4" strokeWidth={1.5} aria-hidden="true" />
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A wide table is scrolled with the keyboard as well. */
const scrollable = { tabIndex: 0, role: 'group', 'aria-label': 'Table of goals' } as const;

function Change({ value, compared }: StatsGoalAnswer['conversions']) {
  return (
    <MetricChange
      metric="goal-conversions"
      change={toChange('goal-conversions', value, compared)}
      compared={compared === null ? undefined : formatCount(compared)}
    />
  );
}
