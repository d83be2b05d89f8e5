import type { Db, Tx } from '../../../db/client.ts';
import { withOwnerConnection } from '../../../db/database-roles.ts';
import { isDatabaseUnavailable } from '../../../platform/http/error-handler.ts';
import { recordEventChanges } from '../event-changes.queries.ts';
import { ensureMonths, toPartition } from '../partitions/partitions.ts';
import { dailyVisitorDays } from '../visitors/visitor-salts.ts';
import {
  allowLongStatements,
  copyEvents,
  insertLoadedOrders,
  insertLoadedRefunds,
  insertLoadedVisitors,
  type LoadedEvent,
  listStoredEventIds,
} from './bulk-load.queries.ts';
import { type ChunkEvent, type EventChunk, toChunks } from './event-chunks.ts';

export type { LoadedEvent };

export interface LoadDeps {
  db: Db;
  /** Connects with the role that owns the tables: months without a partition get one. */
  ownerUrl: string;
}

export interface LoadOptions {
  now: Date;
}

/** While one chunk is stored, the next is prepared or stored as well. */
const concurrentChunks = 2;
/** Another load may store the same events between two attempts. */
const attemptsMax = 3;

/**
 * Loads events with their own times, however old, into the dataset of a company (or of demo data) and returns how many
 * were new. An event whose id is stored already at about its time is skipped, and so is an order whose number another
 * event reported or that was removed: loading the same rows again changes nothing. Commits every 20,000 events, each
 * time with an entry in the journal; an error keeps what was committed.
 */
export async function loadEvents(
  { db, ownerUrl }: LoadDeps,
  datasetId: string,
  rows: AsyncIterable<LoadedEvent> | Iterable<LoadedEvent>,
  { now }: LoadOptions,
): Promise<number> {
  const storing: Promise<number>[] = [];
  const months = new Set<string>();
  let stored = 0;
  try {
    for await (const chunk of toChunks(rows)) {
      if (storing.length === concurrentChunks) stored += (await storing.shift()) ?? 0;
      const missing = chunk.months.filter((month) => !months.has(toPartition(month, 0).name));
      if (missing.length > 0) {
        // A new partition waits for every open transaction on the events, and every later one for it.
        await Promise.allSettled(storing);
        await createMonths(ownerUrl, missing);
        for (const month of missing) months.add(toPartition(month, 0).name);
      }
      const committed = db.transaction((tx) => storeChunk(tx, datasetId, chunk, now));
      // The error is thrown where the result is awaited.
      committed.catch(() => {});
      storing.push(committed);
    }
    for (const committed of storing) stored += await committed;
    return stored;
  } finally {
    await Promise.allSettled(storing);
  }
}

/** Loads events within a transaction, all or nothing. They are kept in memory, and their months must have partitions. */
export async function loadPreparedEvents(
  tx: Tx,
  datasetId: string,
  chunks: EventChunk[],
  { now }: LoadOptions,
): Promise<void> {
  for (const chunk of chunks) await storeChunk(tx, datasetId, chunk, now);
}

/** Creates the missing partitions of the months that these times are in. */
export async function createMonths(ownerUrl: string, times: Date[]): Promise<void> {
  await withOwnerConnection(ownerUrl, (owner) => ensureMonths(owner, times));
}

async function storeChunk(tx: Tx, datasetId: string, chunk: EventChunk, now: Date): Promise<number> {
  await allowLongStatements(tx);
  let known = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const events = known.size > 0 ? chunk.events.filter(({ id }) => !known.has(id)) : chunk.events;
    try {
      return await tx.transaction((nested) => storeNewEvents(nested, datasetId, { ...chunk, events }, now));
    } catch (error) {
      if (isDatabaseUnavailable(error) || attempt === attemptsMax) throw error;
      const ids = chunk.events.map(({ id }) => id);
      const stored = await listStoredEventIds(tx, datasetId, ids, chunk.range);
      // The stored rows decide, not the code of the failure: a cluster reports a duplicate in a COPY as an internal error.
      if (stored.size === known.size) throw error;
      known = stored;
    }
  }
}

async function storeNewEvents(tx: Tx, datasetId: string, chunk: EventChunk, now: Date): Promise<number> {
  const events = await withoutOtherOrders(tx, datasetId, chunk.events);
  if (events.length === 0) return 0;
  await copyEvents(tx, datasetId, { text: chunk.text, lines: events });
  await storeRecentVisitors(tx, datasetId, events, now);
  await recordEventChanges(tx, datasetId, chunk.range, now);
  return events.length;
}

/** An erasure would otherwise delete the engagement of these visitors, because it could be that of the erased one. */
async function storeRecentVisitors(
  tx: Tx,
  datasetId: string,
  events: ChunkEvent[],
  now: Date,
): Promise<void> {
  const firstSeen = new Map<bigint, Date>();
  for (const { kind, visitorId, occurredMs } of events) {
    // Engagement alone is no visitor, as in ingestion.
    if (
      visitorId === null ||
      kind === 'engagement' ||
      occurredMs < now.getTime() - dailyVisitorDays * 86_400_000
    )
      continue;
    const known = firstSeen.get(visitorId);
    if (!known || occurredMs < known.getTime()) firstSeen.set(visitorId, new Date(occurredMs));
  }
  if (firstSeen.size > 0) await insertLoadedVisitors(tx, datasetId, firstSeen);
}

/** Stores the shop orders and refunds, and leaves out their events that do not count. */
async function withoutOtherOrders(tx: Tx, datasetId: string, events: ChunkEvent[]): Promise<ChunkEvent[]> {
  const orders: LoadedEvent[] = [];
  for (const { order } of events) if (order) orders.push(order);
  const refunds: LoadedEvent[] = [];
  for (const { refund } of events) if (refund) refunds.push(refund);
  if (orders.length + refunds.length === 0) return events;
  const counting = await insertLoadedOrders(tx, datasetId, orders);
  for (const id of await insertLoadedRefunds(tx, datasetId, refunds)) counting.add(id);
  return events.filter(({ id, order, refund }) => !(order || refund) || counting.has(id));
}
