import type { LedgerDeps } from './ledger-queue.ts';
import { requireRecordableTimes } from './recordable-times.ts';
import type { RecordedOrder, VerifiedOrder, Verifier } from './verified-order.ts';

/**
 * Records verified orders of a company in one transaction: all of them or none. Resolves after COMMIT, in the order of
 * the given ones, of which no id is twice. Repeating the call changes nothing.
 * @throws {AppError} 409 `order-amount-differs` if the order API repeats an id with another amount or currency, 409
 * `order-removed` if an administrator removed the verified order, 400 with `occurredAt` if its time cannot be recorded or
 * its month is not stored.
 */
export async function recordOrders(
  { queue }: LedgerDeps,
  companyId: string,
  orders: readonly VerifiedOrder[],
  by: Verifier,
): Promise<RecordedOrder[]> {
  requireRecordableTimes(orders, new Date());
  return queue.run<RecordedOrder[]>(companyId, { kind: 'orders', given: orders, by });
}
