import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { stripes } from './chart-drawing.tsx';

interface ChartSignsProps {
  /** Undefined without a comparison. */
  comparedWith: string | undefined;
  isUnfinished: boolean;
}

/** The meaning of the signs of charts, once for the charts of a section: of lines and of bars. */
export function ChartSigns({ comparedWith, isUnfinished }: ChartSignsProps) {
  return (
    <>
      {comparedWith && (
        <Sign line="border-strong" bar="border border-strong">
          {comparedWith}
        </Sign>
      )}
      {isUnfinished && (
        <Sign line="border-chart-1" bar={`text-chart-2 ${stripes}`}>
          so far
        </Sign>
      )}
    </>
  );
}

function Sign({ line, bar, children }: { line: string; bar: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={classNames('w-4 shrink-0 border-t-2 border-dashed', line)} aria-hidden="true" />
      <span className={classNames('h-2.5 w-2 shrink-0', bar)} aria-hidden="true" />
      {children}
    </span>
  );
}
