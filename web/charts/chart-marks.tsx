import type { ChartGeometry } from '../../contract/charts/chart-geometry.ts';
import type { ChartSeries } from '../../contract/charts/chart-series.ts';
import type { ChartKind } from '../../contract/charts/scales.ts';
import { NoteFlags } from './chart-notes.tsx';
import type { PlacedNote } from './chart-series.ts';
import type { BucketRange } from './use-gestures.ts';

interface ChartMarksProps {
  kind: ChartKind;
  token: string;
  geometry: ChartGeometry;
  series: ChartSeries;
  /** The bucket that is read; null for none. */
  shown: number | null;
  /** The range that is about to be zoomed into. */
  range: BucketRange | null;
  notes: readonly PlacedNote[];
}

/** The parts that move over the drawing, in a container with the size of the area, so that places are parts of it. */
export function ChartMarks({ kind, token, geometry, series, shown, range, notes }: ChartMarksProps) {
  const count = Math.max(1, series.values.length);
  const part = (buckets: number) => `${(buckets / count) * 100}%`;
  const placeOf = (index: number | null) => {
    const value = index === null ? null : series.values[index];
    if (index === null || typeof value !== 'number') return undefined;
    const [x, y] = geometry.pointAt(index, value);
    return { left: `${x.toFixed(2)}%`, top: `${y.toFixed(2)}%` };
  };
  const newest = placeOf(series.unfinished);
  const cursor = placeOf(shown);
  return (
    <>
      {range && (
        <span
          className="absolute inset-y-0 border-x border-live bg-live-wash opacity-70 mix-blend-multiply dark:mix-blend-screen"
          style={{ left: part(range.first), width: part(range.last - range.first + 1) }}
        />
      )}
      {shown !== null && !range && (
        <span
          className={
            kind === 'bars'
              ? 'absolute inset-y-0 min-w-0.5 bg-ink opacity-8'
              : 'absolute inset-y-0 border-l border-strong'
          }
          style={kind === 'bars' ? { left: part(shown), width: part(1) } : { left: part(shown + 0.5) }}
        />
      )}
      <NoteFlags notes={notes} count={count} shown={shown} />
      {newest && (
        <span className="absolute" style={{ ...newest, color: `var(${token})` }}>
          <span className="breathing absolute -top-1.5 -left-1.5 size-3 rounded-full bg-current opacity-60" />
          <span className="absolute -top-1.5 -left-1.5 size-3 rounded-full border-2 border-raised bg-current" />
        </span>
      )}
      {cursor && (
        <span className="absolute" style={cursor}>
          <span
            className="absolute -top-1.5 -left-1.5 size-3 rounded-full border-2 bg-raised"
            style={{ borderColor: `var(${token})` }}
          />
        </span>
      )}
    </>
  );
}
