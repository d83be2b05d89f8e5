/** The metrics of the portal preview at one time. */
export interface SampleMetrics {
  /** Revenue of the day in dollars, one reading after another. */
  revenue: readonly number[];
  orders: number;
  users: number;
  active: number;
}

/** Numbers between 0 and 1, the same on every run, so that hydration matches the prerendered page (mulberry32). */
function pseudoRandomAt(step: number): number {
  let state = (0x9e3779b9 * (step + 1)) >>> 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
}

const firstReadings = 72;
/** The day, and with it the animation, ends after this many readings. */
const readingsMax = 420;

function next({ revenue, orders, users, active }: SampleMetrics): SampleMetrics {
  const step = revenue.length;
  const hasOrder = pseudoRandomAt(step) > 0.42;
  const amount = hasOrder ? 34 + Math.round(pseudoRandomAt(step + 1000) ** 2 * 310) : 0;
  const drift = Math.round((pseudoRandomAt(step + 2000) - 0.5) * 7);
  return {
    revenue: [...revenue, (revenue.at(-1) ?? 0) + amount],
    orders: orders + (hasOrder ? 1 : 0),
    users: users + Math.round(pseudoRandomAt(step + 3000) * 5),
    active: Math.min(71, Math.max(28, active + drift)),
  };
}

export function nextSampleMetrics(metrics: SampleMetrics): SampleMetrics {
  return metrics.revenue.length < readingsMax ? next(metrics) : metrics;
}

export function firstSampleMetrics(): SampleMetrics {
  let metrics: SampleMetrics = { revenue: [9_460], orders: 87, users: 2_911, active: 46 };
  while (metrics.revenue.length < firstReadings) metrics = next(metrics);
  return metrics;
}
