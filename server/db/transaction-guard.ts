import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Whether the caller runs inside a transaction of ours that is still open. */
export function isInTransaction(): boolean {
  return running.getStore()?.isOpen === true;
}

/**
 * For everything slow that is not the database: hashing, mail, HTTP, files. Inside a transaction it would hold
 * a connection and its locks for as long, until PostgreSQL ends that connection.
 */
export function refuseInTransaction(what: string): void {
  if (isInTransaction()) throw new Error(`${what} must not be waited for inside a transaction`);
}

/** Marks `work` as running inside a transaction, until it settles. */
export function markTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const state = { isOpen: true };
  return running.run(state, async () => {
    try {
      return await work();
    } finally {
      // What was started here and outlives the transaction may wait for anything.
      state.isOpen = false;
    }
  });
}
