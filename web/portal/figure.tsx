import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import { RollingNumber } from '../ui/rolling-number.tsx';

interface FigureProps {
  label: string;
  value: string;
  isLive?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Figure({ label, value, isLive = false, className, children }: FigureProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure is no set of form controls
    <div
      role="group"
      aria-labelledby={labelId}
      className={classNames(
        '@container flex min-w-0 flex-col p-5 lg:p-6',
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
      <div className="mt-2 font-medium">
        <RollingNumber text={value} />
      </div>
      {children}
    </div>
  );
}

interface ChangeProps {
  /** Newest less first value of the range, undefined when there are not two. */
  difference: number | undefined;
  format: (value: number) => string;
  within: string;
}

export function Change({ difference, format, within }: ChangeProps) {
  if (!difference) return <p className="mt-1 text-note text-soft">no change {within}</p>;
  const Arrow = difference > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <p className="mt-1 flex items-center gap-1 text-note text-soft tabular">
      <Arrow
        className={classNames('size-4 shrink-0', difference > 0 && 'text-live')}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <span className="min-w-0 break-words">
        <span className={difference > 0 ? 'text-live' : 'text-ink'}>
          {difference > 0 ? '+' : '−'}
          {format(Math.abs(difference))}
        </span>{' '}
        {within}
      </span>
    </p>
  );
}
