import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { signUpAndConfirm } from '../accounts.ts';
import { type Northlight, startSeparateServer } from '../northlight.ts';
import { expect, expectAccessible, test } from './story.ts';

// A separate server: these stories read its mails and need its administrator access key.
const adminAccessKey = 'the key of this server';
let northlight: Northlight;
let end: () => Promise<void>;
test.beforeAll(async () => {
  ({ northlight, end } = await startSeparateServer({ ADMIN_ACCESS_KEY: adminAccessKey }));
});
test.afterAll(() => end());

/** Starts a purchase on a product page and returns the checkout, which opens in a new tab. */
async function openCheckout(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${northlight.url}/solutions/chatbots`);
  await page.getByLabel('Your email').fill(email);
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Purchase Now' }).click();
  await expect(page.getByText('Redirecting to checkout for AI Chatbots...')).toBeVisible();
  const checkout = await opened;
  await checkout.waitForURL('**/api/test-checkout/**');
  return checkout;
}

/** Waits for a mail to an address and returns its text. */
async function mailTo(to: string, subject: RegExp): Promise<string> {
  const folder = join(northlight.dataDir, 'mail');
  let found: string | undefined;
  const look = async () => {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
    const mail = mails.find(
      (each) => each.to?.some(({ address }) => address === to) && subject.test(each.subject ?? ''),
    );
    found = mail?.text;
    return found;
  };
  await expect.poll(look).toBeDefined();
  return found ?? '';
}

async function becomeAdmin(page: Page, email: string): Promise<void> {
  await signUpAndConfirm(page, northlight, email);
  await page.goto(`${northlight.url}/grant-admin`);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Admin Access Key').fill(adminAccessKey);
  await page.getByRole('button', { name: 'Grant Admin Privileges' }).click();
  await expect(page.getByText('Admin privileges granted!').first()).toBeVisible();
  await page.waitForURL('**/admin');
}

test('a visitor buys, the agency creates a portal for the order, and the customer opens it with the mailed key', async ({
  browser,
  failOnErrors,
}) => {
  test.slow();
  const email = 'jo@harbour-pine.shop';
  const checkout = failOnErrors(await openCheckout(await browser.newContext(), email));
  await expect(checkout.getByText('This is a test checkout. No money moves.')).toBeVisible();
  await expect(checkout.getByRole('heading', { level: 1, name: 'AI Chatbots' })).toBeVisible();
  await expect(checkout.getByText(email)).toBeVisible();
  await checkout.getByRole('button', { name: 'Pay $1,000.00' }).click();
  await checkout.waitForURL('**/payment-success?session_id=*');
  await expect(checkout.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  await expect(checkout.getByText('This is a test checkout. No money moves.')).toBeVisible();
  await expect(checkout.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await expect(checkout.getByRole('link', { name: 'Book a kick-off' })).toHaveAttribute('href', '/book-demo');
  const receipt = await mailTo(email, /^Your test receipt/);
  expect(receipt).toContain('$1,000.00');
  expect(receipt).toContain('This was a test checkout. No money was moved.');

  const admin = failOnErrors(await (await browser.newContext()).newPage());
  await becomeAdmin(admin, 'ada@agency.example');
  await admin.goto(`${northlight.url}/admin/orders`);
  const order = admin.getByRole('row', { name: /jo@harbour-pine\.shop/ });
  await expect(order.getByText('Paid', { exact: true })).toBeVisible();
  await order.getByRole('button', { name: /Create portal for this customer/ }).click();
  await expect(admin.getByLabel('Domain')).toHaveValue('harbour-pine.shop');
  await admin.getByRole('button', { name: 'Create portal and send the key' }).click();
  await expect(admin.getByText('Portal of Harbour Pine created')).toBeVisible();

  const mail = await mailTo(email, /^Your analytics portal/);
  const [key = ''] = /(?:[0-9A-Z]{5}-){4}[0-9A-Z]{5}/.exec(mail) ?? [];
  const [address = ''] = /http\S+\/company-access/.exec(mail) ?? [];
  const customer = failOnErrors(await (await browser.newContext()).newPage());
  await customer.goto(address);
  await customer.getByLabel('Enter Access Key').fill(key);
  await customer.getByRole('button', { name: 'Access Portal' }).click();
  await customer.waitForURL('**/company-portal/**');
  await expect(customer.getByRole('heading', { level: 1, name: 'Harbour Pine' })).toBeVisible();
});

test('a customer who cancels can return to the checkout and pay', async ({ context }) => {
  const checkout = await openCheckout(context, 'unsure@buyer.example');
  await checkout.getByRole('button', { name: 'Cancel' }).click();
  await checkout.waitForURL('**/payment-canceled#*');
  await expect(checkout.getByText('This is a test checkout. No money moves.')).toBeVisible();
  await checkout.getByRole('button', { name: 'Try Again' }).click();
  await checkout.waitForURL('**/api/test-checkout/**');
  await checkout.getByRole('button', { name: 'Pay $1,000.00' }).click();
  await checkout.waitForURL('**/payment-success?session_id=*');
  await expect(checkout.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  await checkout.goBack();
  await checkout.waitForURL('**/api/test-checkout/**');
  await expect(checkout.getByText('It is not paid twice')).toBeVisible();
});

test('the success page shows a pending payment and updates when it completes', async ({
  context,
  failOnErrors,
}) => {
  const checkout = await openCheckout(context, 'slow@bank.example');
  const sessionId = new URL(checkout.url()).pathname.split('/').at(-1);
  const page = failOnErrors(await context.newPage());
  await page.goto(`${northlight.url}/payment-success?session_id=${sessionId}`);
  await expect(page.getByText('still being processed')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Processing' })).toBeVisible();
  await checkout.getByRole('button', { name: 'Pay $1,000.00' }).click();
  await checkout.waitForURL('**/payment-success?session_id=*');
  await expect(page.getByText('This test order of $1,000.00 for AI Chatbots is complete')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
});

test('a visitor with a British locale is offered prices in pounds', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const pounds = await openCheckout(context, 'ada@buyer.example');
  await expect(pounds.getByRole('button', { name: 'Pay £790.00' })).toBeVisible();
  const page = await context.newPage();
  await page.goto(`${northlight.url}/products`);
  await expect(page.getByRole('radio', { name: 'Pounds' })).toBeChecked();
});

test('axe finds no violations on the checkout and the success page, in either theme', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const checkout = await openCheckout(context, 'axe@buyer.example');
  await expectAccessible(checkout, checkout.url());
  const address = checkout.url();
  await checkout.getByRole('button', { name: 'Pay' }).click();
  await expect(checkout.getByText('This test order of')).toBeVisible();
  await expectAccessible(checkout, checkout.url());
  for (const path of [address, `${northlight.url}/api/test-checkout/none`]) {
    await checkout.goto(path);
    await expectAccessible(checkout, checkout.url());
  }
});
