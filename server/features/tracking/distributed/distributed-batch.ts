import type { Tx } from '../../../db/client.ts';
import type { EventBatch, EventRow, StoredBatch } from '../event-batch.ts';
import { presenceIntervalMs, sameIdWindowMs } from '../store-batch.queries.ts';
import {
  type DatasetChange,
  deletePresence,
  type InsertedEvent,
  insertEventChanges,
  insertEvents,
  insertShopOrders,
  insertVisitors,
  type KnownEvent,
  listKnownEvents,
  listRemovedOrders,
  listStoredOrders,
  notifyActivity,
  raiseRevisions,
  upsertPresence,
} from './distributed-batch.queries.ts';

/**
 * Stores a batch as `storeBatch` does, with separate statements that a distributed database accepts (decision 51). To
 * be called in a transaction.
 */
export async function storeDistributedBatch(tx: Tx, batch: EventBatch, now: Date): Promise<StoredBatch> {
  const { events } = batch;
  const known = await findKnown(tx, events, now);
  const fresh = events.filter((event) => !known.has(keyOf(event)));
  const orders = fresh.filter((event) => event.kind === 'order');
  const newOrders = await storeOrders(tx, orders, now);
  const plain = fresh.filter(({ kind }) => kind !== 'order' && kind !== 'session');
  const inserted = await insertSorted(
    tx,
    fresh.filter((event) => plain.includes(event) || newOrders.has(orderKeyOf(event))),
  );
  const withVisit = new Set(inserted.filter(({ kind }) => kind !== 'engagement').map(visitorKeyOf));
  const sessions = fresh.filter(({ kind }) => kind === 'session');
  const seen = new Set([...withVisit, ...sessions.map(visitorKeyOf)]);
  const visitors = batch.visitors.filter((visitor) => seen.has(visitorKeyOf(visitor)));
  const newVisitors = visitors.length > 0 ? await insertVisitors(tx, visitors, now) : [];
  const counted = new Set(newVisitors.map(visitorKeyOf));
  const newSessions = await insertSorted(
    tx,
    sessions.filter((event) => counted.has(visitorKeyOf(event)) && !withVisit.has(visitorKeyOf(event))),
  );
  await storePresence(tx, batch, now);
  await storeChanges(tx, toChanges([...fresh, ...batch.presence], [...inserted, ...newSessions]), now);
  const duplicates = await listDuplicates(tx, orders, newOrders);
  return {
    alteredRepeats: new Set([
      ...batch.alteredRepeats,
      ...batch.events.filter((_, at) => isAltered(events[at], known.get(keyOf(batch.events[at])))),
    ]),
    duplicateOrders: new Set([
      ...batch.duplicateOrders,
      ...batch.events.filter((event) => duplicates.has(keyOf(event))),
    ]),
  };
}

async function findKnown(tx: Tx, events: EventRow[], now: Date): Promise<Map<string, KnownEvent>> {
  if (events.length === 0) return new Map();
  const from = new Date(now.getTime() - sameIdWindowMs);
  const to = new Date(now.getTime() + sameIdWindowMs);
  const known = await listKnownEvents(tx, events, { from, to });
  return new Map(known.map((event) => [keyOf(event), event]));
}

/** Returns the keys of the orders that were not reported or removed before. */
async function storeOrders(tx: Tx, orders: EventRow[], now: Date): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const removed = new Set((await listRemovedOrders(tx, orders.map(toOrderKey))).map(orderKeyOf));
  const accepted = sortBy(
    orders.filter((order) => !removed.has(orderKeyOf(order))),
    orderKeyOf,
  );
  if (accepted.length === 0) return new Set();
  return new Set((await insertShopOrders(tx, accepted, now)).map(orderKeyOf));
}

/** In the order of the key, so that two processes lock rows in the same order. */
async function insertSorted(tx: Tx, events: EventRow[]): Promise<InsertedEvent[]> {
  return events.length > 0 ? insertEvents(tx, sortBy(events, keyOf)) : [];
}

async function storePresence(tx: Tx, { presence }: EventBatch, now: Date): Promise<void> {
  const open = presence.filter((tab) => !tab.has_left);
  const rewriteBefore = new Date(now.getTime() - presenceIntervalMs);
  if (open.length > 0) await upsertPresence(tx, open, { now, rewriteBefore });
  for (const [companyId, tabs] of listLeftTabs(presence)) await deletePresence(tx, companyId, tabs);
}

/** The tabs that have left, by company. */
function listLeftTabs(presence: EventBatch['presence']): Map<string, EventBatch['presence']> {
  const left = new Map<string, EventBatch['presence']>();
  for (const tab of presence) {
    if (!tab.has_left) continue;
    left.set(tab.company_id, [...(left.get(tab.company_id) ?? []), tab]);
  }
  return left;
}

/** The new events of each company, sorted by company. A company that only sent something has none. */
function toChanges(sent: { company_id: string }[], inserted: InsertedEvent[]): DatasetChange[] {
  const changes = new Map<string, DatasetChange>();
  for (const { company_id } of sent) changes.set(company_id, { company_id, events: [] });
  for (const { company_id, id, occurred_at: occurredAt } of inserted)
    changes.get(company_id)?.events.push({ id, occurredAt });
  return sortBy([...changes.values()], ({ company_id }) => company_id);
}

async function storeChanges(tx: Tx, changes: DatasetChange[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  const revisions = await raiseRevisions(tx, changes, now);
  const journal = changes
    .filter(({ events }) => events.length > 0)
    .map((change) => ({ ...change, revision: revisions.get(change.company_id) ?? 0 }));
  if (journal.length > 0) await insertEventChanges(tx, journal, now);
  await notifyActivity(
    tx,
    changes.map(({ company_id }) => company_id),
  );
}

/** Orders that were not inserted, unless the stored one has the same amount and the same or a better source. */
async function listDuplicates(tx: Tx, orders: EventRow[], newOrders: Set<string>): Promise<Set<string>> {
  const repeated = orders.filter((order) => !newOrders.has(orderKeyOf(order)));
  if (repeated.length === 0) return new Set();
  const stored = new Map(
    (await listStoredOrders(tx, repeated.map(toOrderKey))).map((order) => [orderKeyOf(order), order]),
  );
  const isSame = (order: EventRow) => {
    const found = stored.get(orderKeyOf(order));
    return (
      found !== undefined &&
      Number(found.amount) === Number(order.amount) &&
      found.foreign_currency === (order.foreign_currency ?? null) &&
      (found.source === 'page' || (found.source === 'server' && order.reporter === 'server'))
    );
  };
  return new Set(repeated.filter((order) => !isSame(order)).map(keyOf));
}

/** Hashes are compared only within a day, because each day has another salt. */
function isAltered(event: EventRow | undefined, known: KnownEvent | undefined): boolean {
  if (!event || !known) return false;
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
const keyOf = (event: { company_id: string; id: string } | undefined) => `${event?.company_id} ${event?.id}`;
const orderKeyOf = (order: { company_id: string; order_id?: string | null | undefined }) =>
  `${order.company_id} ${order.order_id}`;
const toOrderKey = ({ company_id, order_id }: EventRow) => ({ company_id, order_id: order_id ?? '' });
const visitorKeyOf = (row: { company_id: string; visitor_id?: string | null | undefined }) =>
  `${row.company_id} ${row.visitor_id}`;

function sortBy<Row>(rows: Row[], keyOfRow: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, key: keyOfRow(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}
