import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';
import { z } from 'zod';
import type { TestApp } from '../test-app.ts';

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
  const found = await t.db.query(
    'SELECT id, subject, content, created_at AS at FROM mails WHERE recipient = $1',
    [to],
  );
  const rows = found.rows.map((row) => kept.parse(row));
  const folder = join(t.config.dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const mails = rows.map(async ({ id, subject, content, at }) => {
    const file = files.find((name) => name.startsWith(id));
    if (file !== undefined) {
      const mail = await PostalMime.parse(await readFile(join(folder, file)));
      return [{ subject: mail.subject ?? '', text: mail.text ?? '', at }];
    }
    return content ? [{ subject, text: content.text, at }] : [];
  });
  return (await Promise.all(mails)).flat().sort((a, b) => a.at.getTime() - b.at.getTime());
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
