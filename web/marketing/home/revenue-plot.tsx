import 'uplot/dist/uPlot.min.css';
import { useMemo, useRef, useState } from 'react';
import type { Point } from '../../../contract/analytics.ts';
import { usePlot } from '../../portal/use-plot.ts';

const height = 224;
const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const readingSeconds = 120;

/** The demonstration's day opens at nine, whatever the clock says: its hours pass faster than real ones. */
function opening(): number {
  return new Date().setHours(9, 0, 0, 0) / 1000;
}

/** The product's own chart, on the demonstration's stream. */
export function RevenuePlot({ values }: { values: readonly number[] }) {
  const host = useRef<HTMLDivElement>(null);
  const newest = useRef<HTMLSpanElement>(null);
  const [start] = useState(opening);
  const points = useMemo(
    () => values.map((value, index): Point => [start + index * readingSeconds, value]),
    [values, start],
  );

  usePlot(host, points, {
    kind: 'line',
    token: '--chart-1',
    height,
    formatAxis: (value) => `$${thousands.format(value / 1000)}K`,
    onPick: () => undefined,
    onNewestMoved: (left, top) => {
      if (newest.current) newest.current.style.transform = `translate(${left}px, ${top}px)`;
    },
  });

  return (
    <div className="absolute inset-x-2 inset-y-0" aria-hidden="true">
      <div ref={host} className="absolute inset-0" />
      <span ref={newest} className="pointer-events-none absolute top-0 left-0">
        <span className="breathing absolute -top-1.5 -left-1.5 size-3 rounded-full bg-live-dot opacity-60" />
        <span className="absolute -top-1.5 -left-1.5 size-3 rounded-full border-2 border-raised bg-live-dot" />
      </span>
    </div>
  );
}
