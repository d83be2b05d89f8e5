import type { Db, Tx } from '../../db/client.ts';
import { toLocalDate } from '../../features/stats/recount/local-time.ts';
import { type RawEvent, type RawOrder, toDecimal } from '../../features/stats/recount/raw-rows.ts';
import { recordEventChanges } from '../../features/tracking/event-changes.queries.ts';
import {
  type GeneratedDataset,
  type GeneratedRow,
  type Step,
  toRawEvent,
  toRawRefund,
} from './generated-dataset.ts';

type Change = Exclude<Step, { is: 'build' }>;

/** The expected content of a dataset, kept in memory, while the same changes are made in the database with their journal. */
export class DatasetModel {
  readonly events = new Map<string, RawEvent>();
  readonly orders = new Map<string, RawOrder>();
  readonly #db: Db;
  readonly #datasetId: string;
  readonly #dataset: GeneratedDataset;

  constructor(db: Db, datasetId: string, dataset: GeneratedDataset) {
    this.#db = db;
    this.#datasetId = datasetId;
    this.#dataset = dataset;
  }

  async apply(change: Change): Promise<void> {
    await this.#db.transaction((tx) => this.#applyIn(tx, change));
  }

  async #applyIn(tx: Tx, change: Change): Promise<void> {
    if (change.is === 'store') return this.#store(tx, change);
    if (change.is === 'erase') {
      const erased = pick([...this.events.values()], change.event);
      return erased && this.#erase(tx, erased);
    }
    const event = pick(this.#listOrderEvents(), change.order);
    const orderId = event?.order_id ?? '';
    const order = this.orders.get(orderId);
    if (!event || !order) return;
    if (change.is === 'replace') return this.#replace(tx, event, change.row);
    if (change.is === 'refund') return this.#refund(tx, toRawRefund(this.#dataset, change, orderId));
    const refunds = this.#listRefunds(orderId);
    if (change.is === 'remove') {
      this.orders.delete(orderId);
      await this.#run(tx, 'DELETE FROM shop_orders WHERE company_id = $1 AND order_id = $2', [orderId]);
      // Both forms must count the same.
      if (!change.keepsEvent) await this.#deleteEvents(tx, [event, ...refunds]);
    } else {
      const isVerified = order.isVerified || change.isVerified;
      const changed = { ...order, amount: BigInt(change.cents) * 100n, isVerified };
      this.orders.set(orderId, changed);
      await this.#run(
        tx,
        'UPDATE shop_orders SET amount = $3, source = $4 WHERE company_id = $1 AND order_id = $2',
        [orderId, toDecimal(changed.amount, 2), toSource(changed)],
      );
    }
    await this.#journal(tx, [event, ...refunds]);
  }

  async #refund(tx: Tx, event: RawEvent): Promise<void> {
    this.events.set(event.id, event);
    await insertEvents(tx, this.#datasetId, [event]);
    await this.#journal(tx, [event]);
  }

  #listRefunds(orderId: string): RawEvent[] {
    return [...this.events.values()].filter(
      ({ kind, order_id }) => kind === 'refund' && order_id === orderId,
    );
  }

  #listOrderEvents(): RawEvent[] {
    return [...this.events.values()].filter(
      ({ kind, order_id }) => kind === 'order' && this.orders.has(order_id ?? ''),
    );
  }

  async #store(tx: Tx, { rows, journal }: Extract<Change, { is: 'store' }>): Promise<void> {
    const added = rows.map((row) => ({ row, event: toRawEvent(this.#dataset, row) }));
    for (const { event } of added) this.events.set(event.id, event);
    await insertEvents(
      tx,
      this.#datasetId,
      added.map(({ event }) => event),
    );
    for (const { row, event } of added) {
      if (event.order_id === null || !row.isCounted) continue;
      const order = toOrder(row);
      this.orders.set(event.order_id, order);
      await this.#run(
        tx,
        `INSERT INTO shop_orders (company_id, order_id, event_id, amount, occurred_at, foreign_currency, source)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          ...[event.order_id, event.id, toDecimal(order.amount, 2), toTimestamp(event.occurred_at)],
          ...[order.foreignCurrency, toSource(order)],
        ],
      );
    }
    const events = added.map(({ event }) => event);
    if (journal === 'ids' || events.length === 0) await this.#journal(tx, events);
    else await this.#journalRange(tx, events);
  }

  async #replace(tx: Tx, old: RawEvent, row: GeneratedRow): Promise<void> {
    const generated = toRawEvent(this.#dataset, { ...row, kind: 'order', age: 'new' });
    const event = { ...generated, order_id: old.order_id };
    const order = toOrder(row);
    this.orders.set(event.order_id ?? '', order);
    this.events.set(event.id, event);
    await this.#deleteEvents(tx, [old]);
    await insertEvents(tx, this.#datasetId, [event]);
    await this.#run(
      tx,
      `UPDATE shop_orders SET event_id = $3, amount = $4, occurred_at = $5, foreign_currency = $6, source = $7
       WHERE company_id = $1 AND order_id = $2`,
      [
        ...[event.order_id, event.id, toDecimal(order.amount, 2), toTimestamp(event.occurred_at)],
        ...[order.foreignCurrency, toSource(order)],
      ],
    );
    // The refunds of an order are in its currency.
    await this.#journal(tx, [old, event, ...this.#listRefunds(event.order_id ?? '')]);
  }

  /** Deletes the visitor's rows of the day, as for a legal request. */
  async #erase(tx: Tx, { visitor_id, occurred_at, host }: RawEvent): Promise<void> {
    if (visitor_id === null || host === null) return;
    const dayOf = (at: number) => toLocalDate(at, this.#dataset.timeZone);
    const erased = [...this.events.values()].filter(
      (event) =>
        event.host !== null &&
        event.visitor_id === visitor_id &&
        dayOf(event.occurred_at) === dayOf(occurred_at),
    );
    await this.#deleteEvents(tx, erased);
    await this.#journalRange(tx, erased);
  }

  async #deleteEvents(tx: Tx, events: RawEvent[]): Promise<void> {
    for (const { id } of events) this.events.delete(id);
    await this.#run(tx, 'DELETE FROM events WHERE company_id = $1 AND id = ANY($2)', [
      events.map(({ id }) => id),
    ]);
  }

  async #journal(tx: Tx, events: RawEvent[]): Promise<void> {
    const named = events.map(({ id, occurred_at }) => ({ id, occurredAt: toTimestamp(occurred_at) }));
    await recordEventChanges(tx, this.#datasetId, { events: named }, new Date());
  }

  async #journalRange(tx: Tx, events: RawEvent[]): Promise<void> {
    const times = events.map(({ occurred_at }) => occurred_at / 1000);
    const range = {
      from: new Date(Math.floor(Math.min(...times))),
      to: new Date(Math.ceil(Math.max(...times))),
    };
    await recordEventChanges(tx, this.#datasetId, range, new Date());
  }

  async #run(tx: Tx, text: string, values: unknown[]): Promise<void> {
    await tx.query(text, [this.#datasetId, ...values]);
  }
}

const toOrder = ({ cents, foreignCurrency, isVerified }: GeneratedRow): RawOrder => ({
  amount: BigInt(cents) * 100n,
  foreignCurrency,
  isVerified,
});
const toSource = ({ isVerified }: RawOrder) => (isVerified ? 'verified' : 'page');

const pick = <Item>(items: Item[], index: number): Item | undefined =>
  items[index % Math.max(1, items.length)];

/** Exact to the microsecond. */
function toTimestamp(at: number): string {
  const micros = String(at % 1_000_000).padStart(6, '0');
  return `${new Date(at / 1000).toISOString().slice(0, 19)}.${micros}Z`;
}

async function insertEvents(tx: Tx, companyId: string, events: RawEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    ...event,
    company_id: companyId,
    occurred_at: toTimestamp(event.occurred_at),
  }));
  await tx.query(`INSERT INTO events SELECT * FROM jsonb_populate_recordset(NULL::events, $1::jsonb)`, [
    JSON.stringify(rows),
  ]);
}
