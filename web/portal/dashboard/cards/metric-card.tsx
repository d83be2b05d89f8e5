import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { RollingNumber } from '../../../ui/rolling-number.tsx';

interface MetricCardProps {
  label: string;
  value: string;
  /** Characters that must fit, so that the numbers of a group share one size. */
  room?: number;
  isLive?: boolean;
  className?: string;
  children?: ReactNode;
}

export function MetricCard({ label, value, room = 0, isLive = false, className, children }: MetricCardProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-labelledby={labelId}
      className={classNames(
        'flex min-w-0 flex-col p-5 lg:p-6',
        isLive ? 'bg-live-wash' : 'bg-raised',
        className,
      )}
    >
      <h3 id={labelId} className="flex items-center gap-2 text-[0.9375rem] font-medium text-soft">
        {isLive && (
          <span className="relative size-2" aria-hidden="true">
            <span className="breathing absolute inset-0 rounded-full bg-live-dot" />
            <span className="absolute inset-0 rounded-full bg-live-dot" />
          </span>
        )}
        {label}
      </h3>
      <div className="mt-1.5 font-medium">
        <RollingNumber text={value} room={room} />
      </div>
      {children}
    </div>
  );
}

interface MetricChangeProps {
  /** Newest minus first value of the range, undefined without two readings. */
  difference: number | undefined;
  format: (value: number) => string;
  within: string;
}

export function MetricChange({ difference, format, within }: MetricChangeProps) {
  const isNone = difference === undefined || format(Math.abs(difference)) === format(0);
  if (isNone) {
    const text = difference === undefined ? 'no readings' : 'no change';
    return (
      <p className="mt-1 text-note text-soft">
        {text} {within}
      </p>
    );
  }
  const Arrow = difference > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1 text-note text-soft tabular">
      <Arrow
        className={classNames('size-4 shrink-0', difference > 0 && 'text-live')}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <span className={difference > 0 ? 'text-live' : 'text-ink'}>
        {difference > 0 ? '+' : '−'}
        {format(Math.abs(difference))}
      </span>
      <span>{within}</span>
    </p>
  );
}
