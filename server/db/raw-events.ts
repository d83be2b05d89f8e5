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

/** A time of which PostgreSQL has raw events, in milliseconds since 1970. */
export interface RawTime {
  from: number;
  to: number;
  /** When its partition was created. Segments from before may have events that the partition lacks. */
  since: number;
}

/** Ascending. */
export type RawTimes = readonly RawTime[];

const rangePattern = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/;

/** Reads the partitions of `events`. Events of dropped partitions are in segments alone. */
export async function listRawTimes(tx: Tx): Promise<RawTimes> {
  const found = await tx.query<{ bounds: string; comment: string | null }>(
    `SELECT pg_get_expr(child.relpartbound, child.oid) AS bounds, obj_description(child.oid, 'pg_class') AS comment
     FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid WHERE inhparent = 'events'::regclass`,
  );
  const times = found.rows.flatMap(({ bounds, comment }) => {
    const [, from, to] = rangePattern.exec(bounds) ?? [];
    const [, created] = /^created (\S+)$/.exec(comment ?? '') ?? [];
    // A partition without a comment is as old as the database.
    const since = created === undefined ? Number.NEGATIVE_INFINITY : Date.parse(created);
    return from && to ? [{ from: Date.parse(toIso(from)), to: Date.parse(toIso(to)), since }] : [];
  });
  return times.sort((one, other) => one.from - other.from);
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

/**
 * Whether a segment of these days, built at a time, can be built again from PostgreSQL: no part of its raw events was
 * dropped.
 */
export function isRawComplete(raw: RawTimes, days: LocalDays, builtAt: Date): boolean {
  const wanted = toTimes(days);
  let reached = wanted.from;
  for (const { from, to, since } of raw) {
    if (since > builtAt.getTime()) continue;
    if (from > reached) break;
    reached = Math.max(reached, to);
  }
  return reached >= wanted.to;
}
