import { addDecimals, currencyDigits } from '../../../../contract/rules/decimal.ts';
import type { Tx } from '../../../db/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import {
  deleteRemovedMark,
  deleteReportedOrder,
  deleteUnpaidOrder,
  type HistoryEntry,
  hasAmountHistory,
  insertHistory,
  insertRemovedMark,
  type KnownOrder,
  type LedgerRow,
  listUncounted,
  lockOrders,
  type UncountedOrder,
  updateOrderEvent,
  updateParts,
  updateProviderChange,
  updateVerifiedOrder,
  upsertUnpaidOrder,
} from './ledger.queries.ts';
import type { LedgerChanges } from './ledger-changes.ts';
import type { LedgerCompany } from './ledger-company.ts';
import { insertVerifiedOrders } from './new-orders.queries.ts';
import { addParts, takeParts } from './order-parts.ts';
import type { RecordedOrder, VerifiedOrder, Verifier } from './verified-order.ts';
import { applyWaitingRefunds } from './waiting-refunds.ts';

export interface GivenOrder {
  order: VerifiedOrder;
  /** The beginning of the names of its fields in errors: empty for the only order of a request, otherwise `3.`. */
  path: string;
  row: LedgerRow;
}

interface FreshOrder extends GivenOrder {
  hasWaitingRefunds: boolean;
}

const isOlder = (one: Date | null, other: Date | null) => one !== null && other !== null && one < other;

const isUnpaid = ({ status }: UncountedOrder) => status === 'pending' || status === 'cancelled';

export interface FoundOrders {
  /** The orders that count, by id. */
  known: Map<string, KnownOrder>;
  uncounted: UncountedOrder[];
}

/** Finds what is stored about orders, and locks those that count until the transaction ends. */
export async function findOrders(
  tx: Tx,
  companyId: string,
  orderIds: readonly string[],
): Promise<FoundOrders> {
  const known = await lockOrders(tx, companyId, orderIds);
  return { known, uncounted: await listUncounted(tx, companyId, orderIds) };
}

/** Records orders in a transaction, and collects the events that this changes. */
export class Recording {
  readonly #tx: Tx;
  readonly #company: LedgerCompany;
  readonly #as: { by: Verifier; now: Date };
  readonly #changes: LedgerChanges;

  constructor(
    tx: Tx,
    company: LedgerCompany,
    { changes, ...as }: { by: Verifier; now: Date; changes: LedgerChanges },
  ) {
    this.#tx = tx;
    this.#company = company;
    this.#as = as;
    this.#changes = changes;
  }

  /** Records orders with different ids. `found` is what `findOrders` says about them. */
  async record(given: readonly GivenOrder[], { known, uncounted }: FoundOrders): Promise<RecordedOrder[]> {
    const ids = given.map(({ row }) => row.order_id);
    const results = new Map<string, RecordedOrder['result']>();
    const fresh: FreshOrder[] = [];
    for (const each of given) {
      const { row, order } = each;
      const counted = known.get(row.order_id);
      const others = uncounted.filter(({ order_id }) => order_id === row.order_id);
      if (counted) results.set(row.order_id, await this.#recordKnown(each, counted));
      else if (order.status !== 'paid') results.set(row.order_id, await this.#recordUnpaid(each, others));
      else if (await this.#admits(each, others))
        fresh.push({ ...each, hasWaitingRefunds: others.some(({ status }) => status === 'refunded') });
      else results.set(row.order_id, 'unchanged');
    }
    for (const [orderId, result] of await this.#recordFresh(fresh)) results.set(orderId, result);
    return ids.map((orderId) => ({ orderId, result: results.get(orderId) ?? 'unchanged' }));
  }

  /** Whether an order that does not count yet may count now. Throws where that would need an administrator. */
  async #admits({ row, order, path }: GivenOrder, others: readonly UncountedOrder[]): Promise<boolean> {
    const removed = others.find(({ status }) => status === 'removed');
    if (removed?.was_verified) {
      if (order.changedAt !== undefined) return false;
      throw orderRemoved(path);
    }
    if (removed) await deleteRemovedMark(this.#tx, this.#company.id, row.order_id);
    const unpaid = others.find(isUnpaid);
    if (!unpaid) return true;
    // A paid order replaces an unpaid one even if it is the older report: an order that was paid once stays paid.
    if (order.changedAt === undefined) requireSameAmount(unpaid, row, path);
    await deleteUnpaidOrder(this.#tx, this.#company.id, row.order_id);
    return true;
  }

  async #recordFresh(fresh: readonly FreshOrder[]): Promise<Map<string, RecordedOrder['result']>> {
    const results = new Map<string, RecordedOrder['result']>();
    if (fresh.length === 0) return results;
    const rows = fresh.map(({ row }) => row);
    const inserted = await insertVerifiedOrders(this.#tx, this.#company.id, rows, this.#as);
    for (const row of rows) {
      if (!inserted.has(row.order_id)) continue;
      results.set(row.order_id, 'recorded');
      this.#changes.events.push({ id: row.event_id, occurredAt: row.occurred_at });
    }
    for (const { row, hasWaitingRefunds } of fresh) {
      if (!hasWaitingRefunds || !inserted.has(row.order_id)) continue;
      const order = { ...row, occurred_at: row.occurred_at.toISOString() };
      this.#changes.events.push(...(await applyWaitingRefunds(this.#tx, this.#company, order)));
    }
    // A page reported them since they were locked.
    for (const each of fresh) {
      if (inserted.has(each.row.order_id)) continue;
      const reported = (await lockOrders(this.#tx, this.#company.id, [each.row.order_id])).get(
        each.row.order_id,
      );
      if (reported) results.set(each.row.order_id, await this.#recordKnown(each, reported));
    }
    return results;
  }

  async #recordKnown({ row, order, path }: GivenOrder, known: KnownOrder): Promise<RecordedOrder['result']> {
    const isVerified = known.source === 'verified';
    if (order.status !== 'paid')
      return isVerified ? this.#refuseUnpaid(order, path) : this.#cancelReported(row, order, known);
    const currency = known.foreign_currency ?? this.#company.currency;
    const isSame = currency === row.currency && Number(known.amount) === Number(row.amount);
    if (isVerified) {
      if (isSame) return this.#recordRepeated({ row, order, path }, known);
      if (order.changedAt === undefined) throw amountDiffers(known.amount, currency, path);
      if (!isOlder(known.provider_changed_at, row.provider_changed_at)) return 'unchanged';
    }
    const before = { amount: known.amount, currency };
    if (isVerified) await this.#writeChange(row, known, before);
    else
      await this.#writeHistory(row.order_id, {
        ...{ kind: 'reported', reporter: known.source, at: known.counted_at },
        ...before,
      });
    await updateVerifiedOrder(this.#tx, this.#company.id, row, this.#as);
    const event = { id: known.event_id, occurredAt: known.occurred_at };
    await updateOrderEvent(this.#tx, this.#company.id, event, row);
    this.#changes.events.push(event);
    const counted = { ...known, foreign_currency: row.foreign_currency };
    this.#changes.events.push(...(await applyWaitingRefunds(this.#tx, this.#company, counted)));
    return isVerified ? 'changed' : 'verified';
  }

  /** A verified order with the amount that is stored. Its parts and the time of its last change may be new. */
  async #recordRepeated(
    { row, order, path }: GivenOrder,
    known: KnownOrder,
  ): Promise<RecordedOrder['result']> {
    const isLater = isOlder(known.provider_changed_at, row.provider_changed_at);
    const stored = { ...known, currency: row.currency };
    const parts =
      order.changedAt === undefined ? addParts(stored, row, path) : takeParts(stored, row, isLater);
    // Otherwise a report from between the two would replace the amount.
    if (isLater) await updateProviderChange(this.#tx, this.#company.id, row);
    if (!parts) return 'unchanged';
    await updateParts(this.#tx, this.#company.id, row.order_id, parts);
    return 'changed';
  }

  /** The first change replaces the amount of the verification, which nothing else keeps. */
  async #writeChange(
    { order_id: orderId, amount, currency }: LedgerRow,
    known: KnownOrder,
    before: Pick<HistoryEntry, 'amount' | 'currency'>,
  ): Promise<void> {
    const { by, now } = this.#as;
    if (!(await hasAmountHistory(this.#tx, this.#company.id, orderId)))
      await this.#writeHistory(orderId, {
        kind: 'verified',
        reporter: known.verified_by ?? by,
        at: known.verified_at ?? known.counted_at,
        ...before,
      });
    await this.#writeHistory(orderId, { kind: 'amount-changed', reporter: by, at: now, amount, currency });
  }

  /** A verified order that was paid stays paid: money that goes back is a refund. */
  #refuseUnpaid({ status, changedAt }: VerifiedOrder, path: string): RecordedOrder['result'] {
    if (changedAt !== undefined) return 'unchanged';
    const message = `The order is paid already, so it cannot become ${status}. Report a refund instead.`;
    throw new AppError(409, 'conflict', message, { field: `${path}status` });
  }

  /** An order that a page reported is not paid, as the shop reports. A cancelled one stops counting. */
  async #cancelReported(
    row: LedgerRow,
    { status }: VerifiedOrder,
    known: KnownOrder,
  ): Promise<RecordedOrder['result']> {
    if (status === 'cancelled') {
      await deleteReportedOrder(this.#tx, this.#company.id, known);
      this.#changes.deletedAt.push(new Date(known.occurred_at));
      await this.#writeHistory(row.order_id, {
        kind: 'reported',
        reporter: known.source,
        at: known.counted_at,
        amount: known.amount,
        currency: known.foreign_currency ?? this.#company.currency,
      });
    }
    return this.#storeUnpaid(row, status);
  }

  async #recordUnpaid(
    { row, order, path }: GivenOrder,
    others: readonly UncountedOrder[],
  ): Promise<RecordedOrder['result']> {
    const unpaid = others.find(isUnpaid);
    if (unpaid) {
      if (isOlder(row.provider_changed_at, unpaid.provider_changed_at)) return 'unchanged';
      if (order.changedAt === undefined) requireSameAmount(unpaid, row, path);
      if (unpaid.status === order.status && Number(unpaid.amount) === Number(row.amount)) {
        if (isOlder(unpaid.provider_changed_at, row.provider_changed_at))
          await upsertUnpaidOrder(this.#tx, this.#company.id, { ...row, status: order.status }, this.#as);
        return 'unchanged';
      }
    }
    return this.#storeUnpaid(row, order.status);
  }

  async #storeUnpaid(row: LedgerRow, status: VerifiedOrder['status']): Promise<RecordedOrder['result']> {
    await upsertUnpaidOrder(this.#tx, this.#company.id, { ...row, status }, this.#as);
    // A page may report it again, or for the first time.
    if (status === 'cancelled') await insertRemovedMark(this.#tx, this.#company.id, row, this.#as.now);
    const { amount, currency } = row;
    const kind = status === 'cancelled' ? 'cancelled' : 'pending';
    await this.#writeHistory(row.order_id, {
      ...{ kind, reporter: this.#as.by, at: this.#as.now },
      ...{ amount, currency },
    });
    return 'changed';
  }

  async #writeHistory(orderId: string, entry: Omit<HistoryEntry, 'id' | 'orderId'>): Promise<void> {
    await insertHistory(this.#tx, this.#company.id, { ...entry, id: createUuidV7(this.#as.now), orderId });
  }
}

function requireSameAmount(known: { amount: string; currency: string }, row: LedgerRow, path: string): void {
  if (known.currency === row.currency && Number(known.amount) === Number(row.amount)) return;
  throw amountDiffers(known.amount, known.currency, path);
}

function amountDiffers(amount: string, currency: string, path: string): AppError {
  const shown = addDecimals([amount], currencyDigits(currency));
  const message = `This order is already recorded with ${shown} ${currency}. The amount of an order is final; report a refund for a part that went back.`;
  return new AppError(409, 'order-amount-differs', message, { field: `${path}amount` });
}

function orderRemoved(path: string): AppError {
  const message = 'An administrator removed this order, so it is not recorded again.';
  return new AppError(409, 'order-removed', message, { field: `${path}orderId` });
}
