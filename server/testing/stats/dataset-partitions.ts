import type { Tx } from '../../db/client.ts';
import { ensurePartitions } from '../../features/tracking/partitions/partitions.ts';
import { zones } from './generated-dataset.ts';

/** Creates the months that generated datasets have events in. */
export async function ensureDatasetPartitions(tx: Tx): Promise<void> {
  for (const day of new Set(Object.values(zones).flat())) await ensurePartitions(tx, new Date(day));
}
