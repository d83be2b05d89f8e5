import type { PlacedNote } from './chart-series.ts';

interface NoteFlagsProps {
  notes: readonly PlacedNote[];
  /** Number of buckets of the chart. */
  count: number;
  /** The bucket that is read: its notes are written out. */
  shown: number | null;
}

/** Notes as numbered flags above the plot. Their texts are below the chart, so that they never cover it. */
export function NoteFlags({ notes, count, shown }: NoteFlagsProps) {
  return notes.map(({ id, index }, place) => (
    <span
      key={id}
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 border-l border-dashed border-strong"
      style={{ left: `${((index + 0.5) / count) * 100}%` }}
    >
      <span
        className={`absolute -top-4 left-0 grid min-w-4 -translate-x-1/2 place-items-center rounded-full px-1 font-mono text-[0.6875rem] leading-4 ${
          shown === index ? 'bg-action text-action-ink' : 'border border-strong bg-raised text-ink'
        }`}
      >
        {place + 1}
      </span>
    </span>
  ));
}

interface NoteTextsProps {
  notes: readonly PlacedNote[];
  labelOf: (index: number) => string;
}

/** The texts of the numbered flags, once for all charts that have them. */
export function NoteTexts({ notes, labelOf }: NoteTextsProps) {
  if (notes.length === 0) return null;
  return (
    <ol
      data-print="hide"
      aria-label="Notes"
      // A scrolling area must be reachable by keyboard.
      tabIndex={notes.length > 3 ? 0 : undefined}
      className="max-h-36 overflow-y-auto text-note outline-offset-[-2px]"
    >
      {notes.map(({ id, index, text }, place) => (
        <li key={id} className="flex gap-2 py-0.5 break-words">
          <span className="font-mono text-soft">{place + 1}</span>
          <span className="min-w-0">
            {text} <span className="text-soft">· {labelOf(index)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
