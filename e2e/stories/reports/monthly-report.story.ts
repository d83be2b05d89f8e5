import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ReceivedMail, type SmtpHarness, startSmtp } from '../../../server/testing/mail/smtp-harness.ts';
import { becomeAdmin } from '../../become-admin.ts';
import { createCompany, makeDataDir, type Northlight, startNorthlight } from '../../northlight.ts';
import { expect, expectAccessible, isBusyServer, test } from '../story.ts';
import { dateBack, zoneWithDueMonth } from './due-reports.ts';

interface MailingServer {
  northlight: Northlight;
  smtp: SmtpHarness;
  end: () => Promise<void>;
}

/** A server that sends its mails by SMTP. */
async function startMailingServer(): Promise<MailingServer> {
  const smtp = await startSmtp();
  const { dataDir, remove } = makeDataDir();
  const northlight = await startNorthlight({ dataDir, env: { SMTP_URL: smtp.url } });
  const folder = join(dataDir, 'mail');
  mkdirSync(folder, { recursive: true });
  smtp.answer = (_, command) => {
    const { length } = smtp.received;
    // Where a server without a mail server stores its mails: signing up reads the link from there.
    if (command === 'DATA')
      writeFileSync(join(folder, `${length}.eml`), smtp.received[length - 1]?.raw ?? '');
    return 'accept';
  };
  const end = async () => {
    await northlight.stop();
    await smtp.close();
    remove();
  };
  return { northlight, smtp, end };
}

/** The accessibility check tries to run in each frame, and those with mails let nothing run. */
const isBlockedCheck = (text: string) => text.startsWith("Blocked script execution in 'about:srcdoc'");

/** Collects the errors of a page: what it throws, and what it logs except that the server is busy. */
function watchErrors(page: Page, errors: string[]): Page {
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || isBusyServer(text) || isBlockedCheck(text)) return;
    errors.push(`${page.url()}: ${text}`);
  });
  return page;
}

const mailsTo = (smtp: SmtpHarness, address: string) =>
  smtp.received.filter(({ envelopeTo }) => envelopeTo.includes(address));

const headerOf = (mail: ReceivedMail | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value;

/** The first link of a mail that leads to a page or its redirect. */
function findLink(mail: ReceivedMail | undefined, path: RegExp): string {
  const links = mail?.text?.match(/https?:\/\/[^\s>)\]]+/g) ?? [];
  const found = links.find((link) => path.test(link));
  if (!found) throw new Error(`the mail has no link to ${path}: ${mail?.text}`);
  return found;
}

async function addRecipient(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a recipient' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name').fill(name);
  await sheet.getByLabel('Email').fill(email);
  await sheet.getByRole('checkbox', { name: 'Weekly reports' }).check();
  await sheet.getByRole('button', { name: 'Add recipient' }).click();
  await expect(page.getByText(`${name} will receive reports`)).toBeVisible();
}

/** Sends everything that waits for review. */
async function sendAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: /^Send \d+ reports?$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d+ reports?$/ })
    .click();
  await expect(page.getByText(/reports? (is|are) being sent/).first()).toBeVisible();
}

test('a monthly report is edited, previewed, sent, opened and unsubscribed from', async ({ browser }) => {
  const { northlight, smtp, end } = await startMailingServer();
  const errors: string[] = [];
  const admin = watchErrors(await (await browser.newContext()).newPage(), errors);
  await becomeAdmin(admin, northlight, 'admin@agency.example');
  const company = await createCompany(northlight, 'Heron & Quill', 'localhost', [
    '--time-zone',
    zoneWithDueMonth(),
  ]);
  const settings = `${northlight.url}/admin/companies/${company.id}#reports`;
  await admin.goto(settings);
  const section = admin.getByRole('region', { name: 'Reports' });
  await section.getByRole('checkbox', { name: 'Monthly report' }).check();
  await expect(section.getByText('Saved', { exact: true })).toBeAttached();
  await expect(section.getByRole('checkbox', { name: 'Hold for review' })).toBeChecked();
  await addRecipient(admin, 'Ada Reed', 'ada@client.example');
  await addRecipient(admin, 'Ben Marsh', 'ben@client.example');
  await dateBack(northlight, company.id);
  await section.getByRole('checkbox', { name: 'Weekly report' }).check();
  await expect(section.getByRole('link', { name: /Waits for review/ })).toBeVisible();

  // The agency adds its own words and looks at the mail with them.
  await admin.getByRole('link', { name: 'Reports', exact: true }).first().click();
  const list = admin.getByRole('list', { name: 'Reports' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: /Heron & Quill.*2 recipients/ }).click();
  const comment = 'The new lamp page doubled your visits.';
  await admin.getByLabel('Comment').fill(comment);
  await admin.getByRole('button', { name: 'Save comment' }).click();
  await expect(admin.getByText('Comment saved')).toBeVisible();
  const preview = admin.frameLocator('iframe[title="The mail"]');
  await expect(preview.getByText(comment)).toBeVisible();
  await admin.getByRole('radio', { name: 'Phone' }).check();
  await expect(preview.getByText(comment)).toBeVisible();
  await expectAccessible(admin, 'the review of a report');
  expect(mailsTo(smtp, 'ada@client.example')).toEqual([]);

  // Sent to both, with a PDF and a link that ends the mails.
  await sendAll(admin);
  await expect.poll(() => mailsTo(smtp, 'ada@client.example').length).toBe(1);
  await expect.poll(() => mailsTo(smtp, 'ben@client.example').length).toBe(1);
  const [mail] = mailsTo(smtp, 'ada@client.example');
  expect(mail?.text).toContain(comment);
  expect(headerOf(mail, 'list-unsubscribe')).toMatch(/^<http.*\/api\/unsubscribe\/[^>]+>$/);
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const pdf = mail?.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
  expect(pdf?.filename).toMatch(/^[\x21-\x7e]+\.pdf$/);

  // The recipient opens the report, and the agency sees that.
  const recipient = watchErrors(await (await browser.newContext()).newPage(), errors);
  await recipient.goto(findLink(mail, /\/report#/));
  await expect(recipient.getByRole('heading', { level: 1, name: /Heron & Quill/ })).toBeVisible();
  await expect(recipient.locator('iframe').contentFrame().getByText(comment)).toBeVisible();
  await expectAccessible(recipient, 'the page of a report');
  await admin.getByRole('radio', { name: 'Sent' }).check();
  await list.getByRole('button', { name: /Heron & Quill.*Monthly/ }).click();
  const mails = admin.getByRole('region', { name: 'Mails' });
  await expect(mails.getByRole('listitem').filter({ hasText: 'Ada Reed' })).toContainText('opened');
  await expect(mails.getByRole('listitem').filter({ hasText: 'Ben Marsh' })).not.toContainText('opened');

  // Opening the link ends nothing; one click does.
  await recipient.goto(headerOf(mail, 'list-unsubscribe')?.slice(1, -1) ?? '');
  await recipient.waitForURL('**/unsubscribe#*');
  await expect(recipient.getByText('Reports of Heron & Quill')).toBeVisible();
  await expectAccessible(recipient, 'the page that unsubscribes');
  await recipient.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(recipient.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused();
  await admin.goto(settings);
  const row = section.getByRole('list', { name: 'Recipients of reports' }).getByRole('listitem');
  await expect(row.filter({ hasText: 'Ada Reed' })).toContainText('Unsubscribed');
  await expect(row.filter({ hasText: 'Ben Marsh' })).not.toContainText('Unsubscribed');

  // The next reports go to the other recipient alone.
  await dateBack(northlight, company.id);
  await section.getByRole('checkbox', { name: 'Monthly report' }).uncheck();
  await expect(section.getByRole('link', { name: /Weekly.*Waits for review/ }).first()).toBeVisible();
  await admin.goto(`${northlight.url}/admin/reports`);
  await expect(list.getByRole('button', { name: /1 recipient .*Weekly/ }).first()).toBeVisible();
  await sendAll(admin);
  await expect.poll(() => mailsTo(smtp, 'ben@client.example').length).toBeGreaterThan(1);
  await admin.getByRole('radio', { name: 'Sent' }).check();
  await list
    .getByRole('button', { name: /Weekly/ })
    .first()
    .click();
  await expect(mails.getByRole('listitem')).toHaveText([/Ben Marsh/]);
  expect(mailsTo(smtp, 'ada@client.example')).toHaveLength(1);
  expect(errors, northlight.output()).toEqual([]);
  await end();
});
