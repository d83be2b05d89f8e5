import { setImmediate as nextTurn } from 'node:timers/promises';
import { propertyBytesMax } from '../../../../contract/constants.ts';
import { toFixedDecimal } from '../../../../contract/rules/decimal.ts';
import { countPropertyBytes } from '../../../../contract/rules/properties/property-bytes.ts';
import { CopyText } from '../../../db/copy-text.ts';
import { toChannel, toSource } from '../sources/sources.ts';
import { toMaskedRow } from '../value-limits/mask-emails.ts';
import type { EventLine, LoadedEvent } from './bulk-load.queries.ts';
import { writeEvent } from './write-event.ts';

/** Events that are stored in one transaction. */
export interface EventChunk {
  /** Sorted by id, so that two loads lock the same rows in the same order. */
  events: ChunkEvent[];
  /** The rows of `events`. */
  text: Buffer;
  /** Their first and last time. */
  range: { from: Date; to: Date };
  /** A time in each month (UTC) of the events. */
  months: Date[];
}

/** Fields of an event that are needed besides its line: the rest of the row is not kept. */
export interface ChunkEvent extends EventLine {
  id: string;
  kind: LoadedEvent['kind'];
  occurredMs: number;
  visitorId: bigint | null;
  /** The event of an order. */
  order: LoadedEvent | undefined;
  /** The event of a refund. */
  refund: LoadedEvent | undefined;
}

/** Few enough for a transaction of about a second, and for the memory of a process that serves requests. */
const chunkEventsMax = 20_000;
const chunkBytesMax = 12_000_000;
/** Far above a row with every text at its maximum. */
const lineBytesMax = 100_000;
/** The most that a currency has. */
const amountDigits = 4;
const eventsPerTurn = 250;
const dayMs = 86_400_000;
/** The events of a month are a table: a wrong time must not create hundreds of tables. */
const oldest = Date.parse('2000-01-01T00:00:00Z');
const newestAheadMs = dayMs;

/** Properties of one UTC day in one load, whatever `TRACK_PROPERTY_MB_PER_DAY` is: an operator loads them. */
const dayPropertyBytesMax = 500 * 1024 * 1024;

/** The rows, or those of them that can be loaded in one transaction, in the order in which they are stored. */
export async function* toChunks(
  rows: AsyncIterable<LoadedEvent> | Iterable<LoadedEvent>,
): AsyncGenerator<EventChunk> {
  const propertyBytes = new Map<number, number>();
  let writer = new ChunkWriter(propertyBytes);
  for await (const turn of toTurns(rows)) {
    for (const row of turn) {
      writer.add(row);
      if (!writer.isFull) continue;
      yield writer.toChunk();
      writer = new ChunkWriter(propertyBytes, writer.bytes);
    }
    // The server answers requests in the meantime.
    await nextTurn();
  }
  if (writer.bytes > 0) yield writer.toChunk();
}

/** Some rows at a time: waiting for each would take as long as storing it. */
async function* toTurns(
  rows: AsyncIterable<LoadedEvent> | Iterable<LoadedEvent>,
): AsyncGenerator<LoadedEvent[]> {
  let turn: LoadedEvent[] = [];
  if (Symbol.iterator in rows) {
    for (const row of rows) {
      turn.push(row);
      if (turn.length < eventsPerTurn) continue;
      yield turn;
      turn = [];
    }
  } else {
    for await (const row of rows) {
      turn.push(row);
      if (turn.length < eventsPerTurn) continue;
      yield turn;
      turn = [];
    }
  }
  yield turn;
}

class ChunkWriter {
  readonly #text: CopyText;
  /** Events by id. If two rows have the same id, the later counts. */
  readonly #events = new Map<string, ChunkEvent>();

  /** Bytes of all chunks, by number of the day. */
  readonly #propertyBytes: Map<number, number>;

  constructor(propertyBytes: Map<number, number>, expectedBytes?: number) {
    this.#propertyBytes = propertyBytes;
    this.#text = new CopyText(expectedBytes);
  }

  get bytes(): number {
    return this.#text.length;
  }

  get isFull(): boolean {
    return this.#events.size >= chunkEventsMax || this.bytes >= chunkBytesMax;
  }

  /** Throws if the row cannot be loaded. */
  add(row: LoadedEvent): void {
    const isOrder = row.kind === 'order';
    if (isOrder && (row.order_id == null || row.amount == null))
      throw new Error(`The order event ${row.id} has no order_id or no amount.`);
    const isRefund = row.kind === 'refund';
    if (isRefund && (row.order_id == null || row.amount == null || row.event_name == null))
      throw new Error(`The refund event ${row.id} has no order_id, no amount or no event_name.`);
    if (row.amount != null && toFixedDecimal(row.amount, amountDigits) === undefined)
      throw new Error(
        `The amount of the event ${row.id} is not a decimal with at most ${amountDigits} decimals.`,
      );
    const occurredMs = row.occurred_at.getTime();
    if (!(occurredMs >= oldest && occurredMs <= Date.now() + newestAheadMs))
      throw new Error(`The time of the event ${row.id} is not between the year 2000 and tomorrow.`);
    this.#countProperties(row, Math.floor(occurredMs / dayMs));
    const start = this.bytes;
    writeEvent(this.#text, withSource(toMaskedRow(row)));
    const end = this.bytes;
    if (end - start > lineBytesMax) throw new Error(`The event ${row.id} is too large.`);
    const id = row.id.toLowerCase();
    this.#events.set(id, {
      id,
      start,
      end,
      kind: row.kind,
      occurredMs,
      visitorId: row.visitor_id ?? null,
      order: isOrder ? row : undefined,
      refund: isRefund ? row : undefined,
    });
  }

  /** Throws if the event or its day has more properties than statistics are made for. */
  #countProperties({ id, properties }: LoadedEvent, day: number): void {
    if (!properties) return;
    const bytes = countPropertyBytes(properties);
    if (bytes > propertyBytesMax)
      throw new Error(`The properties of the event ${id} have more than ${propertyBytesMax} bytes.`);
    const ofDay = (this.#propertyBytes.get(day) ?? 0) + bytes;
    if (ofDay > dayPropertyBytesMax) {
      const date = new Date(day * dayMs).toISOString().slice(0, 10);
      throw new Error(`The properties of ${date} have more than ${dayPropertyBytesMax} bytes.`);
    }
    this.#propertyBytes.set(day, ofDay);
  }

  toChunk(): EventChunk {
    const events = [...this.#events.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    let from = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    const days = new Set<number>();
    for (const { occurredMs } of events) {
      from = Math.min(from, occurredMs);
      last = Math.max(last, occurredMs);
      days.add(Math.floor(occurredMs / dayMs));
    }
    const months = new Map<string, Date>();
    for (const day of days) {
      const date = new Date(day * dayMs);
      months.set(date.toISOString().slice(0, 7), date);
    }
    return {
      events,
      text: this.#text.written,
      range: { from: new Date(from), to: new Date(last) },
      months: [...months.values()],
    };
  }
}

/** Source and channel of an event that has none follow from its referrer and campaign, as in ingestion. */
function withSource(row: LoadedEvent): LoadedEvent {
  if (row.source !== undefined && row.channel !== undefined) return row;
  const signs = { referrerHost: row.referrer_host, utmSource: row.utm_source, utmMedium: row.utm_medium };
  return { ...row, source: row.source ?? toSource(signs), channel: row.channel ?? toChannel(signs) };
}
