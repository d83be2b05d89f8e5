import { ArrowDown } from 'lucide-react';
import type { FunnelStepAnswer, StatsFunnel } from '../../../../contract/stats/conversion-answers.ts';
import { formatCount, formatMetric } from '../../../figures/format.ts';
import { formatSeconds, formatVisits } from './goal-format.ts';

/** The steps of a funnel as bars, with what happens between them. */
export function FunnelSteps({ answer }: { answer: StatsFunnel }) {
  const [first] = answer.steps;
  const last = answer.steps.at(-1);
  // Rates of steps are those of goals.
  const formatRate = (rate: number) => formatMetric('goal-conversion-rate', rate, answer.currency);
  return (
    <div className="mt-4">
      <p className="text-[0.9375rem]">
        {first?.visits === 0
          ? 'No visit began this funnel in the chosen period.'
          : `${formatVisits(last?.visits ?? 0)} of ${formatCount(first?.visits ?? 0)} completed it${last?.rateFromFirst == null ? '' : ` (${formatRate(last.rateFromFirst)})`}.`}
      </p>
      <ol className="mt-4">
        {answer.steps.map((step, index) => (
          // Two steps may be about the same page.
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its place
          <li key={index}>
            {index > 0 && <Between step={step} formatRate={formatRate} />}
            <StepBar step={step} number={index + 1} formatRate={formatRate} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface StepProps {
  step: FunnelStepAnswer;
  formatRate: (rate: number) => string;
}

function StepBar({ step, number, formatRate }: StepProps & { number: number }) {
  const share = step.rateFromFirst ?? 0;
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {number}. {step.kind === 'page' ? step.target : `Event ${step.target}`}
        </span>
        <span className="shrink-0 tabular">
          {formatVisits(step.visits)}
          {number > 1 && step.rateFromFirst !== null && (
            <span className="text-soft"> · {formatRate(step.rateFromFirst)}</span>
          )}
        </span>
      </div>
      <div className="mt-1.5 h-7 overflow-hidden rounded-control bg-sunken" aria-hidden="true">
        <div
          className="h-full rounded-control bg-live-dot transition-[width] duration-300 motion-reduce:transition-none"
          style={{ width: `${share}%` }}
        />
      </div>
    </div>
  );
}

function Between({ step, formatRate }: StepProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 py-2 text-note text-soft tabular">
      <ArrowDown className="size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
      <span>
        {formatCount(step.dropped ?? 0)} dropped off
        {step.dropRate !== null && ` (${formatRate(step.dropRate)})`}
      </span>
      {step.seconds !== null && <span>· half continued within {formatSeconds(step.seconds)}</span>}
    </p>
  );
}
