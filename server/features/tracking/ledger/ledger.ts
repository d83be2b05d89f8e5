import type { Db } from '../../../db/client.ts';
import type {
  RecordedOrder,
  RecordedRefund,
  VerifiedOrder,
  VerifiedRefund,
  Verifier,
} from './verified-order.ts';

export interface LedgerDeps {
  db: Db;
}

/**
 * Records verified orders of a company in one transaction: all of them or none. Resolves after COMMIT. Repeating the
 * call changes nothing.
 * @throws {AppError} 409 `order-amount-differs` if the server API repeats an id with another amount or currency,
 * 409 `order-removed` if an administrator removed the verified order, 404 `company-not-found`.
 */
export async function recordOrders(
  _deps: LedgerDeps,
  _companyId: string,
  _orders: readonly VerifiedOrder[],
  _by: Verifier,
): Promise<RecordedOrder[]> {
  throw new Error('not written yet');
}

/**
 * Records refunds and disputes in one transaction. A refund whose order is not verified yet waits for it. Repeating the
 * call changes nothing.
 */
export async function recordRefunds(
  _deps: LedgerDeps,
  _companyId: string,
  _refunds: readonly VerifiedRefund[],
  _by: Verifier,
): Promise<RecordedRefund[]> {
  throw new Error('not written yet');
}
