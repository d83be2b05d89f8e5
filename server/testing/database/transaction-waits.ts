import { createHook } from 'node:async_hooks';
import { isInTransaction } from '../../db/transaction-guard.ts';

/**
 * What only carries on work that has an answer already: promises, the next tick, and what the library signs and
 * decrypts with, some microseconds each.
 */
const harmless = new Set([
  'PROMISE',
  'TickObject',
  'Microtask',
  'AsyncContextFrame',
  'HASHREQUEST',
  'SIGNREQUEST',
]);
/**
 * Not waited for either: what the driver begins, its socket and the timer of each statement; and what Node computes
 * at once (`randomFillSync`, `hkdfSync`), though it calls that a request.
 */
const allowed = /[/\\]node_modules[/\\](pg|pg-pool|pg-protocol)[/\\]|Sync \(node:internal/;

export interface TransactionWaits {
  /** Kind and place of each wait for something else than the database, begun inside a transaction. */
  waits: Map<string, string>;
  /** How many transactions there were. */
  readonly transactions: number;
  stop: () => void;
}

/**
 * Watches every operation that the runtime begins, in whatever library, and notes those that a transaction of ours
 * would wait for, unless the driver of the database began them.
 */
export function watchTransactionWaits(): TransactionWaits {
  const waits = new Map<string, string>();
  let begun = 0;
  let wasInTransaction = false;
  const hook = createHook({
    init: (_id, type) => {
      const isInside = isInTransaction();
      if (isInside && !wasInTransaction) begun += 1;
      wasInTransaction = isInside;
      if (!isInside || harmless.has(type)) return;
      const { stackTraceLimit } = Error;
      Error.stackTraceLimit = 40;
      const stack = new Error(type).stack ?? '';
      Error.stackTraceLimit = stackTraceLimit;
      if (!allowed.test(stack)) waits.set(type, stack);
    },
  });
  hook.enable();
  return {
    waits,
    get transactions() {
      return begun;
    },
    stop: () => hook.disable(),
  };
}
