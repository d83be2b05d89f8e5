import { formatDay, formatMonth, formatTime } from '../ui/format.ts';

export type PlotKind = 'line' | 'bars';
type Bounds = [low: number, high: number];

const day = 86_400;

/** Bars start at zero; a line may start higher, so that small changes of large values stay visible. */
export function valueBounds(kind: PlotKind, low: number, high: number): Bounds {
  if (kind === 'bars' || low === high || low < high / 2) return [Math.min(0, low), high * 1.12 || 1];
  const room = (high - low) * 0.15;
  return [low - room, high + room];
}

/** A series of a few minutes is drawn at the end of half an hour, not over the whole width. */
const minSeconds = 1800;

/** From the first to the last reading, with room for the whole first and last bar. */
export function timeBounds(kind: PlotKind, times: ArrayLike<number>): Bounds {
  const first = times[0] ?? 0;
  const last = times[times.length - 1] ?? first;
  const low = Math.min(first, last - minSeconds);
  const slot = (times[1] ?? first) - first;
  const room = kind === 'bars' ? Math.max(slot / 2, (last - low) * 0.03) : 0;
  return [low - room, last + room];
}

/** Time of day while ticks are closer than a day; the first tick of a day names it. */
export function timeLabels(ticks: number[], stepSeconds: number): string[] {
  if (stepSeconds >= 28 * day) return ticks.map(formatMonth);
  if (stepSeconds >= day) return ticks.map(formatDay);
  return ticks.map((tick, index) => {
    const before = ticks[index - 1];
    const isNewDay =
      before !== undefined && new Date(tick * 1000).getDate() !== new Date(before * 1000).getDate();
    return isNewDay ? formatDay(tick) : formatTime(tick);
  });
}

/** Axis steps 1, 2, 5, 10 … for counts, which are integers. */
export const integerSteps = Array.from({ length: 13 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();
