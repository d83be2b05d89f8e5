import { useMemo, useRef } from 'react';
import { createGeometry } from '../../contract/charts/chart-geometry.ts';
import type { ChartSeries } from '../../contract/charts/chart-series.ts';
import type { ChartKind } from '../../contract/charts/scales.ts';
import { classNames } from '../ui/class-names.ts';
import { axisWidth, BucketAxis, edges, ValueLabels } from './axis-labels.tsx';
import { ChartDrawing, drawingBox } from './chart-drawing.tsx';
import { ChartMarks } from './chart-marks.tsx';
import { type Reading, toSentence } from './chart-reading.tsx';
import type { BucketLabels, PlacedNote } from './chart-series.ts';
import { useAnimatedSeries } from './use-animated-series.ts';
import { type BucketRange, useGestures } from './use-gestures.ts';
import type { useReading } from './use-reading.ts';

interface ChartPlotProps {
  title: string;
  /** The id of the text that explains the keys. */
  hintId: string;
  kind: ChartKind;
  token: string;
  /** Undefined: that of the element around it. */
  height: number | undefined;
  series: ChartSeries;
  /** Series of another scope have other buckets, or other values in them. */
  scope: string;
  labels: BucketLabels;
  formatAxis: (value: number) => string;
  valueSteps: readonly number[] | undefined;
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

/** The drawing with its axes as a slider: pointer, fingers and keys read its buckets and select ranges of them. */
export function ChartPlot(props: ChartPlotProps) {
  const { kind, token, labels, notes, selection, onZoom } = props;
  const count = props.series.values.length;
  const { index, isSelected, range, read, readByKey } = selection;
  const area = useRef<HTMLDivElement>(null);
  const series = useAnimatedSeries(props.series, props.scope);
  const geometry = useMemo(
    () => createGeometry({ kind, series, valueSteps: props.valueSteps, box: drawingBox }),
    [kind, series, props.valueSteps],
  );
  const texts = geometry.scale.ticks.map(props.formatAxis);
  const { dragged, handlers } = useGestures({
    indexAt: (clientX) => {
      const box = area.current?.getBoundingClientRect();
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
        range ? `${labels.full(range.first)} to ${labels.full(range.last)}` : toSentence(props.reading)
      }
      onKeyDown={readByKey}
      onBlur={() => read(null)}
      className={classNames(
        '@container absolute inset-0 touch-pan-y rounded-control outline-offset-[-2px] select-none',
        props.isHidden ? 'invisible' : onZoom && 'cursor-zoom-in',
      )}
      style={{ height: props.height }}
    >
      <div
        ref={area}
        aria-hidden="true"
        className="pointer-events-none absolute font-mono text-[12px] leading-none text-soft"
        style={{ ...edges, left: axisWidth(texts) }}
      >
        <ValueLabels geometry={geometry} texts={texts} />
        <BucketAxis count={count} labels={labels} />
        <ChartDrawing geometry={geometry} token={token} />
        <ChartMarks
          {...{ kind, token, geometry, series, notes }}
          shown={isSelected ? index : null}
          range={dragged ?? range}
        />
      </div>
      {props.emptyText !== undefined && (
        <p className="pointer-events-none absolute inset-x-0 top-1/3 px-16 text-center text-soft">
          <span className="bg-raised px-3 py-1">{props.emptyText}</span>
        </p>
      )}
    </div>
  );
}
