import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  accountExistsMail,
  confirmationMail,
  passwordChangedMail,
  resetMail,
} from '../../features/accounts/account-mails.ts';
import { aMailBrand } from '../../testing/mail/a-mail-brand.ts';
import { createDelivery } from './mail-transport.ts';

let folder: string;
let stored: [file: string, link: string | undefined][];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'northlight-mails-'));
  stored = [];
});
afterEach(() => rm(folder, { recursive: true }));

async function write(mail: { subject: string; text: string; html: string }) {
  const onStored = (...given: (typeof stored)[number]) => stored.push(given);
  const deliver = createDelivery({ smtpUrl: undefined, folder, onStored });
  const { subject, text, html } = mail;
  await deliver({
    messageId: '<one@northlight.test>',
    from: 'a@b.test',
    to: 'c@d.test',
    subject,
    text,
    html,
  });
  const [file = ''] = await readdir(folder);
  return readFile(join(folder, file), 'utf8');
}

const publicUrl = 'https://agency.example';
const source = { publicUrl, mailBrand: () => aMailBrand };
const token = 'Zm9vYmFy_-'.repeat(20);
const to = 'somebody.with.a.long.address@a-company-with-a-long-name.example';

test.each([
  ['confirmation', confirmationMail(to, source, token), `${publicUrl}/auth/confirm?token=${token}`],
  ['password reset', resetMail(to, source, token), `${publicUrl}/auth/reset-password?token=${token}`],
  ['known address', accountExistsMail(to, source), `${publicUrl}/auth`],
  ['changed password', passwordChangedMail(to, source), `${publicUrl}/auth`],
])('the link of a stored mail is unbroken in its source and in the log: %s', async (_name, mail, link) => {
  const source = await write(mail);
  expect(source.split('\n')).toContain(link);
  expect(source).toContain(`href="${link}"`);
  expect(source).not.toMatch(/quoted-printable|base64|=3D/);
  expect(stored.map(([, logged]) => logged)).toEqual([link]);
  const parsed = await PostalMime.parse(source);
  expect(parsed.text?.trim()).toBe(mail.text.trim());
  expect(parsed.html?.trim()).toBe(mail.html.trim());
});

test('a line too long for a mail is not truncated, and a quoted link is not logged', async () => {
  const text = `Words\n\n> https://evil.test/\n${'ü'.repeat(2_000)}\n`;
  const parsed = await PostalMime.parse(await write({ subject: 'Odd', text, html: `<p>${text}</p>` }));
  expect(parsed.text?.trim()).toBe(text.trim());
  expect(stored.map(([, logged]) => logged)).toEqual([undefined]);
});
