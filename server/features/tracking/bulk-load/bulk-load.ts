import type { Db, Tx } from '../../../db/client.ts';
import { withOwnerConnection } from '../../../db/database-roles.ts';
import { recordEventChanges } from '../event-changes.queries.ts';
import { ensureMonths } from '../partitions/partitions.ts';
import {
  allowLongStatements,
  copyEvents,
  insertLoadedOrders,
  type LoadedEvent,
  listStoredEventIds,
} from './bulk-load.queries.ts';
import { type ChunkEvent, type EventChunk, toChunks } from './event-chunks.ts';
import { addLoadedEvents } from './loaded-totals.ts';

export type { LoadedEvent };

export interface LoadDeps {
  db: Db;
  /** Connects with the role that owns the tables: months without a partition get one. */
  ownerUrl: string;
}

export interface LoadOptions {
  /**
   * Whether the events are added to the running totals and readings of the company. Then the rows must be in order of
   * time for the readings to show how the totals grew. Default: false.
   */
  addsToTotals?: boolean;
  now: Date;
}

/** Another load may store the same events between two attempts. */
const attemptsMax = 3;

/**
 * Loads events with their own times, however old, into the dataset of a company (or of demo data) and returns how many
 * were new. An event whose id is stored already at about its time is skipped, and so is an order whose number another
 * event reported or that was removed: loading the same rows again changes nothing. Commits every 20,000 events, each
 * time with an entry in the journal; an error keeps what was committed. Orders that are not added to the totals must not
 * be removed or corrected later, because that would subtract them.
 */
export async function loadEvents(
  { db, ownerUrl }: LoadDeps,
  datasetId: string,
  rows: AsyncIterable<LoadedEvent> | Iterable<LoadedEvent>,
  options: LoadOptions,
): Promise<number> {
  let stored = 0;
  let storing: Promise<number> = Promise.resolve(0);
  try {
    for await (const chunk of toChunks(rows)) {
      // The next chunk is prepared while this one is stored.
      stored += await storing;
      await createMonths(ownerUrl, [chunk]);
      storing = db.transaction((tx) => storeChunk(tx, datasetId, chunk, options));
      // The error is thrown where `storing` is awaited.
      storing.catch(() => {});
    }
  } finally {
    await storing.catch(() => {});
  }
  return stored + (await storing);
}

/** Loads events within a transaction, all or nothing. They are kept in memory, and their months must have partitions. */
export async function loadPreparedEvents(
  tx: Tx,
  datasetId: string,
  chunks: EventChunk[],
  options: LoadOptions,
): Promise<void> {
  for (const chunk of chunks) await storeChunk(tx, datasetId, chunk, options);
}

/** Creates the missing partitions for the events. */
export async function createMonths(ownerUrl: string, chunks: EventChunk[]): Promise<void> {
  await withOwnerConnection(ownerUrl, (owner) =>
    ensureMonths(
      owner,
      chunks.flatMap(({ months }) => months),
    ),
  );
}

async function storeChunk(
  tx: Tx,
  datasetId: string,
  chunk: EventChunk,
  options: LoadOptions,
): Promise<number> {
  await allowLongStatements(tx);
  let known = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const events = chunk.events.filter(({ id }) => !known.has(id));
    try {
      return await tx.transaction((nested) =>
        storeNewEvents(nested, datasetId, { ...chunk, events }, options),
      );
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === attemptsMax) throw error;
      known = await listStoredEventIds(
        tx,
        datasetId,
        chunk.events.map(({ id }) => id),
        chunk.range,
      );
    }
  }
}

async function storeNewEvents(
  tx: Tx,
  datasetId: string,
  chunk: EventChunk,
  { addsToTotals = false, now }: LoadOptions,
): Promise<number> {
  const events = await withoutOtherOrders(tx, datasetId, chunk.events, addsToTotals);
  if (events.length === 0) return 0;
  await copyEvents(
    tx,
    datasetId,
    events.map(({ line }) => line),
  );
  if (addsToTotals) await addLoadedEvents(tx, datasetId, events);
  await recordEventChanges(tx, datasetId, chunk.range, now);
  return events.length;
}

/** Stores the shop orders, and leaves out the order events that do not count. */
async function withoutOtherOrders(
  tx: Tx,
  datasetId: string,
  events: ChunkEvent[],
  isCounted: boolean,
): Promise<ChunkEvent[]> {
  const orders = events.flatMap(({ order }) => (order ? [order] : []));
  if (orders.length === 0) return events;
  const counting = await insertLoadedOrders(tx, datasetId, orders, isCounted);
  return events.filter(({ id, order }) => !order || counting.has(id));
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
