import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import { metricOf, type StatsMetric } from '../../contract/stats/model/metrics.ts';
import { classNames } from '../ui/class-names.ts';
import type { Change } from './format.ts';

const arrows = { up: ArrowUpRight, down: ArrowDownRight, none: ArrowRight } as const;

interface MetricChangeProps {
  metric: StatsMetric;
  change: Change | undefined;
  /** The value of the compared period, as text. */
  compared: string | undefined;
  /** In a separate column. */
  isColumn?: boolean;
}

/** A change with its arrow. The compared value is in its tooltip, and in the text that screen readers read. */
export function MetricChange({ metric, change, compared, isColumn = false }: MetricChangeProps) {
  if (!change || compared === undefined) return null;
  const Arrow = arrows[change.direction];
  const isLessBetter = metricOf(metric).isLessBetter === true;
  const isGood = change.direction !== 'none' && (change.direction === 'up') !== isLessBetter;
  const explanation = `${compared} in the compared period`;
  return (
    <span
      title={explanation}
      className={classNames(
        'inline-flex items-center gap-0.5 text-note tabular',
        isColumn && 'whitespace-nowrap',
        isGood ? 'text-live' : change.direction === 'none' ? 'text-soft' : 'text-ink',
      )}
    >
      <Arrow className="size-4 shrink-0" strokeWidth={1.5} aria-hidden="true" />
      {isColumn && change.direction === 'none' ? '0%' : change.text}
      <span className="sr-only">, {explanation}</span>
    </span>
  );
}
