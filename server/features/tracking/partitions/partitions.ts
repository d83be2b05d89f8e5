import type { Tx } from '../../../db/client.ts';
import { createPartition, dropPartition, listPartitions, type Month } from './partitions.queries.ts';

/** Months ahead that have a partition: enough time to notice a job that stopped running. */
const monthsAhead = 3;

/** The calendar month (UTC) a number of months after a time, as a partition of `events`. */
export function toPartition(time: Date, monthsLater: number): Month {
  const from = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater, 1));
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const month = String(from.getUTCMonth() + 1).padStart(2, '0');
  // Four digits, so that names sort as their months do.
  const year = String(from.getUTCFullYear()).padStart(4, '0');
  return { name: `events_${year}_${month}`, from: from.toISOString(), to: to.toISOString() };
}

/** Creates the missing partitions from `monthsBack` months ago to three months ahead. */
export async function ensurePartitions(tx: Tx, now: Date, monthsBack = 1): Promise<void> {
  const existing = new Set(await listPartitions(tx));
  for (let offset = -monthsBack; offset <= monthsAhead; offset += 1) {
    const month = toPartition(now, offset);
    if (existing.has(month.name)) continue;
    await createPartition(tx, month);
  }
}

/** Creates the missing partitions of the months that these times are in. */
export async function ensureMonths(tx: Tx, times: Date[]): Promise<void> {
  const existing = new Set(await listPartitions(tx));
  for (const time of times) {
    const month = toPartition(time, 0);
    if (!existing.has(month.name)) await createPartition(tx, month);
  }
}

export interface ExpiredMonths {
  dropped: string[];
  /** Expired, but not saved elsewhere. */
  kept: string[];
}

/**
 * Drops the months that ended before `retentionDays` ago, from the oldest on, and stops at the first that may not be
 * dropped: what is dropped must be older than what is kept. Dropping is instant and leaves no bloat.
 */
export async function dropExpiredPartitions(
  tx: Tx,
  now: Date,
  retentionDays: number,
  mayDrop: (month: Month) => Promise<boolean>,
): Promise<ExpiredMonths> {
  const keepFrom = toPartition(new Date(now.getTime() - retentionDays * 86_400_000), 0).name;
  const expired = (await listPartitions(tx)).filter((name) => name < keepFrom);
  const dropped: string[] = [];
  for (const name of expired) {
    if (!(await mayDrop(toMonth(name)))) break;
    await dropPartition(tx, name);
    dropped.push(name);
  }
  return { dropped, kept: expired.slice(dropped.length) };
}

/** The month of a partition with a name such as `events_2026_01`. */
function toMonth(name: string): Month {
  const [, year = '', month = ''] = name.split('_');
  return toPartition(new Date(`${year}-${month}-01T00:00:00Z`), 0);
}
