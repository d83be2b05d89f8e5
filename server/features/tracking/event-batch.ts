import type { GivenColumn, StoredEvent } from './event-columns.ts';
import type { Channel } from './sources/channels.ts';
import type { Tab } from './visitors/recent-tabs.ts';

/** A value as JSON has it: 64-bit integers and times are text, and undefined, which is NULL, is not part of the batch. */
type Collected<Value> = Value extends null ? undefined : Value extends bigint | Date ? string : Value;
type CollectedColumns = { [Name in GivenColumn]: Collected<StoredEvent[Name]> };

/** A row of `events`, and what decides whether it is stored. */
export interface EventRow extends CollectedColumns {
  company_id: string;
  /** A `session` is stored only if its visitor is new today and the batch has no other event of it. */
  kind: 'pageview' | 'event' | 'order' | 'engagement' | 'session';
  host: string;
  referrer_path: string;
  source: string;
  channel: Channel;
  /** The currency of an order that is not the company's. */
  foreign_currency: string | undefined;
  /** Whether a page (with an Origin header) or a server sent it. Decides between two reports of an order. */
  reporter: 'page' | 'server';
}

/** A visitor of the batch, counted if it is new and one of its events is stored. */
export interface VisitorRow {
  company_id: string;
  visitor_id: string;
  network_id: string;
}

/** A tab that was seen, or that is leaving. */
export interface PresenceRow {
  company_id: string;
  /** A keyed hash (`visitors/stored-tab.ts`). */
  session_id: string;
  page_url: string;
  /** The class of browser, as in `Firefox, Windows, desktop`. */
  user_agent: string;
  visitor_id: string | undefined;
  source: string | undefined;
  country: string | undefined;
  has_left: boolean;
}

/** The rows that one statement stores. Each list is sorted by its key and holds no key twice. */
export interface EventBatch {
  /** Sorted by company and id; no shop order twice. */
  events: EventRow[];
  /** Sorted by company and visitor. */
  visitors: VisitorRow[];
  /** Sorted by company and session. */
  presence: PresenceRow[];
  /** Events of the batch that repeat an id with other content. */
  alteredRepeats: EventRow[];
  /** Further reports of an order that is already in the batch. */
  duplicateOrders: EventRow[];
}

/** The events of a batch that were not stored. */
export interface StoredBatch {
  /** Events whose id was sent before with other content. */
  alteredRepeats: Set<EventRow>;
  /** Reports of orders whose number was already reported with another amount or source, or was removed. */
  duplicateOrders: Set<EventRow>;
}

/** One accepted event as rows. An event that only shows that a tab is open or has left has no event row. */
export interface AcceptedEvent {
  companyId: string;
  event: EventRow | undefined;
  visitor: VisitorRow | undefined;
  presence: PresenceRow | undefined;
  tab: Tab | undefined;
  /** The time in the event's id: of two events of a tab, it decides which was later. */
  atMs: number;
  /** Whether the event counts at the time in its id. */
  hasOwnTime: boolean;
  /** Host name of the page, '' for an order without one. */
  pageHost: string;
  /** Path of the page before it may be replaced by "(other)", '' for an order without one. */
  pagePath: string;
  /** Host name of the referrer, '' without one. */
  referrerHost: string;
  /** The Origin header, for rejections and order conflicts that are found after storing. */
  origin?: string | undefined;
  userAgent?: string;
  /** The key that limits of the sender's address are counted under. */
  address?: string;
}

/**
 * Sorts a batch by key and removes repetitions. Repetitions with other content, and further reports of an order that is
 * already in the batch, are returned separately.
 */
export function toBatch(items: AcceptedEvent[]): EventBatch {
  const events = new Map<string, EventRow>();
  const orderKeys = new Set<string>();
  const visitors = new Map<string, VisitorRow>();
  const seen = new Map<string, { presence: PresenceRow; atMs: number }>();
  const alteredRepeats: EventRow[] = [];
  const duplicateOrders: EventRow[] = [];
  for (const { event, visitor, presence, atMs } of items) {
    if (event) addEvent(event);
    if (visitor) visitors.set(`${visitor.company_id} ${visitor.visitor_id}`, visitor);
    if (presence) {
      const key = `${presence.company_id} ${presence.session_id}`;
      const earlier = seen.get(key);
      // A late event must not bring back a tab that has left.
      if (!earlier || atMs >= earlier.atMs) seen.set(key, { presence, atMs });
    }
  }
  return {
    events: sortByKey(events),
    visitors: sortByKey(visitors),
    presence: sortByKey(seen).map(({ presence }) => presence),
    alteredRepeats,
    duplicateOrders,
  };

  function addEvent(event: EventRow): void {
    const earlier = events.get(event.company_id + event.id);
    if (earlier) {
      if (!isSameEvent(earlier, event)) alteredRepeats.push(event);
      return;
    }
    if (event.order_id !== undefined) {
      const orderKey = `${event.company_id} ${event.order_id}`;
      if (orderKeys.has(orderKey)) {
        duplicateOrders.push(event);
        return;
      }
      orderKeys.add(orderKey);
    }
    events.set(event.company_id + event.id, event);
  }
}

function sortByKey<Row>(rows: Map<string, Row>): Row[] {
  return [...rows].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, row]) => row);
}

/** Compares the content of two events. Left out is what may have been replaced by "(other)" in one of them. */
function isSameEvent(one: EventRow, other: EventRow): boolean {
  return (
    one.kind === other.kind &&
    one.order_id === other.order_id &&
    Number(one.amount ?? 0) === Number(other.amount ?? 0) &&
    one.engaged_ms === other.engaged_ms &&
    (one.tab_id === undefined || other.tab_id === undefined || one.tab_id === other.tab_id) &&
    (one.visitor_id === undefined || other.visitor_id === undefined || one.visitor_id === other.visitor_id)
  );
}
