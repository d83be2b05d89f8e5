import type { EventBatch, EventRow, PresenceRow, StoredBatch, VisitorRow } from '../event-batch.ts';
import type { KnownEvent, OrderKey, StoredOrder, VisitorKey } from './known-rows.queries.ts';

/** The rows that were stored before a batch. */
export interface KnownRows {
  events: KnownEvent[];
  removedOrders: OrderKey[];
  storedOrders: StoredOrder[];
  /** Visitors of the batch's session events. */
  visitors: VisitorKey[];
}

/** The rows to be written for a batch. Each list is sorted by its key, so that two processes lock rows in the same order. */
export interface BatchPlan {
  events: EventRow[];
  orders: EventRow[];
  visitors: VisitorRow[];
  /** Keys of visitors that must be new: their session events are stored only then. */
  newVisitors: Set<string>;
  openTabs: PresenceRow[];
  /** The tabs that have left, by company. */
  leftTabs: Map<string, PresenceRow[]>;
  /** The new events of each company. A company that only sent something has none. */
  changes: { companyId: string; events: EventRow[] }[];
  answer: StoredBatch;
}

/** Decides what of a batch is new, with the rules of the single statement (`store-batch.queries.ts`). */
export function planBatch(batch: EventBatch, known: KnownRows): BatchPlan {
  const knownEvents = new Map(known.events.map((event) => [toEventKey(event), event]));
  const fresh = batch.events.filter((event) => !knownEvents.has(toEventKey(event)));
  const orders = listNewOrders(fresh, known);
  const newOrders = new Set(orders.map(toEventKey));
  const withoutSessions = fresh.filter(
    ({ kind, ...event }) => kind !== 'session' && (kind !== 'order' || newOrders.has(toEventKey(event))),
  );
  const withVisit = new Set(withoutSessions.filter(({ kind }) => kind !== 'engagement').map(toVisitorKey));
  const sessions = fresh.filter(({ kind }) => kind === 'session');
  const seen = new Set([...withVisit, ...sessions.map(toVisitorKey)]);
  const visitors = batch.visitors.filter((visitor) => seen.has(toVisitorKey(visitor)));
  const newVisitors = listNewVisitors(visitors, sessions, known);
  const newSessions = sessions.filter(
    (event) => newVisitors.has(toVisitorKey(event)) && !withVisit.has(toVisitorKey(event)),
  );
  const events = sortBy([...withoutSessions, ...newSessions], toEventKey);
  return {
    ...{ events, orders, visitors, newVisitors },
    openTabs: batch.presence.filter((tab) => !tab.has_left),
    leftTabs: groupByCompany(batch.presence.filter((tab) => tab.has_left)),
    changes: listChanges([...fresh, ...batch.presence], events),
    answer: {
      alteredRepeats: new Set([
        ...batch.alteredRepeats,
        ...batch.events.filter((event) => isAltered(event, knownEvents.get(toEventKey(event)))),
      ]),
      duplicateOrders: new Set([...batch.duplicateOrders, ...listDuplicates(fresh, newOrders, known)]),
    },
  };
}

/** Orders that were neither reported nor removed before, sorted by company and number. */
function listNewOrders(fresh: EventRow[], { removedOrders, storedOrders }: KnownRows): EventRow[] {
  const known = new Set([...removedOrders, ...storedOrders].map(toOrderKey));
  return sortBy(
    fresh.filter((event) => event.kind === 'order' && !known.has(toOrderKey(event))),
    toOrderKey,
  );
}

/** Orders that are not new, unless the stored one has the same amount and the same or a better source. */
function listDuplicates(fresh: EventRow[], newOrders: Set<string>, { storedOrders }: KnownRows): EventRow[] {
  const stored = new Map(storedOrders.map((order) => [toOrderKey(order), order]));
  const isSame = (order: EventRow) => {
    const found = stored.get(toOrderKey(order));
    return (
      found !== undefined &&
      Number(found.amount) === Number(order.amount) &&
      found.foreign_currency === (order.foreign_currency ?? null) &&
      (found.source === 'page' || (found.source === 'server' && order.reporter === 'server'))
    );
  };
  return fresh.filter(
    (event) => event.kind === 'order' && !newOrders.has(toEventKey(event)) && !isSame(event),
  );
}

/** The keys of visitors with session events that are not counted yet. */
function listNewVisitors(visitors: VisitorRow[], sessions: EventRow[], known: KnownRows): Set<string> {
  const counted = new Set(known.visitors.map(toVisitorKey));
  const ofSessions = new Set(sessions.map(toVisitorKey));
  return new Set(visitors.map(toVisitorKey).filter((key) => ofSessions.has(key) && !counted.has(key)));
}

function listChanges(sent: { company_id: string }[], events: EventRow[]): BatchPlan['changes'] {
  const changes = new Map<string, EventRow[]>();
  for (const { company_id } of sent) changes.set(company_id, []);
  for (const event of events) changes.get(event.company_id)?.push(event);
  return sortBy([...changes], ([companyId]) => companyId).map(([companyId, ofCompany]) => ({
    companyId,
    events: ofCompany,
  }));
}

function groupByCompany(tabs: PresenceRow[]): Map<string, PresenceRow[]> {
  const groups = new Map<string, PresenceRow[]>();
  for (const tab of tabs) {
    const group = groups.get(tab.company_id);
    if (group) group.push(tab);
    else groups.set(tab.company_id, [tab]);
  }
  return groups;
}

/** Hashes are compared only within a day, because each day has another salt. */
function isAltered(event: EventRow, known: KnownEvent | undefined): boolean {
  if (!known) return false;
  return (
    known.kind !== event.kind ||
    known.order_id !== (event.order_id ?? null) ||
    toNumber(known.amount) !== toNumber(event.amount) ||
    known.engaged_ms !== (event.engaged_ms ?? null) ||
    (known.occurred_at.getTime() === Date.parse(event.occurred_at) &&
      (isOtherHash(known.tab_id, event.tab_id) || isOtherHash(known.visitor_id, event.visitor_id)))
  );
}

const isOtherHash = (known: string | null, sent: string | undefined) =>
  known !== null && sent !== undefined && known !== sent;

const toNumber = (amount: string | null | undefined) => (amount == null ? null : Number(amount));
const toEventKey = (event: { company_id: string; id: string }) => `${event.company_id} ${event.id}`;
export const toOrderKey = (order: { company_id: string; order_id?: string | undefined }) =>
  `${order.company_id} ${order.order_id}`;
export const toVisitorKey = (row: { company_id: string; visitor_id?: string | undefined }) =>
  `${row.company_id} ${row.visitor_id}`;

function sortBy<Row>(rows: Row[], toKey: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, key: toKey(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}
