import type { LoadedEvent } from '../import/bulk-load.ts';
import { type LocalDay, toLocalDay } from '../visitors/local-days.ts';
import { browsers, origins, places, trafficByHour, trafficByWeekday } from './demo-audience.ts';
import type { DemoSite } from './demo-site.ts';
import { type DemoVisitor, makeVisit } from './demo-visit.ts';
import { pickEventId, pickHash, pickWeighted, type Random, type Weighted } from './random.ts';

interface DemoPeriod {
  site: DemoSite;
  /** IANA name. */
  timeZone: string;
  /** Whole days of the zone, the last one until `now`. */
  days: number;
  now: Date;
}

/** Traffic at the end of the period relative to its beginning. */
const growth = 1.9;
/** The part of visitors that come back later the same day. */
const returning = 0.09;
/** More than the pause that ends a visit. */
const returnAfterMs = 45 * 60_000;
const refunds: Weighted<number> = [
  [0, 95],
  [0.5, 2],
  [1, 3],
];

/**
 * Invented events of a shop in every dimension, oldest first: visitors by hour, weekday and growth, their visits, page
 * views, engagement, custom events and orders. The same random numbers give the same events.
 */
export function* generateDemoEvents(random: Random, period: DemoPeriod): Generator<LoadedEvent> {
  const { now, timeZone, days } = period;
  const nowMs = now.getTime();
  for (const [index, day] of listDays(timeZone, nowMs, days).entries()) {
    const events = makeDay(random, period, day, (index + 1) / days);
    events.sort((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime());
    for (const event of events) {
      // A visitor belongs to one day, so what would happen after midnight is left out.
      if (event.occurred_at.getTime() >= Math.min(day.endMs, nowMs)) break;
      yield event;
    }
  }
}

/** The local days up to the day that contains `nowMs`, oldest first. */
function listDays(timeZone: string, nowMs: number, count: number): LocalDay[] {
  const days = [toLocalDay(timeZone, nowMs)];
  while (days.length < count) days.unshift(toLocalDay(timeZone, (days[0]?.startMs ?? nowMs) - 1));
  return days;
}

function makeDay(random: Random, { site }: DemoPeriod, day: LocalDay, progress: number): LoadedEvent[] {
  // Days of ISO 8601 dates parse as UTC; Sunday is 0.
  const weekday = (new Date(day.date).getUTCDay() + 6) % 7;
  const trend = (1 + (growth - 1) * progress) / ((1 + growth) / 2);
  const expected = site.visitorsPerDay * trend * (trafficByWeekday[weekday] ?? 1) * (0.88 + random() * 0.24);
  const visitors = Math.round(expected);
  const sources = origins
    .filter(({ since = 0, weekdays }) => progress >= since && (weekdays?.includes(weekday) ?? true))
    .map((profile) => [profile, profile.weight] as const);
  const hours = trafficByHour.map((traffic, hour) => [hour, traffic] as const);
  const hourMs = (day.endMs - day.startMs) / 24;

  const events: LoadedEvent[] = [];
  for (let n = 0; n < visitors; n += 1) {
    const visitor: DemoVisitor = {
      visitor_id: pickHash(random),
      host: site.host,
      ...pickWeighted(random, places),
      ...pickWeighted(random, browsers),
    };
    let startMs = Math.floor(day.startMs + (pickWeighted(random, hours) + random()) * hourMs);
    for (let isFirst = true; isFirst || random() < returning; isFirst = false) {
      const { origin, intent } = pickWeighted(random, sources);
      const visit = makeVisit(random, { site, visitor, origin, startMs, intent });
      events.push(...visit, ...makeRefunds(random, visit));
      startMs =
        (visit.at(-1)?.occurred_at.getTime() ?? startMs) + returnAfterMs + random() * 3 * returnAfterMs;
      startMs = Math.floor(startMs);
    }
  }
  return events;
}

/** Makes the refunds of a visit's orders, some hours later. */
function makeRefunds(random: Random, visit: readonly LoadedEvent[]): LoadedEvent[] {
  const entry = visit[0];
  return visit.flatMap((event): LoadedEvent[] => {
    const { order_id: orderId, amount, currency } = event;
    if (event.kind !== 'order' || event.reported_by !== 'verified' || !entry) return [];
    const refunded = Number(amount) * pickWeighted(random, refunds);
    const atMs = event.occurred_at.getTime() + Math.floor((1 + random() * 5) * 3_600_000);
    if (refunded < 0.01) return [];
    const refund = { order_id: orderId, event_name: `R-${orderId}`, amount: refunded.toFixed(2), currency };
    return [
      {
        ...entry,
        ...{ ...refund, kind: 'refund', id: pickEventId(random, atMs), occurred_at: new Date(atMs) },
        ...{ visitor_id: null, tab_id: null },
      },
    ];
  });
}
