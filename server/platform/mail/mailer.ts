import { randomUUID } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { MailTrouble } from '../../../contract/inbox.ts';
import { notifyAdmins } from '../admin-topics.ts';
import { mailLimits } from './mail-limits.ts';
import { type MailContentInput, mailContent, toAddress } from './mail-parts.ts';
import { createPostman, mailJob, type PostmanDeps } from './mail-postman.ts';
import * as store from './mail-store.ts';
import { toOneLine } from './one-line.ts';

export interface Mail extends MailContentInput {
  /** Queued twice under one id, a mail is sent once; `forget` finds it by it. */
  id?: string;
  /** One address, bare or as `Name <address>`. */
  to: string;
  subject: string;
}

/** What writes a mail needs of a transaction. */
type Transaction = Pick<NodePgDatabase, 'insert' | 'execute'>;

export interface Mailer {
  /** Sends the mail if the transaction commits, and only then: at once, or when the mail server is back. */
  queue: (transaction: Transaction, mail: Mail) => Promise<void>;
  /** Erases mails and every trace of them; one that waits is not sent any more. */
  forget: (transaction: Pick<NodePgDatabase, 'delete'>, ids: string[]) => Promise<void>;
  listTrouble: () => Promise<MailTrouble>;
  /** Tries one that is not sent yet at once, as if it were new. Gives false when there is none. */
  retry: (transaction: Pick<NodePgDatabase, 'update' | 'execute'>, id: string) => Promise<boolean>;
}

/** Stores a mail without a job about it; undefined when it is there already. A running server sends it within a minute. */
export async function storeMail(
  transaction: Pick<NodePgDatabase, 'insert'>,
  { id = randomUUID(), to, subject, ...rest }: Mail,
): Promise<string | undefined> {
  const isNew = await store.insertMail(transaction, {
    id,
    recipient: toAddress(to),
    subject: toOneLine(subject, 150),
    content: mailContent.parse(rest),
    created_at: new Date(),
  });
  return isNew ? id : undefined;
}

type MailerDeps = Omit<PostmanDeps, 'limits' | 'retrySeconds'> &
  Partial<Pick<PostmanDeps, 'limits' | 'retrySeconds'>>;

const keptDays = 90;

export async function createMailer(deps: MailerDeps): Promise<Mailer> {
  const { db, jobs, limits = mailLimits, retrySeconds = 10 } = deps;
  const work = createPostman({ ...deps, limits, retrySeconds });
  // The postman plans its own retries; these are for a process or a database that went in the middle.
  await jobs.take(mailJob, { retrySeconds: 10, retriesMax: 12, workers: 2 }, work);

  /** Mails without a job to their name: their process was killed. A job too many finds nothing to do. */
  async function rescue(): Promise<void> {
    const waiting = await store.listWaitingIds(db.orm);
    if (waiting.length === 0) return;
    const planned = await jobs.findWaiting(mailJob);
    for (const id of waiting) if (!planned.has(id)) await jobs.send(db.orm, mailJob, id);
  }
  await rescue();
  await jobs.schedule('rescue-mails', '* * * * *', rescue);
  await jobs.schedule('forget-old-mails', '23 4 * * *', () =>
    store.deleteMailsBefore(db.orm, new Date(Date.now() - keptDays * 86_400_000)),
  );

  return {
    queue: async (transaction, mail) => {
      const id = await storeMail(transaction, mail);
      if (id !== undefined) await jobs.send(transaction, mailJob, id);
    },
    forget: (transaction, ids) => store.deleteMails(transaction, ids),
    listTrouble: async () => {
      const rows = await store.listTroubled(db.orm);
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
        waiting: await store.countWaiting(db.orm),
      };
    },
    retry: async (transaction, id) => {
      if (!(await store.reviveMail(transaction, id))) return false;
      await jobs.send(transaction, mailJob, id);
      await notifyAdmins(transaction, 'mails');
      return true;
    },
  };
}
