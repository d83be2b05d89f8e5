import type { Tx } from '../../../db/client.ts';
import { isRawComplete, listRawTimes } from '../../../db/raw-events.ts';
import { deleteFailuresBefore } from '../failures/segment-failures.queries.ts';
import { deleteSegmentsOfStore, deleteVanishedStates, listSegmentsOfStore } from './builder.queries.ts';

/**
 * Forgets machines that did not report since a time. What cannot be built again stays listed: a machine that comes back
 * deletes files that are not, and they may be the only copy.
 */
export async function forgetVanishedStores(tx: Tx, before: Date): Promise<void> {
  await deleteFailuresBefore(tx, before);
  const stores = await deleteVanishedStates(tx, before);
  if (stores.length === 0) return;
  const raw = await listRawTimes(tx);
  for (const store of stores) {
    const segments = await listSegmentsOfStore(tx, store);
    const rebuildable = segments.filter((segment) => isRawComplete(raw, segment, segment.built_at));
    await deleteSegmentsOfStore(
      tx,
      store,
      rebuildable.map(({ name }) => name),
    );
  }
}
