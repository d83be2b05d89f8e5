import { toZoned } from './time-range.ts';

interface LocalTime {
  /** `2026-11-25` */
  date: string;
  /** `10:15:00` */
  time: string;
  /** Such as `+01:00`. */
  offset: string;
}

/** No zone has moved its clocks at another instant since 2000. */
const stepMs = 15 * 60_000;

/** Writes instants as times of a zone. Fast for instants in their order, because it asks for the offset once a quarter hour. */
export function createLocalTimes(timeZone: string): (at: number) => LocalTime {
  let known: { step: number; offsetMs: number; offset: string } | undefined;
  return (at) => {
    const step = Math.floor(at / stepMs);
    if (known?.step !== step) {
      const { offsetNanoseconds, offset } = toZoned(at, timeZone);
      known = { step, offsetMs: offsetNanoseconds / 1_000_000, offset };
    }
    const local = new Date(at + known.offsetMs).toISOString();
    return { date: local.slice(0, 10), time: local.slice(11, 19), offset: known.offset };
  };
}
