import type { RefObject } from 'react';
import { NoteFlags } from './chart-notes.tsx';
import type { PlacedNote } from './chart-series.ts';
import type { Plot } from './plot.ts';
import type { PlotKind } from './plot-scales.ts';
import type { BucketRange } from './use-gestures.ts';

export interface OverlayRefs {
  area: RefObject<HTMLDivElement | null>;
  newest: RefObject<HTMLSpanElement | null>;
  cursor: RefObject<HTMLSpanElement | null>;
}

interface PlotOverlayProps {
  refs: OverlayRefs;
  kind: PlotKind;
  token: string;
  count: number;
  /** The bucket that is read; null for none. */
  shown: number | null;
  /** The range that is about to be zoomed into. */
  range: BucketRange | null;
  notes: readonly PlacedNote[];
}

/** The parts that move over the drawing, in the size of the area within the axes, so that places are parts of it. */
export function PlotOverlay({ refs, kind, token, count, shown, range, notes }: PlotOverlayProps) {
  const part = (buckets: number) => `${(buckets / count) * 100}%`;
  return (
    <div ref={refs.area} className="pointer-events-none absolute" aria-hidden="true">
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
              ? 'absolute inset-y-0 bg-ink opacity-8'
              : 'absolute inset-y-0 border-l border-strong'
          }
          style={
            kind === 'bars' ? { left: part(shown), width: part(1), minWidth: 2 } : { left: part(shown + 0.5) }
          }
        />
      )}
      <NoteFlags notes={notes} count={count} shown={shown} />
      <span ref={refs.newest} className="absolute top-0 left-0" hidden>
        <span
          className="breathing absolute -top-1.5 -left-1.5 size-3 rounded-full opacity-60"
          style={{ background: `var(${token})` }}
        />
        <span
          className="absolute -top-1.5 -left-1.5 size-3 rounded-full border-2 border-raised"
          style={{ background: `var(${token})` }}
        />
      </span>
      <span ref={refs.cursor} className="absolute top-0 left-0" hidden>
        <span
          className="absolute -top-1.5 -left-1.5 size-3 rounded-full border-2 bg-raised"
          style={{ borderColor: `var(${token})` }}
        />
      </span>
    </div>
  );
}

interface Places {
  count: number;
  unfinished: number | null;
  shown: number | null;
}

/** Moves the overlay to where the plot has drawn. Not by React: it is called in every frame of an animation. */
export function placeOverlay(plot: Plot, refs: OverlayRefs, { count, unfinished, shown }: Places): void {
  const element = refs.area.current;
  if (!element) return;
  const area = plot.area();
  Object.assign(element.style, {
    left: `${area.left}px`,
    top: `${area.top}px`,
    width: `${area.width}px`,
    height: `${area.height}px`,
  });
  const move = (dot: HTMLElement | null, index: number | null) => {
    if (!dot) return;
    const top = index === null ? undefined : plot.topOf(index);
    dot.hidden = index === null || top === undefined;
    if (index !== null && top !== undefined)
      dot.style.transform = `translate(${((index + 0.5) / count) * area.width}px, ${top}px)`;
  };
  move(refs.newest.current, unfinished);
  move(refs.cursor.current, shown);
}
