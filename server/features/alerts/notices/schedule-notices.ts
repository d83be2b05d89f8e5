import type { Db } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { deliveryQueue } from '../webhooks/alert-messages.ts';
import type { WebhookDelivery } from '../webhooks/deliver.ts';
import { deleteMessagesBefore } from '../webhooks/messages.queries.ts';
import { deletePreviousSecrets } from '../webhooks/webhooks.queries.ts';
import { noticeQueue } from './alert-log.ts';
import { deleteAlertsBefore } from './alerts.queries.ts';
import { deleteNoticesBefore } from './notices.queries.ts';
import { type NoticesDeps, sendDueNotices, sendNotice } from './send-notices.ts';

const keptDays = { alerts: 400, notices: 90, messages: 30 };
const dayMs = 86_400_000;

/** The jobs that tell people and programs about alerts. Their names are stored, so they must not change. */
export async function scheduleNotices(
  jobs: Jobs,
  deps: NoticesDeps & { delivery: WebhookDelivery },
): Promise<void> {
  const { db, delivery } = deps;
  const retries = { retrySeconds: 10, retriesMax: 6 };
  await jobs.process(noticeQueue, { ...retries, workers: 2 }, (id) => sendNotice(deps, id, new Date()));
  await jobs.schedule('send-alert-notices', '* * * * *', () => sendDueNotices(deps, new Date()));
  await jobs.process(deliveryQueue, { ...retries, workers: 8 }, (id) => delivery.deliver(id));
  await jobs.schedule('rescue-webhook-messages', '* * * * *', () => delivery.addMissingJobs());
  await jobs.schedule('forget-old-alerts', '47 4 * * *', () => forgetOldAlerts(db, new Date()));
}

/** Deletes what is older than it is kept. An alert that lasts is kept with its notices. */
export async function forgetOldAlerts(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await deleteMessagesBefore(db, before(keptDays.messages));
  await deleteNoticesBefore(db, before(keptDays.notices));
  await deleteAlertsBefore(db, before(keptDays.alerts));
  await deletePreviousSecrets(db, now);
}
