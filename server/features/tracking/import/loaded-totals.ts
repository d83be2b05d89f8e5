import { toMinorUnits } from '../../../../contract/rules/decimal.ts';
import type { Tx } from '../../../db/client.ts';
import type { ChunkEvent } from './event-chunks.ts';
import {
  addToTotals,
  insertDailyVisitors,
  lockReadingMinute,
  revenueDigits,
  type TotalsChange,
} from './loaded-totals.queries.ts';

/** Readings of a loaded history are this far apart: the width of a point of a portal's shortest chart. */
const readingStepMs = 10 * 60_000;

/** Adds stored events to the running totals, with readings. */
export async function addLoadedEvents(tx: Tx, companyId: string, stored: ChunkEvent[]): Promise<void> {
  const events = stored.toSorted((a, b) => a.occurredMs - b.occurredMs);
  const last = events.at(-1);
  if (!last) return;
  const firstSeen = new Map<bigint, Date>();
  for (const { kind, visitorId, occurredMs } of events) {
    // Engagement alone is no visitor, as in ingestion.
    if (visitorId === null || kind === 'engagement' || firstSeen.has(visitorId)) continue;
    firstSeen.set(visitorId, new Date(occurredMs));
  }
  const users = await insertDailyVisitors(tx, companyId, firstSeen);
  const readingMinute = await lockReadingMinute(tx, companyId);
  await addToTotals(tx, companyId, toChanges(events, users), {
    lastEventAt: new Date(last.occurredMs),
    readingMinute,
  });
}

/** What the events, oldest first, add to the totals in each step. */
function toChanges(events: ChunkEvent[], users: Set<bigint>): TotalsChange[] {
  const changes = new Map<number, TotalsChange>();
  const uncounted = new Set(users);
  for (const { kind, visitorId, amount, occurredMs: time } of events) {
    const step = Math.floor(time / readingStepMs);
    const minute = new Date(time - (time % 60_000));
    const change = changes.get(step) ?? { minute, pageViews: 0, users: 0, orders: 0, revenueUnits: 0n };
    changes.set(step, change);
    change.minute = minute;
    if (kind === 'pageview') change.pageViews += 1;
    if (visitorId !== null && kind !== 'engagement' && uncounted.delete(visitorId)) change.users += 1;
    if (amount === null) continue;
    const units = toMinorUnits(amount, revenueDigits);
    if (kind === 'order') {
      change.orders += 1;
      change.revenueUnits += units;
    } else if (kind === 'refund') change.revenueUnits -= units;
  }
  return [...changes.values()];
}
