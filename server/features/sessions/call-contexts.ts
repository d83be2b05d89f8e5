import { AsyncLocalStorage } from 'node:async_hooks';
import { isAPIError } from 'better-auth/api';
import type { Db, Tx } from '../../db/client.ts';

/** State shared by all library calls in one transaction. */
interface CallContext {
  tx: Tx;
  hash: string | undefined;
  resetToken?: string | undefined;
}

/** Lets the calls of the accounts library join transactions, with a password hash that was computed before. */
export function openCallContexts(db: Db) {
  const storage = new AsyncLocalStorage<CallContext>();
  const current = (): Tx => storage.getStore()?.tx ?? db;
  // The library keeps this object for the life of the process; each statement joins the transaction it runs in.
  const joining = {
    select: (...given: Parameters<Tx['orm']['select']>) => current().orm.select(...given),
    insert: (...given: Parameters<Tx['orm']['insert']>) => current().orm.insert(...given),
    update: (...given: Parameters<Tx['orm']['update']>) => current().orm.update(...given),
    delete: (...given: Parameters<Tx['orm']['delete']>) => current().orm.delete(...given),
    transaction: (work: (orm: Tx['orm']) => Promise<unknown>) => current().transaction((tx) => work(tx.orm)),
  };
  const require = (): CallContext => {
    const found = storage.getStore();
    if (!found) throw new Error('a reset token must be created inside a transaction');
    return found;
  };

  // Hashing inside a transaction would hold a connection for as long.
  const requireHash = (): string => {
    const hash = storage.getStore()?.hash;
    if (hash === undefined) throw new Error('a password must be hashed before the transaction');
    return hash;
  };

  return {
    joining,
    require,
    requireHash,
    /**
     * Runs calls of the library and our own queries in one transaction. It is committed even if the library rejects
     * the call, because the library counts failures; any other error rolls it back. Calls that get a password need its
     * hash, computed before the transaction with the account's salt.
     */
    transact: async <Result>(work: (tx: Tx) => Promise<Result>, hash?: string): Promise<Result> => {
      const outcome = await db.transaction((tx) =>
        storage.run({ tx, hash }, async () => {
          try {
            return { value: await work(tx) };
          } catch (error) {
            if (isAPIError(error)) return { rejection: error };
            throw error;
          }
        }),
      );
      if ('rejection' in outcome) throw outcome.rejection;
      return outcome.value;
    },
  };
}
