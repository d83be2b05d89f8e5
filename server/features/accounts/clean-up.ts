import type { Tx } from '../../db/client.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { deleteExpired } from './clean-up.queries.ts';

/** Takes what has run out: sessions, links, counts of tries, and sign-ups nobody confirmed. */
export async function scheduleCleanUp(jobs: Jobs, tx: Tx): Promise<void> {
  await jobs.schedule('clean-accounts', '23 * * * *', () => deleteExpired(tx, new Date()));
}
