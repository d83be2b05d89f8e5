import { randomUUID } from 'node:crypto';
import type { FailedMails } from '../../../contract/inbox.ts';
import type { Tx } from '../../db/client.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { deriveKey, hmac } from '../keys.ts';
import { countAttempt } from '../limits/attempts.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { acknowledgementsPerDay, type MailClass, mailBudgets, toMailbox } from './mail-budgets.ts';
import { type MailContentInput, mailContent, toAddress } from './mail-content.ts';
import { measureMails } from './mail-metrics.ts';
import { createMailWorker, type MailWorkerDeps, mailJobs, toMailJob } from './mail-worker.ts';
import * as store from './mails.queries.ts';
import { toOneLine } from './one-line.ts';

export interface Mail extends MailContentInput {
  /** A mail queued twice with the same id is sent once. Also the argument of `erase`. */
  id?: string;
  /** The class, whose budget the mail uses. */
  class: MailClass;
  /** One address, bare or as `Name <address>`. */
  to: string;
  subject: string;
}

export interface Mailer {
  /**
   * Queues the mail. It is sent only if the transaction commits: as soon as its budget has room and the mail server is
   * available. An acknowledgement over the daily limit of its mailbox is not sent.
   */
  queue: (tx: Tx, mail: Mail) => Promise<void>;
  /** Counts a requested mail that is not sent because a limit for its mailbox was reached. */
  countWithheld: (mailClass: MailClass) => void;
  /** Deletes mails and everything stored about them. A waiting mail is not sent any more. */
  erase: (tx: Tx, ids: string[]) => Promise<void>;
  listFailed: () => Promise<FailedMails>;
  /** Sends an unsent mail at once, with its attempts reset. Returns false if there is no such mail. */
  retry: (tx: Tx, id: string) => Promise<boolean>;
  /** Stops the timer that refreshes the metrics. */
  stop: () => void;
}

/**
 * Stores a mail without a job. A running server sends it within a minute. Returns its id, or undefined if the id is
 * taken.
 */
export async function storeMail(
  tx: Tx,
  { id = randomUUID(), class: mailClass, to, subject, ...rest }: Mail,
): Promise<string | undefined> {
  const isNew = await store.insertMail(tx, {
    id,
    class: mailClass,
    recipient: toAddress(to),
    subject: toOneLine(subject, 150),
    content: mailContent.parse(rest),
    created_at: new Date(),
  });
  return isNew ? id : undefined;
}

type MailerDeps = Omit<MailWorkerDeps, 'budgets' | 'retrySeconds' | 'counts'> &
  Partial<Pick<MailWorkerDeps, 'budgets' | 'retrySeconds'>> & {
    appSecret: string;
    metrics: Metrics;
    /** Whether the address belongs to a confirmed account or a paid purchase. */
    isKnownAddress: (tx: Tx, address: string) => Promise<boolean>;
  };

const keptDays = 90;
const daySeconds = 86_400;

export async function createMailer(deps: MailerDeps): Promise<Mailer> {
  const { db, jobs, budgets = mailBudgets, retrySeconds = 10, isKnownAddress } = deps;
  const { counts, stop } = measureMails(deps.metrics, db);
  const handleMail = createMailWorker({ ...deps, budgets, retrySeconds, counts });
  // The mail worker schedules its own retries. These are for a process or database that failed during a job.
  const options = { retrySeconds: 10, retriesMax: 12, workers: 2 };
  for (const job of mailJobs) await jobs.process(job, options, (id) => handleMail(id, job));
  const countName = deriveKey(deps.appSecret, 'mail-counts');

  /** Adds jobs for waiting mails without one, such as those of a killed process. An extra job does nothing. */
  async function addMissingJobs(): Promise<void> {
    const waiting = await store.listWaiting(db);
    if (waiting.length === 0) return;
    const planned = await Promise.all(mailJobs.map((job) => jobs.listWaitingIds(db, job)));
    for (const mail of waiting) {
      if (planned.some((ids) => ids.has(mail.id))) continue;
      await jobs.send(db, toMailJob(mail.class), mail.id);
    }
  }

  /** Consumes one of the mailbox's acknowledgements for the day. Returns false if none is left. */
  async function countAcknowledgement(tx: Tx, to: string): Promise<boolean> {
    const address = toAddress(to);
    const { known, unknown } = acknowledgementsPerDay;
    const max = (await isKnownAddress(tx, address)) ? known : unknown;
    // A hash, so that the address itself is not stored.
    const key = `acknowledgement/${hmac(countName, toMailbox(address)).toString('base64url')}`;
    return (await countAttempt(tx, { key, max, windowSeconds: daySeconds })) === 0;
  }

  await addMissingJobs();
  // The names of these jobs are stored in the database, so they must not change.
  await jobs.schedule('rescue-mails', '* * * * *', addMissingJobs);
  await jobs.schedule('forget-old-mails', '23 4 * * *', () =>
    store.deleteMailsBefore(db, new Date(Date.now() - keptDays * 86_400_000)),
  );

  return {
    queue: async (tx, mail) => {
      if (mail.class === 'acknowledgement' && !(await countAcknowledgement(tx, mail.to))) {
        counts.withheld.add(mail.class);
        return;
      }
      const id = await storeMail(tx, mail);
      if (id !== undefined) await jobs.send(tx, toMailJob(mail.class), id);
    },
    countWithheld: (mailClass) => counts.withheld.add(mailClass),
    erase: (tx, ids) => store.deleteMails(tx, ids),
    listFailed: async () => {
      const rows = await store.listFailed(db);
      return {
        mails: rows.map((row) => ({
          id: row.id,
          to: row.recipient,
          subject: row.subject,
          attempts: row.attempts,
          reason: row.last_error ?? '',
          createdAt: row.created_at.toISOString(),
          isRetrying: row.state === 'waiting',
        })),
        waiting: [...(await store.countWaiting(db)).values()].reduce((sum, each) => sum + each, 0),
      };
    },
    retry: async (tx, id) => {
      const mailClass = await store.requeueMail(tx, id);
      if (!mailClass) return false;
      await jobs.send(tx, toMailJob(mailClass), id);
      await notify(tx, { kind: 'admin-topic-changed', topic: 'mails' });
      return true;
    },
    stop,
  };
}
