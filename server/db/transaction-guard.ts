import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Whether the caller runs inside an open transaction of `Db.transaction`. */
export function isInTransaction(): boolean {
  return running.getStore()?.isOpen === true;
}

/**
 * Throws inside a transaction. Call it before slow work outside the database (hashing, mail, HTTP, files): in a
 * transaction, that work would hold a connection and its locks until PostgreSQL closes the connection.
 */
export function requireNoTransaction(slowWork: string): void {
  if (isInTransaction()) throw new Error(`${slowWork} must not be waited for inside a transaction`);
}

/** Marks `work` as running inside a transaction, until it settles. */
export function markTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const state = { isOpen: true };
  return running.run(state, async () => {
    try {
      return await work();
    } finally {
      // Work that was started here and outlives the transaction is not restricted.
      state.isOpen = false;
    }
  });
}
