import { startNotificationListener } from '../../db/notifications/notification-listener.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import type { MailBudget, MailBudgets } from '../../platform/mail/mail-budgets.ts';
import { createDelivery, type Deliver } from '../../platform/mail/mail-transport.ts';
import type { MailSender } from '../../platform/mail/mail-worker.ts';
import { createMailer, type Mail, type Mailer } from '../../platform/mail/mailer.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import type { openTestDb } from '../test-app.ts';

export type TestDb = Awaited<ReturnType<typeof openTestDb>>;

export interface MailHarness {
  mailer: Mailer;
  jobs: Jobs;
  metrics: Metrics;
  /** Queues a mail in a separate transaction. */
  send: (mail: Partial<Mail> & { to: string }) => Promise<void>;
  close: () => Promise<void>;
}

/** The same budget for every class, except those in `named`. */
export function toBudgets(
  others: MailBudget = { recipient: [], total: [] },
  named: Partial<MailBudgets> = {},
): MailBudgets {
  return {
    receipt: others,
    'order-notice': others,
    operation: others,
    alert: others,
    report: others,
    'report-test': others,
    security: others,
    'owner-link': others,
    invitation: others,
    'portal-link': others,
    'team-invitation': others,
    account: others,
    'sign-up': others,
    acknowledgement: others,
    notice: others,
    ...named,
  };
}

/** A mailer with the job runner and the notification listener that it needs, without a server. */
export async function openMailHarness(
  { db, url }: TestDb,
  smtpUrl: string,
  {
    budgets = toBudgets(),
    deliver,
    sender = { name: 'Northlight', address: 'hello@northlight.test' },
    host = 'northlight.test',
  }: { budgets?: MailBudgets; deliver?: Deliver; sender?: MailSender; host?: string } = {},
): Promise<MailHarness> {
  const metrics = new Metrics();
  const jobs = await startJobs({ url, onError: () => {} });
  const mailer = await createMailer({
    db,
    jobs,
    deliver:
      deliver ??
      createDelivery({
        smtpUrl,
        folder: '',
        onStored: () => {},
        replyTimeoutMs: 1_000,
        deliveryTimeoutMs: 2_000,
      }),
    sender: () => sender,
    host,
    budgets,
    appSecret: 'an app secret for mails of 32 characters or more',
    metrics,
    isKnownAddress: async (_tx, address) => address.startsWith('known'),
    retrySeconds: 1,
  });
  const listener = await startNotificationListener({
    url,
    onNotification: jobs.onNotification,
    onUnknown: () => {},
    onReconnect: () => {},
    onError: () => {},
  });
  return {
    mailer,
    jobs,
    metrics,
    send: (mail) =>
      db.transaction((tx) =>
        mailer.queue(tx, {
          class: 'account',
          subject: 'Hello',
          text: 'Hello',
          html: '<p>Hello</p>',
          ...mail,
        }),
      ),
    close: async () => {
      mailer.stop();
      await listener.close();
      await jobs.stop();
    },
  };
}
