import { Temporal } from 'temporal-polyfill';
import type { Tx } from './client.ts';

/** Local days of a company, and the zone they are days of. */
export interface LocalDays {
  /** `2026-01-31` */
  first_day: string;
  /** Inclusive. */
  last_day: string;
  time_zone: string;
}

/** The times of which PostgreSQL has the raw events, in milliseconds since 1970, ascending. */
export type RawTimes = readonly { from: number; to: number }[];

const rangePattern = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/;

/** Reads the bounds of the partitions of `events`. Events of dropped partitions are in segments alone. */
export async function listRawTimes(tx: Tx): Promise<RawTimes> {
  const found = await tx.query<{ bounds: string }>(
    `SELECT pg_get_expr(child.relpartbound, child.oid) AS bounds
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = 'events'::regclass`,
  );
  const ranges = found.rows.flatMap(({ bounds }) => {
    const [, from, to] = rangePattern.exec(bounds) ?? [];
    return from && to ? [{ from: Date.parse(toIso(from)), to: Date.parse(toIso(to)) }] : [];
  });
  return ranges.sort((one, other) => one.from - other.from);
}

/** `2026-01-01 00:00:00+00` as PostgreSQL prints it, with the offset of the connection's time zone. */
const toIso = (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');

/** The time from the start of the first day (inclusive) to the end of the last one (exclusive), in milliseconds. */
export function toTimes(days: LocalDays): { from: number; to: number } {
  const toInstant = (day: Temporal.PlainDate) => day.toZonedDateTime(days.time_zone).epochMilliseconds;
  return {
    from: toInstant(Temporal.PlainDate.from(days.first_day)),
    to: toInstant(Temporal.PlainDate.from(days.last_day).add({ days: 1 })),
  };
}

/** Whether these days can be read from PostgreSQL completely: no part of them was dropped. */
export function isRawComplete(raw: RawTimes, days: LocalDays): boolean {
  const wanted = toTimes(days);
  let reached = wanted.from;
  for (const { from, to } of raw) {
    if (from > reached) break;
    reached = Math.max(reached, to);
  }
  return reached >= wanted.to;
}
