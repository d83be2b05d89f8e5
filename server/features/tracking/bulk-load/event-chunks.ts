import { setImmediate as nextTurn } from 'node:timers/promises';
import { toChannel, toSource } from '../sources/sources.ts';
import { type LoadedEvent, toEventLine } from './bulk-load.queries.ts';

/** Events that are stored in one transaction. */
export interface EventChunk {
  events: ChunkEvent[];
  /** Their first and last time. */
  range: { from: Date; to: Date };
  /** A time in each month (UTC) of the events. */
  months: Date[];
}

/** What is needed of an event besides its line: the rest of the row is not kept. */
export interface ChunkEvent {
  id: string;
  line: string;
  kind: LoadedEvent['kind'];
  occurredAt: Date;
  visitorId: bigint | null;
  amount: string | null;
  /** Of an order. */
  order: LoadedEvent | undefined;
}

/** Few enough for a transaction of about a second, and for the memory of a process that serves requests. */
const chunkEventsMax = 20_000;
const chunkCharactersMax = 12_000_000;
/** Far above a row with every text at its maximum. */
const lineCharactersMax = 100_000;
const eventsPerTurn = 250;
/** Each month is a table: a wrong time must not create hundreds of them. */
const oldest = Date.parse('2000-01-01T00:00:00Z');
const newestAheadMs = 86_400_000;

/** The rows, or those of them that can be loaded in one transaction, in the order in which they are stored. */
export async function* toChunks(
  rows: AsyncIterable<LoadedEvent> | Iterable<LoadedEvent>,
): AsyncGenerator<EventChunk> {
  let events = new Map<string, ChunkEvent>();
  let characters = 0;
  let taken = 0;
  for await (const row of rows) {
    const event = toChunkEvent(row);
    events.set(event.id, event);
    characters += event.line.length;
    taken += 1;
    // The server answers requests in the meantime.
    if (taken % eventsPerTurn === 0) await nextTurn();
    if (events.size < chunkEventsMax && characters < chunkCharactersMax) continue;
    yield toChunk(events);
    events = new Map();
    characters = 0;
  }
  if (events.size > 0) yield toChunk(events);
}

function toChunkEvent(row: LoadedEvent): ChunkEvent {
  const isOrder = row.kind === 'order';
  if (isOrder && (row.order_id == null || row.amount == null))
    throw new Error(`The order event ${row.id} has no order_id or no amount.`);
  const time = row.occurred_at.getTime();
  if (!(time >= oldest && time <= Date.now() + newestAheadMs))
    throw new Error(`The time of the event ${row.id} is not between the year 2000 and tomorrow.`);
  const line = toEventLine(withSource(row));
  if (line.length > lineCharactersMax) throw new Error(`The event ${row.id} is too large.`);
  return {
    id: row.id.toLowerCase(),
    line,
    kind: row.kind,
    occurredAt: row.occurred_at,
    visitorId: row.visitor_id ?? null,
    amount: row.amount ?? null,
    order: isOrder ? row : undefined,
  };
}

/** Source and channel of an event that has none follow from its referrer and campaign, as in ingestion. */
function withSource(row: LoadedEvent): LoadedEvent {
  if (row.source !== undefined && row.channel !== undefined) return row;
  const signs = { referrerHost: row.referrer_host, utmSource: row.utm_source, utmMedium: row.utm_medium };
  return { ...row, source: row.source ?? toSource(signs), channel: row.channel ?? toChannel(signs) };
}

/** Sorted by id, so that two loads lock the same rows in the same order. */
function toChunk(byId: Map<string, ChunkEvent>): EventChunk {
  const events = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const months = new Map<number, Date>();
  let from = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { occurredAt } of events) {
    from = Math.min(from, occurredAt.getTime());
    last = Math.max(last, occurredAt.getTime());
    months.set(occurredAt.getUTCFullYear() * 12 + occurredAt.getUTCMonth(), occurredAt);
  }
  return { events, range: { from: new Date(from), to: new Date(last) }, months: [...months.values()] };
}
