import type { Point } from '../../contract/analytics.ts';
import { formatMoment } from '../ui/format.ts';

interface ChartTooltipProps {
  reading: Point;
  /** No point is selected: the reading is the newest of the chart. */
  isLatest: boolean;
  format: (value: number) => string;
}

/**
 * The value and the time of the selected point, or of the newest. It has a fixed place in the chart's header instead of
 * floating at the pointer, so that it never covers the line and is visible without a pointer.
 */
export function ChartTooltip({ reading: [time, value], isLatest, format }: ChartTooltipProps) {
  return (
    <p className="grid tabular sm:text-right">
      <span className="text-title font-medium">{format(value)}</span>
      <span className="text-note text-soft">
        {isLatest && 'latest, '}
        {formatMoment(time)}
      </span>
    </p>
  );
}
