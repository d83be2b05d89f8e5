import { NoteTexts } from '../../../charts/chart-notes.tsx';
import type { PlacedNote } from '../../../charts/chart-series.ts';
import { ChartSigns } from '../../../charts/chart-signs.tsx';

interface ChartsFootProps {
  /** The id of the text that explains pointer and keys. */
  hintId: string;
  /** Undefined without a comparison. */
  comparedWith: string | undefined;
  isUnfinished: boolean;
  mayZoom: boolean;
  notes: readonly PlacedNote[];
  labelOf: (index: number) => string;
}

/** The common parts of both charts, once below them: their signs and their notes. */
export function ChartsFoot(props: ChartsFootProps) {
  return (
    <div className="grid gap-1.5 px-1 text-note text-soft">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
        <ChartSigns comparedWith={props.comparedWith} isUnfinished={props.isUnfinished} />
        <span id={props.hintId} className="ml-auto max-sm:ml-0">
          {props.mayZoom ? <ZoomHint /> : 'Arrow keys read each value.'}
        </span>
      </p>
      <NoteTexts notes={props.notes} labelOf={props.labelOf} />
    </div>
  );
}

function ZoomHint() {
  return (
    <>
      <span data-print="hide" className="pointer-coarse:hidden">
        Click or drag to zoom in, Back returns.
      </span>
      <span className="hidden pointer-coarse:inline print:hidden">Tap to read, tap again to zoom in.</span>
      <span className="sr-only"> By keyboard: arrows read, Shift and arrows select, Enter zooms in.</span>
    </>
  );
}
