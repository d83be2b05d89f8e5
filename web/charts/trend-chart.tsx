import 'uplot/dist/uPlot.min.css';
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { Point } from '../../contract/analytics.ts';
import { formatMoment, timeZone } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';
import { downsampleToBars } from './downsample.ts';
import type { PlotKind } from './plot-scales.ts';
import { ReadingsTable } from './readings-table.tsx';
import { usePlot } from './use-plot.ts';

/** The specification's height of both charts, in CSS pixels. */
const height = 300;
const barsMax = 36;

interface TrendChartProps {
  title: string;
  subtitle: string;
  kind: PlotKind;
  token: string;
  unit: string;
  points: Point[];
  format: (value: number) => string;
  formatAxis: (value: number, step: number) => string;
}

function nextIndex(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, index - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, index + 1);
  if (key === 'PageDown') return Math.max(0, index - 10);
  if (key === 'PageUp') return Math.min(last, index + 10);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return undefined;
}

export function TrendChart(props: TrendChartProps) {
  const { title, subtitle, kind, token, unit, format, formatAxis } = props;
  const titleId = useId();
  const host = useRef<HTMLDivElement>(null);
  const newest = useRef<HTMLSpanElement>(null);
  const points = useMemo(
    () => (kind === 'bars' ? downsampleToBars(props.points, barsMax) : props.points),
    [props.points, kind],
  );
  const tablePoints = useDeferredValue(points);
  const [selected, setSelected] = useState<number | null>(null);

  const plot = usePlot(host, points, {
    kind,
    token,
    height,
    formatAxis,
    onSelect: setSelected,
    onNewestMoved: (left, top) => {
      if (newest.current) newest.current.style.transform = `translate(${left}px, ${top}px)`;
    },
  });

  const last = points.length - 1;
  const index = Math.min(selected ?? last, last);
  // Without a selection this is the newest reading itself, not the slot of its bar.
  const shown = selected === null ? props.points.at(-1) : points[index];
  const reading = shown && `${format(shown[1])}, ${formatMoment(shown[0])}`;

  function select(next: number | null) {
    plot.current?.moveCursorTo(next);
    setSelected(next);
  }

  function moveByKey(event: KeyboardEvent) {
    const next = event.key === 'Escape' ? null : nextIndex(event.key, index, last);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  }

  return (
    <Panel labelledBy={titleId} className="min-w-0 overflow-hidden">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 pt-5 lg:px-6 lg:pt-6">
        <div>
          <h2 id={titleId} className="text-title">
            {title}
          </h2>
          <p className="text-soft">{subtitle}</p>
        </div>
        {shown && <ChartTooltip reading={shown} isLatest={selected === null} format={format} />}
      </header>
      {shown ? (
        <>
          <div
            role="slider"
            tabIndex={0}
            aria-label={`${title}, reading by reading`}
            aria-valuemin={1}
            aria-valuemax={points.length}
            aria-valuenow={index + 1}
            aria-valuetext={reading}
            onKeyDown={moveByKey}
            onBlur={() => select(null)}
            className="relative mx-2 mt-1 rounded-control outline-offset-[-2px] sm:mx-3"
            style={{ height }}
          >
            <div ref={host} className="absolute inset-0" aria-hidden="true" />
            <span ref={newest} className="pointer-events-none absolute top-0 left-0" aria-hidden="true">
              <span
                className="breathing absolute -top-1.5 -left-1.5 size-3 rounded-full opacity-60"
                style={{ background: `var(${token})` }}
              />
              <span
                className="absolute -top-1.5 -left-1.5 size-3 rounded-full border-2 border-raised"
                style={{ background: `var(${token})` }}
              />
            </span>
          </div>
          <ReadingsTable title={title} unit={unit} points={tablePoints} format={format} />
        </>
      ) : (
        <p className="grid place-content-center px-6 text-center text-soft" style={{ height }}>
          No readings in this range yet.
        </p>
      )}
      <p className="px-5 pt-1 pb-4 font-mono text-note text-soft lg:px-6">
        {unit} · times in {timeZone()}
      </p>
    </Panel>
  );
}
