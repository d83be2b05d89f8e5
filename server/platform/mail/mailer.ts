import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { mails } from '../../db/mail-schema.ts';
import type { Jobs } from '../jobs.ts';
import type { Deliver } from './mail-transport.ts';

const content = z.object({
  text: z.string(),
  html: z.string(),
  replyTo: z.string().optional(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() }))
    .default([]),
});

export interface Mail extends z.input<typeof content> {
  /** One address. */
  to: string;
  subject: string;
}

/** What writes a mail needs of a transaction. */
type Transaction = Pick<NodePgDatabase, 'insert' | 'execute'>;

export interface Mailer {
  /** Sends the mail if the transaction commits, and only then: at once, or when the mail server is back. */
  queue: (transaction: Transaction, mail: Mail) => Promise<void>;
}

const queueName = 'mail';

interface MailerDeps {
  db: Db;
  jobs: Jobs;
  deliver: Deliver;
  from: string;
  /** Host of the installation, in the ids of its mails. */
  host: string;
}

export async function createMailer({ db, jobs, deliver, from, host }: MailerDeps): Promise<Mailer> {
  // Twelve tries from 10 s on reach over half a day.
  await jobs.take(queueName, { retrySeconds: 10, retriesMax: 12, workers: 2 }, async (id) => {
    const [mail] = await db.orm.select().from(mails).where(eq(mails.id, id)).limit(1);
    if (mail?.state !== 'waiting') return;
    try {
      await deliver({
        messageId: `<${id}@${host}>`,
        from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        date: mail.created_at,
        ...content.parse(mail.content),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await db.orm
        .update(mails)
        .set({ attempts: mail.attempts + 1, last_error: reason.slice(0, 500) })
        .where(eq(mails.id, id));
      throw error;
    }
    await db.orm
      .update(mails)
      .set({ state: 'sent', sent_at: new Date(), content: null, attempts: mail.attempts + 1 })
      .where(eq(mails.id, id));
  });

  return {
    queue: async (transaction, { to, subject, ...rest }) => {
      const id = randomUUID();
      await transaction.insert(mails).values({
        id,
        recipient: to,
        subject,
        state: 'waiting',
        content: content.parse(rest),
        created_at: new Date(),
      });
      await jobs.send(transaction, queueName, id);
    },
  };
}
