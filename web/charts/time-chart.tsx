import { Table2 } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import type { ChartSeries } from '../../contract/charts/chart-series.ts';
import type { ChartKind } from '../../contract/charts/scales.ts';
import { classNames } from '../ui/class-names.ts';
import { toast } from '../ui/feedback/toast.ts';
import { Panel } from '../ui/panel.tsx';
import type { PictureTexts } from './chart-picture.ts';
import { ChartPlot } from './chart-plot.tsx';
import { ChartReading, type Reading, toReading } from './chart-reading.tsx';
import type { BucketLabels, PlacedNote, ToChange } from './chart-series.ts';
import { ChartTable } from './chart-table.tsx';
import { DownloadMenu } from './download-menu.tsx';
import type { BucketRange } from './use-gestures.ts';
import { useReading } from './use-reading.ts';

/** The specification's height of both charts, in CSS pixels. */
const height = 300;
/** Longer tables are built only when they are shown. Shorter ones follow the first paint: screen readers cannot read drawings. */
const hiddenRowsMax = 400;

interface TimeChartProps {
  title: string;
  subtitle: string;
  /** The id of the text that explains the keys of all charts around it. */
  hintId: string;
  kind: ChartKind;
  token: string;
  /** The drawn metric with its definition, such as "Revenue per day, less refunds". */
  drawn: string;
  /** The drawn metric and its buckets, such as "Revenue per day". */
  unit: string;
  series: ChartSeries;
  /** Series of another scope have other buckets, or other values in them. */
  scope: string;
  labels: BucketLabels;
  format: (value: number) => string;
  toChange: ToChange;
  formatAxis: (value: number) => string;
  valueSteps: readonly number[] | undefined;
  /** A rise of the values is not a success. */
  isLessBetter: boolean;
  emptyText: string;
  notes: readonly PlacedNote[];
  /** Undefined if there is nothing shorter to zoom into. */
  onZoom: ((range: BucketRange) => void) | undefined;
  /** The values are of a view that is about to be replaced. */
  isOutdated: boolean;
  /** Undefined for a reader who may not download files. */
  csvAddress: string | undefined;
  /** The name of the exported file, without its ending. */
  fileName: string;
  picture: PictureTexts;
  /** Fills the frame around it, without buttons. */
  isFrame?: boolean;
}

export function TimeChart(props: TimeChartProps) {
  const { title, unit, series, scope, labels, format, toChange, onZoom, isFrame = false } = props;
  const titleId = useId();
  const [isTable, setTable] = useState(false);
  const tableSeries = useDeferredValue(series);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
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
  const isLatest = !isSelected && index === newest;
  const reading = toReading({ ...props, bucket: index, isLatest });
  const isEmpty = [...values, ...(ghost ?? [])].every((value) => !value);

  async function downloadPicture() {
    try {
      const { downloadBlob, toPicture } = await import('./chart-picture.ts');
      downloadBlob(await toPicture(props, props.picture), `${props.fileName}.png`);
    } catch {
      toast.error('The picture could not be made. Try again, or download the values as CSV.');
    }
  }

  return (
    <Panel
      labelledBy={titleId}
      className={classNames(
        'flex min-w-0 flex-col',
        isFrame && 'h-dvh overflow-hidden rounded-none! border-0!',
      )}
    >
      <Head {...props} titleId={titleId} reading={reading} />
      <div
        className={classNames(
          'relative mx-2 mt-2 transition-opacity sm:mx-3',
          props.isOutdated && 'opacity-85',
          isFrame && 'mb-2 min-h-0 flex-1',
        )}
        style={isFrame ? undefined : { height }}
        aria-busy={props.isOutdated}
      >
        <ChartPlot
          {...props}
          {...{ height: isFrame ? undefined : height, selection, reading }}
          isHidden={isTable}
          emptyText={isEmpty ? props.emptyText : undefined}
        />
        {(isTable || (isMounted && count <= hiddenRowsMax)) && (
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
      {!isFrame && (
        <div className="mt-auto flex justify-end px-2 pb-2 lg:px-3.5 print:hidden">
          <TableSwitch title={title} isTable={isTable} onClick={() => setTable(!isTable)} />
          {props.csvAddress !== undefined && (
            <DownloadMenu
              title={title}
              csvAddress={props.csvAddress}
              csvFileName={`${props.fileName}.csv`}
              onPicture={downloadPicture}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

type HeadProps = Pick<TimeChartProps, 'title' | 'subtitle' | 'drawn' | 'isFrame'> & {
  titleId: string;
  reading: Reading;
};

/** The drawn metric and the value that is read. In a frame in two lines, so that a small one has room for the drawing. */
function Head({ titleId, title, subtitle, drawn, reading, isFrame }: HeadProps) {
  if (isFrame)
    return (
      <header className="flex items-start justify-between gap-x-4 px-4 pt-3">
        <div className="min-w-0">
          <h2 id={titleId} className="truncate text-[1.0625rem]">
            {title}
          </h2>
          <p className="truncate text-note text-soft">{drawn}</p>
        </div>
        <div className="shrink-0 text-right tabular">
          <p className="text-[1.0625rem] font-medium">{reading.value}</p>
          <p className="text-note text-soft">{reading.when}</p>
        </div>
      </header>
    );
  return (
    <header className="flex flex-col flex-wrap justify-between gap-x-6 gap-y-2 px-5 pt-5 sm:flex-row lg:px-6 lg:pt-6">
      <div>
        <h2 id={titleId} className="text-title">
          {title}
        </h2>
        <p className="text-soft">{subtitle}</p>
        <p className="text-note text-soft">{drawn}</p>
      </div>
      <ChartReading reading={reading} />
    </header>
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
