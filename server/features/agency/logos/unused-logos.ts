import type { Db } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { deleteBrandFiles, listNamedLogos } from '../agency.queries.ts';

/** Long enough for a form with an uploaded logo to be saved. */
const unsavedDays = 7;
const dayMs = 86_400_000;

export async function scheduleLogoCleanUp(jobs: Pick<Jobs, 'schedule'>, db: Db): Promise<void> {
  await jobs.schedule('clean-logos', '47 4 * * *', () => deleteUnusedLogos(db, new Date()));
}

/**
 * Deletes the logos that no company and no version of the settings names. Changes that name one hold the same lock from the
 * check that it is stored until they commit, so this sees either all of a change or is over before its check. Locks on the
 * rows of the files would not be enough: a deletion that waited for one continues with what it had read before.
 */
export async function deleteUnusedLogos(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'logos' });
    const except = await listNamedLogos(tx);
    await deleteBrandFiles(tx, { createdBefore: new Date(now.getTime() - unsavedDays * dayMs), except });
  });
}
