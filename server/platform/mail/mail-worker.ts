import type { SendMailOptions } from 'nodemailer';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { lockForTransaction, runLocked } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { requireNoTransaction } from '../../db/transaction-guard.ts';
import type { Jobs } from '../jobs.ts';
import {
  findWaitSeconds,
  isUrgent,
  type MailBudgets,
  type MailClass,
  rulesForAll,
  spreadWaitSeconds,
} from './mail-budgets.ts';
import { isPlainAddress, mailContent } from './mail-content.ts';
import type { MailCounts } from './mail-metrics.ts';
import { type Deliver, isPermanent } from './mail-transport.ts';
import * as store from './mails.queries.ts';

const urgentMailJob = 'urgent-mail';
const mailJob = 'mail';
/** Urgent mails have a separate queue and separate workers. */
export const mailJobs = [urgentMailJob, mailJob] as const;
export const toMailJob = (mailClass: MailClass) => (isUrgent(mailClass) ? urgentMailJob : mailJob);

/** About two days of retries, most of them hourly. After that an administrator has to retry the mail. */
const attemptsMax = 55;
const longestRetrySeconds = 3_600;
/** The wait while another process holds the lock of the mail. A crashed process loses its lock. */
const busySeconds = 15;

export interface MailSender {
  /** Empty for an address without a name. */
  name: string;
  address: string;
}

export interface MailWorkerDeps {
  db: Db;
  jobs: Jobs;
  deliver: Deliver;
  /** Called when a mail is delivered: the agency may have another name than when the mail was queued. */
  sender: () => MailSender;
  /** The host name in the message ids. */
  host: string;
  budgets: MailBudgets;
  counts: MailCounts;
  /**
   * For classes whose mails may have become unwanted while they waited: asked before each attempt. False: the mail is deleted, in
   * the same transaction.
   */
  mayStillSend?: Partial<Record<MailClass, (tx: Tx, mailId: string) => Promise<boolean>>>;
  /** The wait before the first retry. Doubles with each retry, up to an hour. */
  retrySeconds: number;
}

/** Returns the handler of mail jobs: it delivers a waiting mail if its budget allows, or schedules the next attempt. */
export function createMailWorker(deps: MailWorkerDeps): (id: string, job: string) => Promise<void> {
  const { db, jobs, deliver, sender, host, counts } = deps;
  // Delivered mails whose new state is not stored yet. A retry only stores the state, and does not send them again.
  const delivered = new Set<string>();

  async function work(id: string): Promise<void> {
    const mail = await store.findMail(db, id);
    if (mail?.state !== 'waiting') return;
    if (!delivered.has(id)) {
      if (await deleteUnwanted(mail)) return;
      const waitSeconds = await reserve(mail, deps);
      if (waitSeconds > 0) return jobs.send(db, toMailJob(store.toMailClass(mail)), id, waitSeconds);
      requireNoTransaction('a mail server');
      try {
        await deliver({
          messageId: `<${id}@${host}>`,
          from: sender(),
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          date: mail.created_at,
          ...toOptions(mailContent.parse(mail.content)),
        });
      } catch (error) {
        return recordFailure(mail, error);
      }
      delivered.add(id);
    }
    await db.transaction(async (tx) => {
      await store.updateMail(tx, id, {
        state: 'sent',
        sent_at: new Date(),
        content: null,
        attempts: mail.attempts + 1,
      });
      if (mail.attempts > 0) await notify(tx, { kind: 'admin-topic-changed', topic: 'mails' });
    });
    delivered.delete(id);
    counts.sent.add(mail.class);
  }

  /** Returns whether the mail was deleted. */
  async function deleteUnwanted(mail: store.MailRow): Promise<boolean> {
    const mayStillSend = deps.mayStillSend?.[store.toMailClass(mail)];
    if (!mayStillSend) return false;
    return db.transaction(async (tx) => {
      if (await mayStillSend(tx, mail.id)) return false;
      await store.deleteMails(tx, [mail.id]);
      if (mail.attempts > 0) await notify(tx, { kind: 'admin-topic-changed', topic: 'mails' });
      return true;
    });
  }

  async function recordFailure(mail: store.MailRow, error: unknown): Promise<void> {
    const attempts = mail.attempts + 1;
    const reason = error instanceof Error ? error.message : String(error);
    const isOver = isPermanent(error) || attempts >= attemptsMax;
    await db.transaction(async (tx) => {
      await store.updateMail(tx, mail.id, {
        attempts,
        last_error: reason.slice(0, 500),
        ...(isOver ? { state: 'failed' } : {}),
      });
      const afterSeconds = Math.min(deps.retrySeconds * 2 ** (attempts - 1), longestRetrySeconds);
      const job = toMailJob(store.toMailClass(mail));
      if (!isOver) await jobs.send(tx, job, mail.id, Math.max(1, Math.round(afterSeconds)));
      await notify(tx, { kind: 'admin-topic-changed', topic: 'mails' });
    });
  }

  return async (id, job) => {
    const hasRun = await runLocked(db, { lock: 'mail', id }, () => work(id));
    if (!hasRun) await jobs.send(db, job, id, busySeconds);
  };
}

/** Reserves a place in the budget of the mail's class. Returns 0, or the seconds until the next attempt. */
async function reserve(mail: store.MailRow, { db, budgets }: MailWorkerDeps): Promise<number> {
  const budget = budgets[store.toMailClass(mail)];
  return db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'mail-budget', mailClass: mail.class });
    const now = new Date();
    const recent = await store.listRecent(tx, mail, now);
    const same = recent.filter(({ isSame }) => isSame);
    const forRecipient = findWaitSeconds(toTimes(same), budget.recipient, now);
    const rules = rulesForAll(budget, same.length);
    const forAll = findWaitSeconds(toTimes(recent), rules, now);
    if (forAll > 0) {
      const waiting = (await store.countWaiting(tx)).get(store.toMailClass(mail)) ?? 0;
      return Math.max(forRecipient, spreadWaitSeconds(forAll, waiting, rules));
    }
    if (forRecipient > 0) return forRecipient;
    await store.updateMail(tx, mail.id, { sent_at: now });
    return 0;
  });
}

const toTimes = (recent: { at: Date }[]) => recent.map(({ at }) => at);

function toOptions(content: z.output<typeof mailContent>): Omit<SendMailOptions, 'messageId'> {
  const { text, html, replyTo, attachments, calendar, unsubscribeUrl } = content;
  return {
    text,
    html,
    attachments,
    // As a part it is shown as an invitation; as a file it works in programs that do not support invitations.
    ...(calendar
      ? { icalEvent: { method: calendar.method, filename: 'demo.ics', content: calendar.content } }
      : {}),
    ...(replyTo !== undefined && isPlainAddress(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    // Prevents automatic replies such as out-of-office notices (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  };
}
