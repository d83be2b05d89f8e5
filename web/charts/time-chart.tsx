import 'uplot/dist/uPlot.min.css';
import { Table2 } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { toast } from '../ui/feedback/toast.ts';
import { Panel } from '../ui/panel.tsx';
import { ChartFooter } from './chart-footer.tsx';
import { NoteTexts } from './chart-notes.tsx';
import { downloadBlob, type PictureTexts, toPicture } from './chart-picture.ts';
import { ChartReading, toReading } from './chart-reading.tsx';
import type { BucketLabels, ChartSeries, PlacedNote, ToChange } from './chart-series.ts';
import { ChartTable } from './chart-table.tsx';
import { DownloadMenu } from './download-menu.tsx';
import type { PlotKind } from './plot-scales.ts';
import { PlotSlider, useOverlaidPlot } from './plot-slider.tsx';
import type { BucketRange } from './use-gestures.ts';
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
  notes: readonly PlacedNote[];
  /** Undefined if there is nothing shorter to zoom into. */
  onZoom: ((range: BucketRange) => void) | undefined;
  /** The values are of a view that is about to be replaced. */
  isOutdated: boolean;
  csvAddress: string;
  /** The name of the exported file, without its ending. */
  fileName: string;
  picture: PictureTexts;
}

export function TimeChart(props: TimeChartProps) {
  const { title, kind, token, unit, series, scope, labels, format, toChange, notes, onZoom } = props;
  const titleId = useId();
  const hintId = useId();
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
  const selection = useReading({ count, newest, scope, onZoom });
  const { index, isSelected } = selection;
  const drawn = useOverlaidPlot({ ...props, height }, isSelected ? index : null);
  const isLatest = !isSelected && index === newest;
  const reading = toReading({ ...props, bucket: index, isLatest });
  const isEmpty = [...values, ...(ghost ?? [])].every((value) => !value);

  async function downloadPicture() {
    const plot = drawn.plot.current;
    if (!plot) return;
    try {
      downloadBlob(await toPicture(plot.picture(), props.picture), `${props.fileName}.png`);
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
          <p className="text-soft">{props.subtitle}</p>
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
        <PlotSlider
          {...{ title, hintId, drawn, kind, token, height, count, labels, notes, selection, reading, onZoom }}
          isHidden={isTable}
          emptyText={isEmpty ? props.emptyText : undefined}
        />
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
      <NoteTexts notes={notes} labelOf={labels.full} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 pr-2 pb-2 pl-5 lg:pr-3.5 lg:pl-6">
        <p id={hintId} className="text-note text-soft">
          {onZoom ? <ZoomHint /> : 'Arrow keys read each value.'}
        </p>
        <div className="ml-auto flex print:hidden">
          <TableSwitch title={title} isTable={isTable} onClick={() => setTable(!isTable)} />
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

interface TableSwitchProps {
  title: string;
  isTable: boolean;
  onClick: () => void;
}

function TableSwitch({ title, isTable, onClick }: TableSwitchProps) {
  return (
    <button
      type="button"
      aria-pressed={isTable}
      aria-label={`${title} as a table`}
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-[0.9375rem] text-soft hover:text-ink aria-pressed:text-live"
    >
      <Table2 className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
      Table
    </button>
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
