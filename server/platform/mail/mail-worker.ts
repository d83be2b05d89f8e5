import type { SendMailOptions } from 'nodemailer';
import type { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { lockForTransaction, runLocked } from '../../db/locks.ts';
import { notify } from '../../db/notifications.ts';
import { refuseInTransaction } from '../../db/transaction-guard.ts';
import type { Jobs } from '../jobs.ts';
import {
  findWaitSeconds,
  isUrgent,
  type MailBudgets,
  type MailClass,
  rulesForAll,
  spreadWaitSeconds,
} from './mail-budgets.ts';
import { isPlainAddress, mailContent } from './mail-components.ts';
import type { MailCounts } from './mail-metrics.ts';
import { type Deliver, isPermanent } from './mail-transport.ts';
import * as store from './mails.queries.ts';

const urgentMailJob = 'urgent-mail';
const mailJob = 'mail';
/** Urgent mails have a separate queue and separate workers. */
export const mailJobs = [urgentMailJob, mailJob] as const;
export const toMailJob = (mailClass: MailClass) => (isUrgent(mailClass) ? urgentMailJob : mailJob);

/** Two days of trying, most of them once an hour; then somebody has to look. */
const attemptsMax = 55;
const longestRetrySeconds = 3_600;
/** Another process is at it, or was until it went: its lock goes with it. */
const busySeconds = 15;

export interface PostmanDeps {
  db: Db;
  jobs: Jobs;
  deliver: Deliver;
  from: string;
  /** Host of the installation, in the ids of its mails. */
  host: string;
  budgets: MailBudgets;
  counts: MailCounts;
  /** Before the first retry; doubles with each, up to an hour. */
  retrySeconds: number;
}

/** Makes the work on one mail: hand it over if it still waits and may go, and plan the next try if not. */
export function createPostman(deps: PostmanDeps): (id: string, job: string) => Promise<void> {
  const { db, jobs, deliver, from, host, counts } = deps;
  // Handed over, but the database did not take it down yet: repeating that is right, sending is not.
  const handedOver = new Set<string>();

  async function work(id: string): Promise<void> {
    const mail = await store.findMail(db, id);
    if (mail?.state !== 'waiting') return;
    if (!handedOver.has(id)) {
      const waitSeconds = await reserve(mail, deps);
      if (waitSeconds > 0) return jobs.send(db, toMailJob(store.toMailClass(mail)), id, waitSeconds);
      refuseInTransaction('a mail server');
      try {
        await deliver({
          messageId: `<${id}@${host}>`,
          from,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          date: mail.created_at,
          ...toOptions(mailContent.parse(mail.content)),
        });
      } catch (error) {
        return noteFailure(mail, error);
      }
      handedOver.add(id);
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
    handedOver.delete(id);
    counts.sent.add(mail.class);
  }

  async function noteFailure(mail: store.MailRow, error: unknown): Promise<void> {
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
    const isOurs = await runLocked(db, { lock: 'mail', id }, () => work(id));
    if (!isOurs) await jobs.send(db, job, id, busySeconds);
  };
}

/** Reserves a place in the budget of the mail's class. Returns 0, or the seconds until the next attempt. */
async function reserve(mail: store.MailRow, { db, budgets }: PostmanDeps): Promise<number> {
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
  const { text, html, replyTo, attachments, calendar } = content;
  return {
    text,
    html,
    attachments,
    // As a part it is offered as an invitation; as a file it is there for programs that know no invitations.
    ...(calendar
      ? { icalEvent: { method: calendar.method, filename: 'demo.ics', content: calendar.content } }
      : {}),
    ...(replyTo !== undefined && isPlainAddress(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    // Whoever is away need not tell us (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
