import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';
import { z } from 'zod';
import type { TestApp } from './test-app.ts';

export interface SentMail {
  subject: string;
  text: string;
}

const kept = z.object({
  id: z.string(),
  subject: z.string(),
  /** Forgotten once it is sent. */
  content: z.object({ text: z.string() }).nullable(),
  at: z.date(),
});

/** What was mailed to an address so far, oldest first: what was delivered, and what waits for its minute. */
export async function listMails(t: TestApp, to: string): Promise<SentMail[]> {
  const found = await t.db.pool.query(
    'SELECT id, subject, content, created_at AS at FROM mails WHERE recipient = $1',
    [to],
  );
  const rows = found.rows.map((row) => kept.parse(row));
  const folder = join(t.config.dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  const delivered = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .map(async (file) => {
        const mail = await PostalMime.parse(await readFile(join(folder, file)));
        // A mail's own date knows no more than the second. Its file has its name.
        const at = rows.find(({ id }) => file.startsWith(id))?.at ?? new Date(mail.date ?? 0);
        return { mail, at };
      }),
  );
  return [
    ...delivered
      .filter(({ mail }) => mail.to?.some(({ address }) => address === to))
      .map(({ mail, at }) => ({ subject: mail.subject ?? '', text: mail.text ?? '', at })),
    ...rows.flatMap(({ id, subject, content, at }) =>
      // A mail is still in the table for a moment after its file is written.
      content && !files.some((file) => file.startsWith(id) && file.endsWith('.eml'))
        ? [{ subject, text: content.text, at }]
        : [],
    ),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The newest mail to an address under a subject, once it is there. */
export async function findMail(t: TestApp, to: string, subject: RegExp): Promise<SentMail> {
  // Not expect.poll, which works inside tests alone: builders run before them too.
  return vi.waitFor(
    async () => {
      const mail = (await listMails(t, to)).findLast((each) => subject.test(each.subject));
      if (!mail) throw new Error(`no mail to ${to} under ${subject}`);
      return mail;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** The token in a mail's link. */
export function toLinkToken({ text }: SentMail): string {
  const [, token] = /[?&]token=([\w-]+)/.exec(text) ?? [];
  if (token === undefined) throw new Error(`no link in: ${text}`);
  return token;
}
