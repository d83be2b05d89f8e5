import type { Tx } from '../../db/client.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { deleteExpired } from './clean-up.queries.ts';

/** Deletes expired sessions, links, attempts, pending sign-ups and invitations every hour. */
export async function scheduleCleanUp(jobs: Jobs, tx: Tx): Promise<void> {
  await jobs.schedule('clean-accounts', '23 * * * *', () => deleteExpired(tx, new Date()));
}
