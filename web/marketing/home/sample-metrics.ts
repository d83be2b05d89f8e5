/** What the portal in miniature shows at one moment. */
export interface SampleMetrics {
  /** Revenue of the day so far, in dollars, reading by reading. */
  revenue: readonly number[];
  orders: number;
  users: number;
  active: number;
}

/** Always the same numbers between 0 and 1, so that the built page and the drawn one agree (mulberry32). */
function pseudoRandomAt(step: number): number {
  let state = (0x9e3779b9 * (step + 1)) >>> 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
}

const begun = 72;
/** The day closes after this many readings, and the stream with it. */
const closing = 420;

function next({ revenue, orders, users, active }: SampleMetrics): SampleMetrics {
  const step = revenue.length;
  const isSale = pseudoRandomAt(step) > 0.42;
  const amount = isSale ? 34 + Math.round(pseudoRandomAt(step + 1000) ** 2 * 310) : 0;
  const drift = Math.round((pseudoRandomAt(step + 2000) - 0.5) * 7);
  return {
    revenue: [...revenue, (revenue.at(-1) ?? 0) + amount],
    orders: orders + (isSale ? 1 : 0),
    users: users + Math.round(pseudoRandomAt(step + 3000) * 5),
    active: Math.min(71, Math.max(28, active + drift)),
  };
}

export function nextSampleMetrics(moment: SampleMetrics): SampleMetrics {
  return moment.revenue.length < closing ? next(moment) : moment;
}

export function firstSampleMetrics(): SampleMetrics {
  let moment: SampleMetrics = { revenue: [9_460], orders: 87, users: 2_911, active: 46 };
  while (moment.revenue.length < begun) moment = next(moment);
  return moment;
}
