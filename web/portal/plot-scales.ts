import { formatDay, formatMonth, formatTime } from './format.ts';

export type PlotKind = 'line' | 'bars';
type Bounds = [low: number, high: number];

const day = 86_400;

/** Bars are measured from zero; a line may leave it where that would flatten the curve. */
export function valueBounds(kind: PlotKind, low: number, high: number): Bounds {
  if (kind === 'bars' || low === high || low < high / 2) return [Math.min(0, low), high * 1.12 || 1];
  const room = (high - low) * 0.15;
  return [low - room, high + room];
}

/** The first and the last bar stand whole inside; a single reading stands in the middle. */
export function timeBounds(kind: PlotKind, low: number, high: number, count: number): Bounds {
  if (low === high) return [low - 1800, high + 1800];
  const room = kind === 'bars' ? (high - low) / Math.max(1, count - 1) / 2 : 0;
  return [low - room, high + room];
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

/** 1, 2, 5, 10 … : people and orders do not come in halves. */
export const wholeSteps = Array.from({ length: 13 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();
