import { createHook } from 'node:async_hooks';
import { isInTransaction } from '../../db/transaction-guard.ts';

/**
 * Operations that do not wait: promises, the next tick, and the cryptography of signatures, which needs some
 * microseconds.
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
 * Allowed stacks: the database driver with its socket and statement timers; COPY, which writes to the same socket; and
 * synchronous functions of Node (`randomFillSync`, `hkdfSync`), which async_hooks report as requests.
 */
const allowed =
  /[/\\]node_modules[/\\](pg|pg-pool|pg-protocol)[/\\]|[/\\]db[/\\]transfer[/\\]copy-in\.ts|Sync \(node:internal/;

export interface TransactionWaits {
  /** Type and stack of each operation other than a query that was started inside a transaction. */
  waits: Map<string, string>;
  /** The number of transactions. */
  readonly transactions: number;
  stop: () => void;
}

/**
 * Records every asynchronous operation that any code starts inside a transaction, except those of the database
 * driver: a transaction would wait for it while holding a connection.
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
