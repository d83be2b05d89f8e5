import type { Db } from '../../db/client.ts';
import type { DatabaseForm } from '../../db/database-form.ts';
import { storeDistributedBatch } from './distributed/distributed-batch.ts';
import type { EventBatch, StoredBatch } from './event-batch.ts';
import { storeBatch } from './store-batch.queries.ts';

/** Stores a batch in the form that suits the database (decision 51). Resolves after COMMIT. Repeating it changes nothing. */
export async function storeInForm(
  db: Db,
  form: DatabaseForm,
  batch: EventBatch,
  now: Date,
): Promise<StoredBatch> {
  if (form === 'distributed') return db.transaction((tx) => storeDistributedBatch(tx, batch, now));
  try {
    return await storeBatch(db, batch, now);
  } catch (error) {
    // Another process stored one of the events since the statement began, and the retry skips it.
    if (!isUniqueViolation(error)) throw error;
    return storeBatch(db, batch, now, { isAlone: false });
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
