import type { Pool } from 'pg';
import type { Db } from '../../db/client.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { notifyAdmins } from '../../platform/live/admin-topics.ts';
import { companyNotFound } from '../access/access.ts';
import { deleteCompanyRow, findCompanyById, lockCompanyRow, notifyCompanyGone } from './companies.queries.ts';
import { deleteRemains, listRemains } from './orphaned-data.queries.ts';

const queueName = 'company-remains';

/**
 * Deletes a company whose name was typed once more. Its key, its portal and its tracking end with the
 * transaction; a durable job then takes all that was counted, however much it is.
 */
export async function deleteCompany(
  { db, jobs }: { db: Db; jobs: Jobs },
  id: string,
  typedName: string,
  by: Actor,
): Promise<void> {
  await db.orm.transaction(async (transaction) => {
    const found = await lockCompanyRow(transaction, id);
    if (!found) throw companyNotFound();
    if (typedName.trim() !== found.name) {
      throw new AppError(409, 'conflict', `Please type the name exactly as it is: ${found.name}`);
    }
    await deleteCompanyRow(transaction, id);
    await recordAudit(transaction, by, { action: 'company.deleted', object: found.name, objectId: id });
    await notifyCompanyGone(transaction, id);
    await notifyAdmins(transaction, 'companies');
    await jobs.send(transaction, queueName, id);
  });
}

/** Takes what deleted companies leave behind. */
export async function scheduleOrphanCleanup(jobs: Jobs, { db, pool }: { db: Db; pool: Pool }): Promise<void> {
  const take = async (id: string) => {
    if (!(await findCompanyById(db.orm, id))) await deleteRemains(pool, id);
  };
  await jobs.take(queueName, { retrySeconds: 10, retriesMax: 10, workers: 1 }, take);
  await jobs.schedule('look-for-company-remains', '*/10 * * * *', async () => {
    for (const id of await listRemains(pool)) await take(id);
  });
}
