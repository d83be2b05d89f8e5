import type { Db } from '../../db/client.ts';
import type { DatabaseForm } from '../../db/database-form.ts';
import { storeDistributedBatch } from './distributed/distributed-batch.ts';
import type { EventBatch, StoredBatch } from './event-batch.ts';
import { storeBatch } from './store-batch.queries.ts';

/** Stores a batch in the form that suits the database (decision 51). Resolves after COMMIT. Repeating it changes nothing. */
export function storeInForm(db: Db, form: DatabaseForm, batch: EventBatch, now: Date): Promise<StoredBatch> {
  if (form === 'single') return storeBatch(db, batch, now);
  return db.transaction((tx) => storeDistributedBatch(tx, batch, now));
}
