import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ChartSeries } from '../../contract/charts/chart-series.ts';
import { classNames } from '../ui/class-names.ts';
import type { BucketLabels, ToChange } from './chart-series.ts';

const arrows = { up: ArrowUpRight, down: ArrowDownRight, none: ArrowRight } as const;

interface Comparison {
  value: string;
  when: string | undefined;
  change: string | undefined;
  direction: keyof typeof arrows;
  /** Whether the change is for the better. */
  isGood: boolean;
}

export interface Reading {
  value: string;
  /** The bucket, and what is special about it. */
  when: string;
  /** Undefined without a comparison. */
  compared?: Comparison | undefined;
}

interface ReadBucket {
  series: ChartSeries;
  bucket: number;
  /** The newest bucket is read because none is selected. */
  isLatest: boolean;
  labels: BucketLabels;
  format: (value: number) => string;
  toChange: ToChange;
  isLessBetter: boolean;
}

/** The texts of a bucket of a chart. */
export function toReading({ series, bucket, labels, format, toChange, ...how }: ReadBucket): Reading {
  const value = series.values[bucket];
  const before = series.ghost?.[bucket];
  const change = toChange(value, before);
  const isUnfinished = bucket === series.unfinished;
  const when = isUnfinished ? labels.soFar : `${how.isLatest ? 'Latest: ' : ''}${labels.full(bucket)}`;
  return {
    value: typeof value === 'number' ? format(value) : 'No value',
    when,
    compared:
      typeof before === 'number'
        ? {
            value: format(before),
            when: labels.compared(bucket),
            change: change?.text,
            direction: change?.direction ?? 'none',
            isGood: change?.direction === (how.isLessBetter ? 'down' : 'up'),
          }
        : undefined,
  };
}

/** A sentence for screen readers. */
export function toSentence({ value, when, compared }: Reading): string {
  if (!compared) return `${value}, ${when}`;
  const change = compared.change ? `${compared.change}, ` : '';
  return `${value}, ${when}; ${change}compared with ${compared.value}${compared.when ? `, ${compared.when}` : ''}`;
}

/**
 * The reading of a chart. It has a fixed place in the header instead of floating at the pointer, so that it never covers
 * the line and is visible without a pointer.
 */
export function ChartReading({ reading: { value, when, compared } }: { reading: Reading }) {
  const Arrow = arrows[compared?.direction ?? 'none'];
  return (
    <div className="min-h-20 min-w-0 tabular sm:text-right">
      <p className="flex flex-wrap items-baseline gap-x-2 sm:justify-end">
        <span className="text-title font-medium break-all">{value}</span>
        {compared?.change && (
          <span
            className={classNames(
              'inline-flex items-center gap-0.5 text-note font-medium',
              compared.isGood ? 'text-live' : 'text-ink',
            )}
          >
            <Arrow className="size-4" strokeWidth={1.5} aria-hidden="true" />
            {compared.change}
          </span>
        )}
      </p>
      <p className="text-note text-soft">{when}</p>
      {compared && (
        <p className="text-note text-soft">
          <span className="sr-only">compared with </span>
          <span aria-hidden="true">vs. </span>
          {compared.value}
          {compared.when && ` · ${compared.when}`}
        </p>
      )}
    </div>
  );
}
