import type { Db, Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { AppError } from '../../../platform/errors.ts';
import { withDeadlockRetry } from '../../tracking/commit/deadlock-retry.ts';
import type { LedgerCall, LedgerTransaction, OrdersCall } from './ledger-call.ts';
import { LedgerChanges } from './ledger-changes.ts';
import { findLedgerCompany, type LedgerCompany } from './ledger-company.ts';
import { type RowDeps, toLedgerRow } from './ledger-row.ts';
import { findOrders, type GivenOrder, Recording } from './recording.ts';
import { withMonthErrors } from './stored-months.ts';
import type { Verifier } from './verified-order.ts';

export interface GroupDeps extends RowDeps {
  db: Db;
}

/** A call with the rows of its orders. */
interface ReadyCall {
  call: LedgerCall;
  orders: GivenOrder[];
}

/**
 * Runs calls of one company in one transaction, with the same effect as one after the other in this order, and sets their
 * outcomes. A call that throws an AppError does not change the others. Any other error fails all of them: nothing is
 * stored.
 */
export async function commitCalls(
  deps: GroupDeps,
  companyId: string,
  calls: readonly LedgerCall[],
): Promise<void> {
  const company = await findLedgerCompany(deps.db, companyId);
  const ready = await Promise.all(calls.map((call) => toReadyCall(deps, company, call)));
  const commit = () =>
    withDeadlockRetry(() =>
      deps.db.transaction(async (tx) => {
        await lockForTransaction(tx, { lock: 'verified-orders', companyId });
        const transaction = { company, now: new Date(), changes: new LedgerChanges() };
        await recordCalls(tx, transaction, ready);
        await transaction.changes.store(tx, companyId, transaction.now);
      }),
    );
  const [first] = calls;
  await (first && calls.length === 1 ? withMonthErrors(deps.db, first.given, commit) : commit());
}

async function toReadyCall(deps: GroupDeps, company: LedgerCompany, call: LedgerCall): Promise<ReadyCall> {
  if (call.kind === 'refunds') return { call, orders: [] };
  const orders = await Promise.all(
    call.given.map(async (order, index) => ({
      order,
      path: call.given.length === 1 ? '' : `${index}.`,
      row: await toLedgerRow(deps, company, order),
    })),
  );
  return { call, orders };
}

async function recordCalls(
  tx: Tx,
  transaction: LedgerTransaction,
  ready: readonly ReadyCall[],
): Promise<void> {
  const [first] = ready;
  if (first && ready.length === 1) return recordCall(tx, transaction, first);
  const { together, apart } = await divideCalls(tx, transaction.company.id, ready);
  for (const calls of together.values()) await recordNewOrders(tx, transaction, calls);
  for (const each of apart) {
    const changes = new LedgerChanges();
    try {
      // A savepoint: what the call changed before it failed is not stored.
      await tx.transaction((nested) => recordCall(nested, { ...transaction, changes }, each));
      transaction.changes.include(changes);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      each.call.outcome = { error };
    }
  }
}

interface NewOrdersCall extends ReadyCall {
  call: OrdersCall;
}

/**
 * Finds the calls of which every order is new and in no earlier call, by verifier. Their order has no effect, and nothing
 * about them can be wrong, so that the same few statements store all of them. The other calls follow one after the other.
 */
async function divideCalls(
  tx: Tx,
  companyId: string,
  ready: readonly ReadyCall[],
): Promise<{ together: Map<Verifier, NewOrdersCall[]>; apart: ReadyCall[] }> {
  const ids = ready.flatMap(({ call }) => call.given.map(({ orderId }) => orderId));
  // Locks the orders of all calls in the order of their ids, as a batch of events does.
  const { known, uncounted } = await findOrders(tx, companyId, [...new Set(ids)]);
  const seen = new Set([...known.keys(), ...uncounted.map(({ order_id }) => order_id)]);
  const together = new Map<Verifier, NewOrdersCall[]>();
  const apart: ReadyCall[] = [];
  for (const { call, orders } of ready) {
    const isNew = call.given.every(({ orderId }) => !seen.has(orderId));
    for (const { orderId } of call.given) seen.add(orderId);
    if (call.kind === 'refunds' || !isNew) apart.push({ call, orders });
    else together.set(call.by, [...(together.get(call.by) ?? []), { call, orders }]);
  }
  return { together, apart };
}

async function recordNewOrders(
  tx: Tx,
  { company, now, changes }: LedgerTransaction,
  calls: readonly NewOrdersCall[],
): Promise<void> {
  const [first] = calls;
  if (!first) return;
  const recording = new Recording(tx, company, { by: first.call.by, now, changes });
  const results = await recording.record(
    calls.flatMap(({ orders }) => orders),
    { known: new Map(), uncounted: [] },
  );
  let at = 0;
  for (const { call } of calls) {
    call.outcome = { result: results.slice(at, at + call.given.length) };
    at += call.given.length;
  }
}

async function recordCall(
  tx: Tx,
  transaction: LedgerTransaction,
  { call, orders }: ReadyCall,
): Promise<void> {
  if (call.kind === 'refunds') {
    call.outcome = { result: await call.record(tx, transaction) };
    return;
  }
  const { company, now, changes } = transaction;
  const ids = call.given.map(({ orderId }) => orderId);
  const found = await findOrders(tx, company.id, ids);
  const recording = new Recording(tx, company, { by: call.by, now, changes });
  call.outcome = { result: await recording.record(orders, found) };
}
