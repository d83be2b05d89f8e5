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

const mailRow = z.object({
  id: z.string(),
  subject: z.string(),
  /** Null once the mail is sent. */
  content: z.object({ text: z.string() }).nullable(),
  at: z.date(),
});

/** Mails to an address, sent and waiting, oldest first. */
export async function listMails(t: TestApp, to: string): Promise<SentMail[]> {
  const found = await t.db.query(
    'SELECT id, subject, content, created_at AS at FROM mails WHERE recipient = $1',
    [to],
  );
  const rows = found.rows.map((row) => mailRow.parse(row));
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

/** Waits for a mail to an address with a matching subject and returns the newest one. */
export async function findMail(t: TestApp, to: string, subject: RegExp): Promise<SentMail> {
  // Not expect.poll, which works only inside tests: builders also run in hooks.
  return vi.waitFor(
    async () => {
      const mail = (await listMails(t, to)).findLast((each) => subject.test(each.subject));
      if (!mail) throw new Error(`no mail to ${to} with the subject ${subject}`);
      return mail;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** The token in the link of a mail. */
export function toLinkToken({ text }: SentMail): string {
  const [, token] = /[?&]token=([\w-]+)/.exec(text) ?? [];
  if (token === undefined) throw new Error(`no link in: ${text}`);
  return token;
}
