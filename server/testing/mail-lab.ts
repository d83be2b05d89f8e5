import { type Jobs, startJobs } from '../platform/jobs.ts';
import { listen } from '../platform/listener.ts';
import type { MailLimits } from '../platform/mail/mail-limits.ts';
import { createDelivery } from '../platform/mail/mail-transport.ts';
import { createMailer, type Mail, type Mailer } from '../platform/mail/mailer.ts';
import type { openTestDb } from './test-app.ts';

export type TestDb = Awaited<ReturnType<typeof openTestDb>>;

export interface MailLab {
  mailer: Mailer;
  jobs: Jobs;
  /** Queues a mail in a transaction of its own. */
  send: (mail: Partial<Mail> & { to: string }) => Promise<void>;
  close: () => Promise<void>;
}

const unlimited: MailLimits = { recipient: [], total: [] };

/** A mailer on a database, with the job runner and the listener that wake it, and nothing else. */
export async function openMailLab(
  { db, url }: TestDb,
  smtpUrl: string,
  { limits = unlimited, contactTo = 'agency@northlight.test' } = {},
): Promise<MailLab> {
  const jobs = await startJobs({ url, onError: () => {} });
  const mailer = await createMailer({
    db,
    jobs,
    deliver: createDelivery({
      smtpUrl,
      folder: '',
      onStored: () => {},
      patienceMs: 1_000,
      deliveryMaxMs: 2_000,
    }),
    from: 'Northlight <hello@northlight.test>',
    contactTo,
    host: 'northlight.test',
    limits,
    retrySeconds: 1,
  });
  const listener = await listen({
    url,
    channel: 'northlight',
    onMessage: jobs.hear,
    onReconnect: () => {},
    onError: () => {},
  });
  return {
    mailer,
    jobs,
    send: (mail) =>
      db.orm.transaction((transaction) =>
        mailer.queue(transaction, { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', ...mail }),
      ),
    close: async () => {
      await listener.close();
      await jobs.stop();
    },
  };
}
