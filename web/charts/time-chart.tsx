import 'uplot/dist/uPlot.min.css';
import { Table2 } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { toast } from '../ui/feedback/toast.ts';
import { Panel } from '../ui/panel.tsx';
import { AnnotationList } from './annotation-marks.tsx';
import { ChartFooter } from './chart-footer.tsx';
import { downloadBlob, type PictureTexts, toPicture } from './chart-picture.ts';
import { ChartReading, type Reading, toSentence } from './chart-reading.tsx';
import type { BucketLabels, ChartMark, ChartSeries, ToChange } from './chart-series.ts';
import { ChartTable } from './chart-table.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { PlotOverlay, placeOverlay } from './plot-overlay.tsx';
import type { PlotKind } from './plot-scales.ts';
import { type BucketRange, useGestures } from './use-gestures.ts';
import { usePlot } from './use-plot.ts';
import { useReading } from './use-reading.ts';

/** The specification's height of both charts, in CSS pixels. */
const height = 300;
/** Longer tables are built only when they are shown. */
const hiddenRowsMax = 400;

interface TimeChartProps {
  title: string;
  subtitle: string;
  kind: PlotKind;
  token: string;
  unit: string;
  series: ChartSeries;
  /** Series of another scope have other buckets, or other values in them. */
  scope: string;
  labels: BucketLabels;
  format: (value: number) => string;
  toChange: ToChange;
  formatAxis: (value: number) => string;
  valueSteps: number[] | undefined;
  /** A rise of the values is not a success. */
  isLessBetter: boolean;
  timeZone: string;
  comparedWith: string | undefined;
  emptyText: string;
  marks: readonly ChartMark[];
  /** Undefined if there is nothing shorter to zoom into. */
  onZoom: ((range: BucketRange) => void) | undefined;
  /** The values are of a view that is about to be replaced. */
  isOutdated: boolean;
  csvAddress: string;
  /** Without its ending. */
  fileName: string;
  picture: PictureTexts;
}

export function TimeChart(props: TimeChartProps) {
  const { title, subtitle, kind, token, unit, series, scope, labels, format, toChange, marks } = props;
  const titleId = useId();
  const hintId = useId();
  const host = useRef<HTMLDivElement>(null);
  const refs = {
    area: useRef<HTMLDivElement>(null),
    newest: useRef<HTMLSpanElement>(null),
    cursor: useRef<HTMLSpanElement>(null),
  };
  const [isTable, setTable] = useState(false);
  const tableSeries = useDeferredValue(series);
  const { values, ghost, unfinished } = series;
  const count = values.length;
  const newest =
    unfinished ??
    Math.max(
      0,
      values.findLastIndex((value) => value !== null),
    );
  const { onZoom } = props;
  const { index, isSelected, range, read, readByKey } = useReading({ count, newest, scope, onZoom });
  const shown = isSelected ? index : null;

  const plot = usePlot(
    host,
    { series, scope },
    {
      kind,
      token,
      height,
      formatAxis: props.formatAxis,
      valueSteps: () => props.valueSteps,
      labels: () => labels,
      onDrawn: (drawn) => placeOverlay(drawn, refs, { count, unfinished, shown }),
    },
  );
  useEffect(() => {
    if (plot.current) placeOverlay(plot.current, refs, { count, unfinished, shown });
  });

  const { dragged, handlers } = useGestures({
    indexAt: (clientX) => {
      const box = refs.area.current?.getBoundingClientRect();
      if (!box?.width || count === 0) return undefined;
      return Math.max(0, Math.min(count - 1, Math.floor(((clientX - box.left) / box.width) * count)));
    },
    onRead: read,
    onZoom,
  });

  const reading = readBucket(index);
  const isEmpty = [...values, ...(ghost ?? [])].every((value) => !value);

  function readBucket(bucket: number): Reading {
    const value = values[bucket];
    const before = ghost?.[bucket];
    const change = toChange(value, before);
    const soFar = bucket === unfinished ? ', so far' : '';
    return {
      value: typeof value === 'number' ? format(value) : 'No value',
      when: `${!isSelected && bucket === newest ? 'Latest: ' : ''}${labels.full(bucket)}${soFar}`,
      compared:
        typeof before === 'number'
          ? {
              value: format(before),
              when: labels.compared(bucket),
              change: change?.text,
              direction: change?.direction ?? 'none',
              isGood: change?.direction === (props.isLessBetter ? 'down' : 'up'),
            }
          : undefined,
    };
  }

  async function downloadPicture() {
    if (!plot.current) return;
    try {
      downloadBlob(await toPicture(plot.current.picture(), props.picture), `${props.fileName}.png`);
    } catch {
      toast.error('The picture could not be made. Try again, or download the values as CSV.');
    }
  }

  return (
    <Panel labelledBy={titleId} className="flex min-w-0 flex-col">
      <header className="flex flex-col flex-wrap justify-between gap-x-6 gap-y-2 px-5 pt-5 sm:flex-row lg:px-6 lg:pt-6">
        <div>
          <h2 id={titleId} className="text-title">
            {title}
          </h2>
          <p className="text-soft">{subtitle}</p>
        </div>
        <ChartReading reading={reading} />
      </header>
      <div
        className={classNames(
          'relative mx-2 mt-2 transition-opacity sm:mx-3',
          props.isOutdated && 'opacity-85',
        )}
        style={{ height }}
        aria-busy={props.isOutdated}
      >
        <div
          {...handlers}
          role="slider"
          tabIndex={0}
          inert={isTable}
          aria-label={`${title}, value by value`}
          aria-describedby={hintId}
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
            isTable ? 'invisible' : onZoom && 'cursor-zoom-in',
          )}
          style={{ height }}
        >
          <div ref={host} className="pointer-events-none absolute inset-0" aria-hidden="true" />
          <PlotOverlay
            refs={refs}
            kind={kind}
            token={token}
            count={Math.max(1, count)}
            shown={shown}
            range={dragged ?? range}
            marks={marks}
          />
          {isEmpty && (
            <p className="pointer-events-none absolute inset-x-0 top-1/3 px-16 text-center text-soft">
              <span className="bg-raised px-3 py-1">{props.emptyText}</span>
            </p>
          )}
        </div>
        {(isTable || count <= hiddenRowsMax) && (
          <ChartTable
            title={title}
            unit={unit}
            series={tableSeries}
            labels={labels}
            format={format}
            toChange={toChange}
            isVisible={isTable}
          />
        )}
      </div>
      <ChartFooter
        kind={kind}
        token={token}
        unit={unit}
        comparedWith={props.comparedWith}
        isUnfinished={unfinished !== null}
        timeZone={props.timeZone}
      />
      <AnnotationList marks={marks} labelOf={labels.full} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 pr-2 pb-2 pl-5 lg:pr-3.5 lg:pl-6">
        <p id={hintId} className="text-note text-soft">
          {onZoom ? <ZoomHint /> : 'Arrow keys read each value.'}
        </p>
        <div className="ml-auto flex print:hidden">
          <button
            type="button"
            aria-pressed={isTable}
            aria-label={`${title} as a table`}
            onClick={() => setTable(!isTable)}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-[0.9375rem] text-soft hover:text-ink aria-pressed:text-live"
          >
            <Table2 className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
            Table
          </button>
          <DownloadMenu
            title={title}
            csvAddress={props.csvAddress}
            csvFileName={`${props.fileName}.csv`}
            onPicture={downloadPicture}
          />
        </div>
      </div>
    </Panel>
  );
}

function ZoomHint() {
  return (
    <>
      <span data-print="hide" className="pointer-coarse:hidden">
        Click or drag to zoom in, Back returns.
      </span>
      <span className="hidden pointer-coarse:inline">Tap to read, tap again to zoom in.</span>
      <span className="sr-only"> By keyboard: arrows read, Shift and arrows select, Enter zooms in.</span>
    </>
  );
}
