import { activeWindowMinutes } from '../../../contract/constants.ts';
import type { Db, Tx } from '../../db/client.ts';
import { withOwnerConnection } from '../../db/database-roles.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { deleteConflictsBefore } from '../shop-orders/reported/order-conflicts.queries.ts';
import type { Month } from './partitions/partitions.queries.ts';
import { dropExpiredPartitions, ensurePartitions } from './partitions/partitions.ts';
import { deleteRejectionCountsBefore, deleteRejectionsBefore } from './rejections/rejections.queries.ts';
import { deleteStaleSessions } from './visitors/active-sessions.queries.ts';
import { deleteDailyVisitorsBefore, deleteSaltsDue, vacuumSalts } from './visitors/visitor-salts.queries.ts';
import { dailyVisitorDays } from './visitors/visitor-salts.ts';

/** Older rejections do not describe the current setup of a site. */
const rejectionRetentionDays = 30;

interface MaintenanceDeps {
  db: Db;
  /** The events of a month are a table. Only the owner role may create and drop tables. */
  ownerUrl: string;
  retentionDays: number;
  /** Whether reports no longer need the raw events of an expired month. */
  mayDrop: (owner: Tx, month: Month) => Promise<boolean>;
  log: Record<'info' | 'warn', (details: object, message: string) => void>;
}

/** Schedules the jobs that maintain the event tables. Each runs on one instance at a time. */
export async function scheduleTrackingMaintenance(
  jobs: Jobs,
  { db, ownerUrl, retentionDays, mayDrop, log }: MaintenanceDeps,
): Promise<void> {
  await jobs.schedule('clean-stale-sessions', '* * * * *', async () => {
    await deleteStaleSessions(db, new Date(Date.now() - activeWindowMinutes * 60_000));
  });
  await jobs.schedule('destroy-visitor-salts', '*/5 * * * *', async () => {
    const now = new Date();
    const deleted = await deleteSaltsDue(db, now);
    // A deleted row stays in the file of the table until it is vacuumed. A transaction that began before the deletion
    // keeps it longer, so the table is also vacuumed every hour.
    if (deleted > 0 || now.getUTCMinutes() < 5) await withOwnerConnection(ownerUrl, vacuumSalts);
  });
  await jobs.schedule('forget-daily-visitors', '37 * * * *', async () => {
    await deleteDailyVisitorsBefore(db, new Date(Date.now() - dailyVisitorDays * 86_400_000));
  });
  await jobs.schedule('prepare-partitions', '17 3 * * *', () =>
    withOwnerConnection(ownerUrl, (owner) => ensurePartitions(owner, new Date())),
  );
  await jobs.schedule('forget-refused-events', '29 3 * * *', async () => {
    const days = Math.min(rejectionRetentionDays, retentionDays);
    const before = new Date(Date.now() - days * 86_400_000);
    await deleteRejectionsBefore(db, before);
    await deleteConflictsBefore(db, before);
    // Kept as long as events: the share of bots is shown next to the visits of any period.
    await deleteRejectionCountsBefore(db, new Date(Date.now() - retentionDays * 86_400_000));
  });
  await jobs.schedule('drop-expired-events', '43 3 * * *', async () => {
    const { dropped, kept } = await withOwnerConnection(ownerUrl, (owner) =>
      dropExpiredPartitions(owner, new Date(), retentionDays, (month) => mayDrop(owner, month)),
    );
    if (dropped.length > 0) log.info({ dropped }, 'dropped raw events past their retention');
    if (kept.length > 0) log.warn({ kept }, 'raw events past their retention are kept: segments lack them');
  });
}
