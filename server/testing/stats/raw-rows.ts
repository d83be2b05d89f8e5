import { toInstant } from '../../features/stats/recount/local-time.ts';
import {
  type RawEvent,
  type RawOrder,
  type SourceTable,
  toUnits,
} from '../../features/stats/recount/raw-rows.ts';
import { statisticsColumns } from '../../features/tracking/event-columns.ts';

let count = 0;

const nothingStored = Object.fromEntries(statisticsColumns.map((name) => [name, null])) as Record<
  (typeof statisticsColumns)[number],
  null
>;

/** Microseconds since 1970 of a local time such as `2026-05-04T10:00`. */
export const localTime = (text: string, timeZone = 'UTC') => toInstant(text, timeZone);

/** A page view of visitor 1 at ten o'clock on 4 May 2026 in UTC. Ids ascend in the order of the calls. */
export function aRawEvent({ at, ...given }: Partial<RawEvent> & { at?: string } = {}): RawEvent {
  count += 1;
  return {
    ...nothingStored,
    id: `01990000-0000-7000-8000-${String(count).padStart(12, '0')}`,
    kind: 'pageview',
    path: '/',
    referrer_host: '',
    browser: 'Chrome',
    os: 'Windows',
    device: 'desktop',
    occurred_at: localTime(at ?? '2026-05-04T10:00'),
    visitor_id: '1',
    host: 'shop.test',
    source: 'Direct',
    channel: 'Direct',
    ...given,
  };
}

/** A row as it was stored before version 0.2. */
export function anOldRawEvent(given: Partial<RawEvent> & { at?: string } = {}): RawEvent {
  return aRawEvent({ host: null, visitor_id: null, session_id: 's1', source: null, channel: null, ...given });
}

export const anEngagement = (at: string, engagedMs: number, given: Partial<RawEvent> = {}) =>
  aRawEvent({ kind: 'engagement', at, engaged_ms: engagedMs, ...given });

export const anOrderEvent = (at: string, orderId: string, given: Partial<RawEvent> = {}) =>
  aRawEvent({ kind: 'order', at, order_id: orderId, ...given });

export const aCustomEvent = (at: string, name: string, given: Partial<RawEvent> = {}) =>
  aRawEvent({ kind: 'event', at, event_name: name, ...given });

export const aRefund = (at: string, orderId: string, amount: string, given: Partial<RawEvent> = {}) =>
  aRawEvent({ kind: 'refund', at, order_id: orderId, amount, visitor_id: null, ...given });

/** Orders in the company's currency, by their amounts. */
export function ordersOf(amounts: Record<string, string>, given: Partial<RawOrder> = {}) {
  return new Map<string, RawOrder>(
    Object.entries(amounts).map(([orderId, amount]) => [
      orderId,
      { amount: toUnits(amount), foreignCurrency: null, isVerified: false, ...given },
    ]),
  );
}

export const testSources: SourceTable = {
  toSource: (host) => ({ '': 'Direct', 'google.com': 'Google' })[host] ?? host,
  toChannel: (host) => ({ '': 'Direct', 'google.com': 'Organic Search' })[host] ?? 'Referral',
};
