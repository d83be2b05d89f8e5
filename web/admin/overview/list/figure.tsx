import { MetricChange } from '../../../figures/metric-change.tsx';
import { type ComparedName, type FigureName, formatFigure, toFigureChange } from '../model/format-figures.ts';
import type { Listed } from '../model/overview-columns.ts';

/** Shown in place of a figure that is not counted yet. */
function FigureSkeleton() {
  return (
    <span className="inline-block h-3 w-10 max-w-full rounded-full bg-line motion-safe:animate-pulse">
      <span className="sr-only">Counting…</span>
    </span>
  );
}

export function Figure({ name, listed }: { name: FigureName; listed: Listed }) {
  return formatFigure(name, listed) ?? <FigureSkeleton />;
}

/** The change of a figure since the compared period. Nothing without one. */
export function FigureChange({ name, listed }: { name: ComparedName; listed: Listed }) {
  const change = toFigureChange(name, listed);
  return change ? <MetricChange {...change} isColumn /> : null;
}

/** The same in one small line below the figure, without a colour: only the change of visitors stands out. */
export function QuietChange({ name, listed }: { name: ComparedName; listed: Listed }) {
  const { change, compared } = toFigureChange(name, listed) ?? {};
  if (!change || compared === undefined) return null;
  const explanation = `${compared} in the compared period`;
  return (
    <span className="block text-note whitespace-nowrap text-soft" title={explanation}>
      {change.text.replace('down ', '').replace('up ', '')}
      <span className="sr-only">, {explanation}</span>
    </span>
  );
}
