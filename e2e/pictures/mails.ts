import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import PostalMime from 'postal-mime';
import type { Northlight } from '../northlight.ts';

export interface SentMail {
  screen: string;
  html: string;
}

const wanted = [
  ['confirm', /^Confirm/],
  ['receipt', /^Your test receipt/],
  ['portal', /^Your analytics portal/],
  ['invitation', /^Your access to/],
  ['demo', /^Your demo/],
  ['contact-message', /^New message from/],
] as const;

/** One mail of each kind. Waits long, because mails to one address are sent a minute apart. */
export async function collectMails({ dataDir }: Northlight): Promise<SentMail[]> {
  const folder = join(dataDir, 'mail');
  let found: SentMail[] = [];
  const look = async () => {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
    found = wanted.flatMap(([name, subject]) => {
      const mail = mails.find((each) => subject.test(each.subject ?? ''));
      return mail?.html ? [{ screen: `mail-${name}`, html: mail.html }] : [];
    });
    return found.length;
  };
  await expect.poll(look, { timeout: 150_000, intervals: [1_000] }).toBe(wanted.length);
  return found;
}

/** Makes every later mail fail. */
export function breakMails({ dataDir }: Northlight): void {
  const folder = join(dataDir, 'mail');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder was');
}
