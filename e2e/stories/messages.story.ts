import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleMessage, Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import type { Northlight } from '../northlight.ts';
import { expect, test } from './story.ts';

async function readMails({ dataDir }: Northlight): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'));
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))));
}

const findMail = async (northlight: Northlight, to: string, subject: RegExp) =>
  (await readMails(northlight)).find(
    (mail) => mail.to?.some(({ address }) => address === to) && subject.test(mail.subject ?? ''),
  );

/** Opens a page with a fake clock: messages submitted within seconds count as spam. */
async function open(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await page.goto(url);
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  const form = page.locator('form');
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
  await page.clock.fastForward(30_000);
}

test('messages from all three forms are mailed to both sides and appear in the open inbox', async ({
  browser,
  page,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const agency = 'hello@northlight.example';
  const admin = failOnErrors(await (await browser.newContext({ storageState: adminState })).newPage());
  await admin.goto(`${northlight.url}/admin/inbox`);
  await admin.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();

  await open(failOnErrors(page), northlight.url);
  await page.getByRole('form').getByLabel('Name').focus();
  await fill(page, {
    Name: 'Ada Home',
    Email: 'ada-home@example.com',
    Message: 'From the home page,\nin two lines.',
  });
  await page.getByRole('form').getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you! Your message has been sent successfully.')).toBeVisible();
  await expect(admin.getByText('Ada Home').first()).toBeVisible();

  await open(page, `${northlight.url}/contact`);
  await fill(page, {
    Name: 'Bea Contact',
    Email: 'bea@example.com',
    Subject: 'Engines',
    Message: 'Could one compute this?',
  });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.clock.runFor(1_500);
  await expect(page.getByText('Message sent successfully!')).toBeVisible();
  await expect(admin.getByText('Bea Contact').first()).toBeVisible();

  await open(page, `${northlight.url}/book-demo`);
  await fill(page, { 'Full Name': 'Cem Demo', Email: 'cem@example.com', Company: 'Engine Works' });
  await page.getByRole('button', { name: 'Request Demo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your request' })).toBeVisible();
  await expect(admin.getByText('Cem Demo').first()).toBeVisible();

  const expectMail = (to: string, subject: RegExp) =>
    expect.poll(() => findMail(northlight, to, subject)).toBeDefined();
  await expectMail(agency, /^New message from the home page/);
  await expectMail('ada-home@example.com', /^We have your message/);
  await expectMail(agency, /^New message from the contact page/);
  await expectMail('bea@example.com', /^We have your message/);
  await expectMail(agency, /^New demo request/);
  await expectMail('cem@example.com', /^Your demo/);
  const notice = await findMail(northlight, agency, /^New message from the home page/);
  expect(notice?.replyTo?.[0]?.address).toBe('ada-home@example.com');
  const invited = await findMail(northlight, 'cem@example.com', /^Your demo/);
  expect(invited?.attachments.map(({ filename }) => filename)).toContain('demo.ics');
});

test('a message from "ada@example.com," on the home page is delivered', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  await open(failOnErrors(page), northlight.url);
  await page.getByRole('form').getByLabel('Name').focus();
  await fill(page, { Name: 'Ada Comma', Email: 'ada-comma@example.com,', Message: 'With a comma' });
  await page.getByRole('form').getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you! Your message has been sent successfully.')).toBeVisible();
  await expect
    .poll(() => findMail(northlight, 'ada-comma@example.com', /^We have your message/))
    .toBeDefined();
});

const account = 'an invalid address such as ada@localhost is marked at its field and not sent';
for (const [path, button] of [
  ['/auth', 'Sign In'],
  ['/auth/forgot-password', 'Send the link'],
  ['/grant-admin', 'Grant Admin Privileges'],
] as const) {
  test(`${path}: ${account}`, async ({ page, northlight, failOnErrors }) => {
    const calls: string[] = [];
    failOnErrors(page).on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    await page.goto(northlight.url + path);
    const email = page.getByRole('textbox', { name: 'Email' });
    await email.fill('ada@localhost');
    const secrets = page.locator('input[type=password]');
    if ((await secrets.count()) > 0) await secrets.fill('seven herons over wet slate');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('alert').getByText('Please enter a valid email address')).toBeVisible();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    expect(calls).toEqual([]);

    // A missing address is still reported by the browser.
    await email.fill('');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(email).toBeFocused();
    expect(await email.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
    expect(calls).toEqual([]);
  });
}

test('the sixth message within an hour is rejected with the time until the next one', async ({
  page,
  northlight,
}) => {
  await page.goto(`${northlight.url}/book-demo`);
  const send = { name: 'Ann', email: 'ann@example.com', company: 'Ann Ltd' };
  for (let count = 0; count < 5; count += 1) {
    // From the page, so that the limit counts them for this visitor.
    await page.evaluate(async (body) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/book-demo', { method: 'POST', headers, body: JSON.stringify(body) });
    }, send);
  }
  const form = page.locator('form');
  await form.getByLabel('Full Name').fill('Ann');
  await form.getByLabel('Email').fill('ann@example.com');
  await form.getByLabel('Company').fill('Ann Ltd');
  await page.getByRole('button', { name: 'Request Demo' }).click();
  await expect(
    page.getByText(/^Too many messages from your network\. Please try again in \d+ minutes\.$/),
  ).toBeVisible();
});

test('a message with the honeypot filled looks sent but is not mailed', async ({ page, northlight }) => {
  await page.goto(`${northlight.url}/contact`);
  const form = page.locator('form');
  for (const [label, text] of [
    ['Name', 'Rob Robot'],
    ['Email', 'rob@example.com'],
    ['Subject', 'Offer'],
    ['Message', 'Buy'],
  ] as const) {
    await form.getByLabel(label).fill(text);
  }
  await form.locator('[name=website]').fill('https://evil.test', { force: true });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message sent successfully!')).toBeVisible();
  expect(await findMail(northlight, 'rob@example.com', /./)).toBeUndefined();
});

test('a request that could not be sent stays in its fields and is sent once on retry', async ({
  page,
  northlight,
}) => {
  const ids: unknown[] = [];
  let isDown = true;
  await page.route('**/api/book-demo', (route) => {
    ids.push(route.request().postDataJSON().id);
    return isDown ? route.abort() : route.continue();
  });
  await page.goto(`${northlight.url}/book-demo`);
  for (const [label, text] of [
    ['Full Name', 'Dee Again'],
    ['Email', 'dee@example.com'],
    ['Company', 'Again Ltd'],
  ] as const) {
    await page.locator('form').getByLabel(label).fill(text);
  }
  const isLogged = (message: ConsoleMessage) => message.text().startsWith('Failed to submit your request.');
  const logged = page.waitForEvent('console', isLogged);
  await page.getByRole('button', { name: 'Request Demo' }).click();
  expect((await logged).type()).toBe('error');
  await expect(page.getByText('Failed to submit your request. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Company')).toHaveValue('Again Ltd');
  isDown = false;
  await page.getByRole('button', { name: 'Request Demo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your request' })).toBeVisible();
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test('two quick clicks and a lost response send one message', async ({
  page,
  browser,
  northlight,
  adminState,
}) => {
  const keys: string[] = [];
  await page.route('**/api/contact-message', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    const answer = await route.fetch();
    // The message has been stored, but the response is lost.
    if (keys.length === 1) await route.abort('connectionreset');
    else await route.fulfill({ response: answer });
  });
  await open(page, `${northlight.url}/contact`);
  await fill(page, {
    Name: 'Dee Double',
    Email: 'dee@example.com',
    Subject: 'Once',
    Message: 'Please count me once.',
  });
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.dblclick();
  await page.clock.runFor(1_500);
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
  await send.dblclick();
  await page.clock.runFor(1_500);
  await expect(page.getByText('Message sent successfully!')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  const confirmations = async () =>
    (await readMails(northlight)).filter((mail) =>
      mail.to?.some(({ address }) => address === 'dee@example.com'),
    );
  await expect.poll(async () => (await confirmations()).length).toBe(1);
  const admin = await (await browser.newContext({ storageState: adminState })).newPage();
  await admin.goto(`${northlight.url}/admin/inbox`);
  await expect(admin.getByRole('button', { name: /Dee Double/ })).toHaveCount(1);
});
