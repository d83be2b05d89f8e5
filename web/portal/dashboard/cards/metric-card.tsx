import { type ReactNode, useId } from 'react';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { classNames } from '../../../ui/class-names.ts';
import { RollingNumber } from '../../../ui/figures/rolling-number.tsx';
import { Definition } from './definition.tsx';

interface MetricCardProps {
  label: string;
  metric: StatsMetric;
  value: string;
  /** Characters that must fit, so that the numbers of a group share one size. */
  room: number;
  className: string | undefined;
  children: ReactNode;
}

export function MetricCard({ label, metric, value, room, className, children }: MetricCardProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-labelledby={labelId}
      className={classNames('flex min-w-0 flex-col bg-raised p-4 lg:p-5 xl:p-6', className)}
    >
      <Definition
        id={metric}
        labelId={labelId}
        as="h3"
        className="text-[0.9375rem] leading-snug font-medium text-soft"
      >
        {label}
      </Definition>
      <div className="mt-1 font-medium">
        <RollingNumber text={value} room={room} />
      </div>
      {children}
    </div>
  );
}
