import type { Tx } from '../../../db/client.ts';
import type { AppError } from '../../../platform/errors.ts';
import type { LedgerChanges } from './ledger-changes.ts';
import type { LedgerCompany } from './ledger-company.ts';
import type { RecordedOrder, VerifiedOrder, Verifier } from './verified-order.ts';

/** The answer of a call, valid once its transaction is committed. An error is an answer as well: nothing of the call is stored. */
export type Outcome<Result> = { result: Result } | { error: AppError };

/** Orders that are recorded together: all of them or none. */
export interface OrdersCall {
  kind: 'orders';
  /** No id twice. */
  given: readonly VerifiedOrder[];
  by: Verifier;
  outcome?: Outcome<RecordedOrder[]>;
}

export interface LedgerTransaction {
  company: LedgerCompany;
  now: Date;
  /** Gets what changes. */
  changes: LedgerChanges;
}

export interface RefundsCall<Result = unknown> {
  kind: 'refunds';
  given: readonly { orderId: string; occurredAt: Date }[];
  record: (tx: Tx, transaction: LedgerTransaction) => Promise<Result>;
  outcome?: Outcome<Result>;
}

export type LedgerCall = OrdersCall | RefundsCall;
