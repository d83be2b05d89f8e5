import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import type { TrackedCompany } from '../../companies/tracked-company.ts';

/** A calendar day of a time zone. `startMs` (inclusive) and `endMs` (exclusive) are Unix milliseconds. */
export interface LocalDay {
  /** ISO 8601, such as 2026-03-29. */
  date: string;
  startMs: number;
  endMs: number;
}

// Almost all lookups are about today or yesterday of a few zones.
const recentDays = new LRUCache<string, LocalDay[]>({ max: 1_000 });
const daysOfZone = 3;

/** The day of a time zone (IANA name) that contains a moment. A zone the system does not know counts as UTC. */
export function toLocalDay(timeZone: string, ms: number): LocalDay {
  const recent = recentDays.get(timeZone);
  if (recent) {
    for (const day of recent) if (ms >= day.startMs && ms < day.endMs) return day;
  }
  const day = readLocalDay(timeZone, ms);
  recentDays.set(timeZone, [day, ...(recent ?? []).slice(0, daysOfZone - 1)]);
  return day;
}

function readLocalDay(timeZone: string, ms: number): LocalDay {
  const instant = Temporal.Instant.fromEpochMilliseconds(ms);
  let start: Temporal.ZonedDateTime;
  try {
    start = instant.toZonedDateTimeISO(timeZone).startOfDay();
  } catch (error) {
    if (error instanceof RangeError && timeZone !== 'UTC') return readLocalDay('UTC', ms);
    throw error;
  }
  return {
    date: start.toPlainDate().toString(),
    startMs: start.epochMilliseconds,
    // Not 24 hours later: days on which the clocks change have 23 or 25 hours.
    endMs: start.add({ days: 1 }).startOfDay().epochMilliseconds,
  };
}

/** Zero for a company that stores no visitor ids. Rounded up, so that the script never deletes its id before the day has ended. */
export function toSecondsLeft(
  company: Pick<TrackedCompany, 'storesVisitorId' | 'timeZone'> | undefined,
  now: Date,
): number {
  if (!company?.storesVisitorId) return 0;
  return Math.ceil((toLocalDay(company.timeZone, now.getTime()).endMs - now.getTime()) / 1000);
}
