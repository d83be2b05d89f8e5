import type { SendMailOptions } from 'nodemailer';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { refuseInTransaction } from '../../db/transaction-guard.ts';
import { notifyAdmins } from '../admin-topics.ts';
import type { Jobs } from '../jobs.ts';
import { findWaitSeconds, type MailLimits } from './mail-limits.ts';
import { isPlainAddress, mailContent, toAddress } from './mail-parts.ts';
import * as store from './mail-store.ts';
import { type Deliver, isPermanent } from './mail-transport.ts';

export const mailJob = 'mail';

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
  /** Our own address: how much it gets, only the limit in all bounds. */
  contactTo: string;
  /** Host of the installation, in the ids of its mails. */
  host: string;
  limits: MailLimits;
  /** Before the first retry; doubles with each, up to an hour. */
  retrySeconds: number;
}

/** Makes the work on one mail: hand it over if it still waits and may go, and plan the next try if not. */
export function createPostman(deps: PostmanDeps): (id: string) => Promise<void> {
  const { db, jobs, deliver, from, host } = deps;
  const ours = toAddress(deps.contactTo).toLowerCase();
  // Handed over, but the database did not take it down yet: repeating that is right, sending is not.
  const handedOver = new Set<string>();

  async function work(id: string): Promise<void> {
    const mail = await store.findMail(db.orm, id);
    if (mail?.state !== 'waiting') return;
    if (!handedOver.has(id)) {
      const waitSeconds = await reserve(mail, deps, ours);
      if (waitSeconds > 0) return jobs.send(db.orm, mailJob, id, waitSeconds);
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
    await db.orm.transaction(async (transaction) => {
      await store.updateMail(transaction, id, {
        state: 'sent',
        sent_at: new Date(),
        content: null,
        attempts: mail.attempts + 1,
      });
      if (mail.attempts > 0) await notifyAdmins(transaction, 'mails');
    });
    handedOver.delete(id);
  }

  async function noteFailure(mail: store.MailRow, error: unknown): Promise<void> {
    const attempts = mail.attempts + 1;
    const reason = error instanceof Error ? error.message : String(error);
    const isOver = isPermanent(error) || attempts >= attemptsMax;
    await db.orm.transaction(async (transaction) => {
      await store.updateMail(transaction, mail.id, {
        attempts,
        last_error: reason.slice(0, 500),
        ...(isOver ? { state: 'failed' } : {}),
      });
      const afterSeconds = Math.min(deps.retrySeconds * 2 ** (attempts - 1), longestRetrySeconds);
      if (!isOver) await jobs.send(transaction, mailJob, mail.id, Math.max(1, Math.round(afterSeconds)));
      await notifyAdmins(transaction, 'mails');
    });
  }

  return async (id) => {
    const client = await db.pool.connect();
    // A connection that breaks while nobody asks it anything would end the process.
    let broke: Error | undefined;
    const noteBreak = (error: Error) => {
      broke = error;
    };
    client.on('error', noteBreak);
    try {
      if (await lock(client, id)) await work(id);
      else await jobs.send(db.orm, mailJob, id, busySeconds);
      await unlock(client, id);
    } catch (error) {
      // Closed, so that its lock cannot outlive what it was for.
      broke ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // Only our own listener: the pool keeps its error listener on this client.
      client.off('error', noteBreak);
      client.release(broke);
    }
  };
}

/** Takes a place within the limits, or tells how many seconds there is none. */
async function reserve(mail: store.MailRow, { db, limits }: PostmanDeps, ours: string): Promise<number> {
  const { isPrompt } = mailContent.pick({ isPrompt: true }).catch({ isPrompt: false }).parse(mail.content);
  return db.orm.transaction(async (transaction) => {
    await store.lockMailLimits(transaction);
    const now = new Date();
    if (!isPrompt) {
      const recent = await store.listRecent(transaction, mail, now);
      const all = recent.map(({ at }) => at);
      const same = recent.filter(({ isSame }) => isSame).map(({ at }) => at);
      const isOurs = mail.recipient.toLowerCase() === ours;
      const waitSeconds = Math.max(
        findWaitSeconds(all, limits.total, now),
        isOurs ? 0 : findWaitSeconds(same, limits.recipient, now),
      );
      if (waitSeconds > 0) return waitSeconds;
    }
    await store.updateMail(transaction, mail.id, { sent_at: now });
    return 0;
  });
}

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

async function lock(client: PoolClient, id: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('northlight mail ' || $1, 0)) AS locked`,
    [id],
  );
  return rows[0]?.locked ?? false;
}

async function unlock(client: PoolClient, id: string): Promise<void> {
  await client.query(`SELECT pg_advisory_unlock(hashtextextended('northlight mail ' || $1, 0))`, [id]);
}
