import type { Db } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { companyNotFound } from '../access/access.ts';
import { deleteCompanyRow, lockCompanyRow } from './companies.queries.ts';
import { dataDeletionQueue, queueDataDeletion } from './companies.ts';
import { deleteOrphanedData, isDatasetInUse, listOrphanedDatasetIds } from './orphaned-data.queries.ts';

/**
 * Deletes a company after checking its typed name. Access key, portal and tracking end with the transaction. A durable
 * job then deletes the tracked data, however much it is.
 */
export async function deleteCompany(
  { db, jobs }: { db: Db; jobs: Jobs },
  id: string,
  typedName: string,
  by: Actor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockCompanyRow(tx, id);
    if (!found) throw companyNotFound();
    if (typedName.trim() !== found.name) {
      throw new AppError(409, 'conflict', `Please type the name exactly as it is: ${found.name}`);
    }
    await deleteCompanyRow(tx, id);
    await recordAudit(tx, by, { action: 'company.deleted', object: found.name, objectId: id });
    await notify(tx, { kind: 'company-changed', companyId: id });
    await notify(tx, { kind: 'access-ended', companyId: id });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    await queueDataDeletion(tx, jobs, id);
    if (found.demo_dataset_id !== null) await queueDataDeletion(tx, jobs, found.demo_dataset_id);
  });
}

/**
 * Deletes the data of deleted companies, and demo data that was replaced or cleared. Their segment files are deleted by
 * the segment builder of each machine, which finds folders of datasets that no longer exist.
 */
export async function scheduleOrphanCleanup(jobs: Jobs, db: Db): Promise<void> {
  const deleteOrphans = async (id: string) => {
    if (!(await isDatasetInUse(db, id))) await deleteOrphanedData(db, id);
  };
  await jobs.process(dataDeletionQueue, { retrySeconds: 10, retriesMax: 10, workers: 1 }, deleteOrphans);
  await jobs.schedule('look-for-company-remains', '*/10 * * * *', async () => {
    for (const id of await listOrphanedDatasetIds(db)) await deleteOrphans(id);
  });
}
