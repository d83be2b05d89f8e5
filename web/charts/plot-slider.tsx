import { type RefObject, useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { type Reading, toSentence } from './chart-reading.tsx';
import type { BucketLabels, ChartSeries, PlacedNote } from './chart-series.ts';
import type { Plot } from './plot.ts';
import { type OverlayRefs, PlotOverlay, placeOverlay } from './plot-overlay.tsx';
import type { PlotKind } from './plot-scales.ts';
import { type BucketRange, useGestures } from './use-gestures.ts';
import { usePlot } from './use-plot.ts';
import type { useReading } from './use-reading.ts';

interface DrawnPlot {
  host: RefObject<HTMLDivElement | null>;
  overlay: OverlayRefs;
  plot: RefObject<Plot | undefined>;
}

interface PlotOptions {
  kind: PlotKind;
  token: string;
  height: number;
  series: ChartSeries;
  /** Series of another scope have other buckets, or other values in them. */
  scope: string;
  labels: BucketLabels;
  formatAxis: (value: number) => string;
  valueSteps: number[] | undefined;
}

/** The plot of a chart with its overlay, whose cursor is at the bucket `shown`. */
export function useOverlaidPlot(options: PlotOptions, shown: number | null): DrawnPlot {
  const { series, scope } = options;
  const places = { count: series.values.length, unfinished: series.unfinished, shown };
  const host = useRef<HTMLDivElement>(null);
  const overlay = {
    area: useRef<HTMLDivElement>(null),
    newest: useRef<HTMLSpanElement>(null),
    cursor: useRef<HTMLSpanElement>(null),
  };
  const plot = usePlot(
    host,
    { series, scope },
    {
      kind: options.kind,
      token: options.token,
      height: options.height,
      formatAxis: options.formatAxis,
      valueSteps: () => options.valueSteps,
      labels: () => options.labels,
      onDrawn: (drawn) => placeOverlay(drawn, overlay, places),
    },
  );
  useEffect(() => {
    if (plot.current) placeOverlay(plot.current, overlay, places);
  });
  return { host, overlay, plot };
}

interface PlotSliderProps {
  title: string;
  /** The id of the text that explains the keys. */
  hintId: string;
  drawn: DrawnPlot;
  kind: PlotKind;
  token: string;
  height: number;
  count: number;
  labels: BucketLabels;
  notes: readonly PlacedNote[];
  selection: ReturnType<typeof useReading>;
  reading: Reading;
  /** Undefined if there is nothing shorter to zoom into. */
  onZoom: ((range: BucketRange) => void) | undefined;
  /** The table is shown in its place. */
  isHidden: boolean;
  /** Undefined if there is something to draw. */
  emptyText: string | undefined;
}

/** The plot as a slider: pointer, fingers and keys read its buckets and select ranges of them. */
export function PlotSlider({ drawn, selection, reading, labels, count, onZoom, ...props }: PlotSliderProps) {
  const { index, isSelected, range, read, readByKey } = selection;
  const { dragged, handlers } = useGestures({
    indexAt: (clientX) => {
      const box = drawn.overlay.area.current?.getBoundingClientRect();
      if (!box?.width || count === 0) return undefined;
      return Math.max(0, Math.min(count - 1, Math.floor(((clientX - box.left) / box.width) * count)));
    },
    onRead: read,
    onZoom,
  });
  return (
    <div
      {...handlers}
      role="slider"
      tabIndex={0}
      inert={props.isHidden}
      aria-label={`${props.title}, value by value`}
      aria-describedby={props.hintId}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, count)}
      aria-valuenow={Math.min(index, count - 1) + 1}
      aria-valuetext={
        range ? `${labels.full(range.first)} to ${labels.full(range.last)}` : toSentence(reading)
      }
      onKeyDown={readByKey}
      onBlur={() => read(null)}
      className={classNames(
        'absolute inset-0 touch-pan-y rounded-control outline-offset-[-2px] select-none',
        props.isHidden ? 'invisible' : onZoom && 'cursor-zoom-in',
      )}
      style={{ height: props.height }}
    >
      <div ref={drawn.host} className="pointer-events-none absolute inset-0" aria-hidden="true" />
      <PlotOverlay
        refs={drawn.overlay}
        kind={props.kind}
        token={props.token}
        count={Math.max(1, count)}
        shown={isSelected ? index : null}
        range={dragged ?? range}
        notes={props.notes}
      />
      {props.emptyText !== undefined && (
        <p className="pointer-events-none absolute inset-x-0 top-1/3 px-16 text-center text-soft">
          <span className="bg-raised px-3 py-1">{props.emptyText}</span>
        </p>
      )}
    </div>
  );
}
