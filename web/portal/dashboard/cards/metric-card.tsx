import { type ReactNode, useId } from 'react';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { classNames } from '../../../ui/class-names.ts';
import { RollingNumber } from '../../../ui/rolling-number.tsx';
import { DefinitionLink } from './definition-link.tsx';

interface MetricCardProps {
  label: string;
  /** The id of the definition. */
  definition: StatsMetric | 'live-visitors';
  value: string;
  /** Characters that must fit, so that the numbers of a group share one size. */
  room?: number;
  isLive?: boolean;
  className?: string;
  children?: ReactNode;
}

export function MetricCard(props: MetricCardProps) {
  const { label, definition, value, room = 0, isLive = false, className, children } = props;
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-labelledby={labelId}
      className={classNames(
        'relative flex min-w-0 flex-col p-5 lg:p-6',
        isLive ? 'bg-live-wash' : 'bg-raised',
        className,
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <h3 id={labelId} className="flex items-center gap-2 text-[0.9375rem] font-medium text-soft">
          {isLive && (
            <span className="relative size-2" aria-hidden="true">
              <span className="breathing absolute inset-0 rounded-full bg-live-dot" />
              <span className="absolute inset-0 rounded-full bg-live-dot" />
            </span>
          )}
          {label}
        </h3>
        <DefinitionLink term={label} id={definition} />
      </div>
      <div className="mt-1.5 font-medium">
        <RollingNumber text={value} room={room} />
      </div>
      {children}
    </div>
  );
}
