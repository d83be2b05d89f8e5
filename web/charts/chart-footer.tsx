import type { CSSProperties, ReactNode } from 'react';
import type { PlotKind } from './plot-scales.ts';

interface ChartFooterProps {
  kind: PlotKind;
  token: string;
  /** The drawn metric and its buckets, such as "Revenue per day". */
  unit: string;
  /** Undefined without a comparison. */
  comparedWith: string | undefined;
  isUnfinished: boolean;
  timeZone: string;
}

/** The meaning of the signs of a chart. */
export function ChartFooter(props: ChartFooterProps) {
  const { kind, token, unit, comparedWith, isUnfinished, timeZone } = props;
  const color = `var(${token})`;
  const bar = `color-mix(in oklab, ${color} 74%, var(--surface-raised))`;
  const stripes = `repeating-linear-gradient(-45deg, ${color} 0 2px, transparent 2px 5px)`;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-5 pt-1 text-note text-soft lg:px-6">
      <Sign look={kind === 'line' ? { borderTop: `2px solid ${color}` } : { background: bar, height: 10 }}>
        {unit}
      </Sign>
      {comparedWith && (
        <Sign
          look={
            kind === 'line'
              ? { borderTop: '2px dashed var(--line-strong)' }
              : { border: '1px solid var(--line-strong)', height: 10 }
          }
        >
          {comparedWith}
        </Sign>
      )}
      {isUnfinished && (
        <Sign
          look={
            kind === 'line'
              ? { borderTop: `2px dashed ${color}` }
              : { background: stripes, border: `1px solid ${color}`, height: 10 }
          }
        >
          so far
        </Sign>
      )}
      <span>times in {timeZone.replaceAll('_', ' ')}</span>
    </p>
  );
}

function Sign({ look, children }: { look: CSSProperties; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span className="w-4 shrink-0" style={look} aria-hidden="true" />
      {children}
    </span>
  );
}
