import type { Browser, BrowserContext, Page } from '@playwright/test';
import { becomeAdmin } from '../../become-admin.ts';
import { type Northlight, startSeparateServer } from '../../northlight.ts';
import { startShop } from '../../shop.ts';
import { expect, expectAccessible, metricCard, test, visit } from '../story.ts';

// All stories of this file use one administrator, who is signed in once.
let northlight: Northlight;
let end: () => Promise<void>;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

test.beforeAll(async ({ browser }) => {
  ({ northlight, end } = await startSeparateServer());
  const context = await browser.newContext();
  await becomeAdmin(await context.newPage(), northlight, 'ada@agency.example');
  signedIn = await context.storageState();
  await context.close();
});
test.afterAll(() => end());

async function openAdminPage(browser: Browser): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ storageState: signedIn, permissions });
  return context.newPage();
}

async function createCompany(page: Page, name: string, domain: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Company Portal' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Domain').fill(domain);
  await page.getByRole('button', { name: 'Create company', exact: true }).click();
  await expect(page.getByText('Company created successfully with access key')).toBeVisible();
  await page.getByRole('link', { name: 'All companies' }).click();
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('an administrator creates, changes and deletes a company', async ({ browser, failOnErrors }) => {
  test.slow();
  const page = failOnErrors(await openAdminPage(browser));
  await page.goto(`${northlight.url}/admin`);
  await expect(page.getByText('ada@agency.example')).toBeVisible();
  await createCompany(page, 'Harbour & Pine', 'http://LOCALHOST:80/shop');
  await expect(row(page, 'Harbour & Pine').getByText('localhost', { exact: true })).toBeVisible();

  const copyKey = page.getByRole('button', { name: 'Copy the access key of Harbour & Pine' });
  await copyKey.click();
  await expect(page.getByText('Access key copied to clipboard!')).toBeVisible();
  const firstKey = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByText(firstKey)).toBeHidden();
  await page.getByRole('button', { name: 'Show the access key of Harbour & Pine' }).click();
  await expect(page.getByText(firstKey)).toBeVisible();

  // A visit to a site with the tracking code updates the list without a reload.
  await page.getByRole('link', { name: 'Tracking code of Harbour & Pine' }).click();
  const snippet =
    (await page.getByRole('figure', { name: 'Tracking code', exact: true }).textContent()) ?? '';
  await page.goBack();
  await expect(row(page, 'Harbour & Pine').getByText('0 live')).toBeVisible();
  await expect(row(page, 'Harbour & Pine').getByText('no event yet')).toBeVisible();
  const shop = await startShop(snippet);
  await visit(await browser.newContext(), shop.url);
  await expect(row(page, 'Harbour & Pine').getByText('1 live')).toBeVisible();
  await expect(row(page, 'Harbour & Pine').getByText(/ago|just now/)).toBeVisible();

  await page.getByRole('link', { name: 'Portal of Harbour & Pine' }).click();
  await expect(metricCard(page, 'Total Users').getByText('1', { exact: true })).toBeAttached();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();

  // Replacing the key ends the portal of a client in another browser.
  const client = await (await browser.newContext()).newPage();
  await client.goto(`${northlight.url}/company-access`);
  await client.getByLabel('Enter Access Key').fill(firstKey);
  await client.getByRole('button', { name: 'Access Portal' }).click();
  await expect(client.getByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings of Harbour & Pine' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeVisible();
  const sheet = page.getByRole('main');
  await sheet.getByRole('button', { name: 'Replace key' }).click();
  await sheet.getByRole('button', { name: 'Replace the key' }).click();
  await expect(sheet.getByText('The key has been replaced.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Copy the access key of Harbour & Pine' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe(firstKey);
  await client.waitForURL('**/company-access**');

  // Back asks while something is not saved, and goes back otherwise; Save renames the company.
  await sheet.getByLabel('Name', { exact: true }).fill('Harbour, Pine & Sons');
  await expect(sheet.getByRole('button', { name: 'Save' })).toBeInViewport();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectAccessible(page, 'the question before changes are lost');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Harbour, Pine & Sons saved')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();

  await page.getByRole('link', { name: 'Settings of Harbour, Pine & Sons' }).click();
  await sheet.getByText('Delete this company').click();
  await sheet.getByLabel(/to confirm/).fill('Harbour, Pine & Sons');
  await sheet.getByRole('button', { name: 'Delete company and all its data' }).click();
  await expect(page.getByText('Harbour, Pine & Sons deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No companies yet' })).toBeVisible();

  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText('deleted the company Harbour, Pine & Sons')).toBeVisible();
  await expect(page.getByText('replaced the access key of Harbour & Pine')).toBeVisible();
  await shop.close();
});

test('an administrator gives a company another time zone with the keyboard', async ({
  browser,
  failOnErrors,
}) => {
  const page = failOnErrors(await openAdminPage(browser));
  await page.goto(`${northlight.url}/admin`);
  const own = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  await createCompany(page, 'Zoned Shop', 'zoned.example');
  await page.getByRole('link', { name: 'Settings of Zoned Shop' }).click();
  const sheet = page.getByRole('main');
  const timeZone = sheet.getByRole('combobox', { name: 'Time zone' });
  // The list of time zones: the currencies are options too.
  const list = sheet.getByRole('listbox');
  await expect(timeZone).toHaveValue(own);

  await timeZone.focus();
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option', { name: 'your time zone' })).toBeInViewport();
  await expectAccessible(page, 'the list of time zones');
  await page.keyboard.press('Escape');
  await expect(list.getByRole('option')).toHaveCount(0);
  await expect(timeZone).toHaveValue(own);

  await timeZone.fill('new york');
  await expect(list.getByRole('option')).toHaveText([/America\/New_York.*UTC−0[45]:00/]);
  await page.keyboard.press('Enter');
  await expect(timeZone).toHaveValue('America/New_York');
  await expect(sheet.getByText('Numbers of single days will change.')).toBeVisible();
  await expectAccessible(page, 'a changed time zone');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Zoned Shop saved')).toBeVisible();

  await timeZone.fill('tokyo');
  await list.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect(timeZone).toHaveValue('Asia/Tokyo');
  await sheet.getByRole('button', { name: 'Discard changes' }).click();
  await expect(timeZone).toHaveValue('America/New_York');
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText(`Zoned Shop: time zone ${own} to America/New_York`)).toBeVisible();

  await page.goBack();
  await sheet.getByText('Delete this company').click();
  await sheet.getByLabel(/to confirm/).fill('Zoned Shop');
  await sheet.getByRole('button', { name: 'Delete company and all its data' }).click();
  await expect(page.getByText('Zoned Shop deleted')).toBeVisible();
});

test('a message appears in the open inbox, where an administrator notes, handles, exports and erases it', async ({
  browser,
  failOnErrors,
}) => {
  const page = failOnErrors(await openAdminPage(browser));
  await page.goto(`${northlight.url}/admin/inbox`);
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.clock.install();
  await visitor.goto(`${northlight.url}/contact`);
  await visitor.getByLabel('Name').fill('Jo Pine');
  await visitor.getByLabel('Email').fill('jo@harbourpine.example');
  await visitor.getByLabel('Subject').fill('How long does it take?');
  await visitor.getByLabel('Message').fill('We are two people and have no time for months.');
  // Messages that are submitted at once count as spam.
  await visitor.clock.fastForward(30_000);
  await visitor.getByRole('button', { name: 'Send Message' }).click();
  await expect(visitor.getByText('Message sent successfully!')).toBeVisible();

  await page.getByRole('button', { name: /Jo Pine/ }).click();
  const item = page.getByRole('article');
  await expect(item.getByText('We are two people')).toBeVisible();
  await item.getByLabel('Note').fill('Called back.');
  await item.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Note saved')).toBeVisible();
  await item.getByRole('button', { name: 'Mark handled' }).click();
  await expect(item.getByText(/Handled by ada@agency.example/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('article').getByLabel('Note')).toHaveValue('Called back.');

  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^inbox-.*\.csv$/);

  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
});

test('axe finds no violations in the admin area, in either theme', async ({ browser }) => {
  test.slow();
  const page = await openAdminPage(browser);
  await page.goto(`${northlight.url}/admin`);
  await createCompany(page, 'Ember Coffee', 'embercoffee.example');
  for (const path of ['', '?new=company', '/inbox', '/orders', '/activity']) {
    await page.goto(`${northlight.url}/admin${path}`);
    await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible();
    await expect(page.getByText('Loading...')).toBeHidden();
    await expectAccessible(page, path);
  }
  await page.goto(`${northlight.url}/admin`);
  await page.getByRole('link', { name: 'Settings of Ember Coffee' }).click();
  await page.getByRole('button', { name: 'Replace key' }).click();
  await page.getByText('Delete this company').click();
  await page.getByRole('checkbox', { name: 'Choose the figures' }).check();
  await expectAccessible(page, 'the settings of a company');
  await page.getByRole('checkbox', { name: 'Choose the figures' }).uncheck();
  await page.getByRole('link', { name: 'Tracking code' }).click();
  for (const name of ['Server and shop', 'What was received', 'Paste the code']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading...')).toBeHidden();
    await expectAccessible(page, name);
  }
});

test('an administrator chooses what a client sees first, and the choice is stored', async ({
  browser,
  failOnErrors,
}) => {
  const page = failOnErrors(await openAdminPage(browser));
  await page.goto(`${northlight.url}/admin`);
  await createCompany(page, 'Chosen Shop', 'chosen.example');
  await page.getByRole('link', { name: 'Settings of Chosen Shop' }).click();
  const preview = page.getByRole('region', { name: /from top to bottom/ }).getByRole('listitem');
  await page.getByLabel('Period it opens with').selectOption('Last 7 days');
  await page.getByRole('checkbox', { name: 'Devices' }).uncheck();
  const up = page.getByRole('button', { name: 'Move Sources up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Chosen Shop saved')).toBeVisible();
  await page.reload();
  await expect(preview).toHaveText([
    'Last 7 days',
    /^Active Users/,
    'Sources',
    'Charts',
    'Pages',
    'Locations',
    'Events',
    'Orders',
    'Live view',
    'Goals',
  ]);
});

test('two quick clicks and a lost response create one company', async ({ browser }) => {
  const page = await openAdminPage(browser);
  await page.goto(`${northlight.url}/admin`);
  const posts: string[] = [];
  await page.route('**/api/companies', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts.push(route.request().headers()['idempotency-key'] ?? '');
    const answer = await route.fetch();
    // The company has been created, but the response is lost.
    if (posts.length === 1) await route.abort('connectionreset');
    else await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Create Company Portal' }).click();
  await page.getByLabel('Name').fill('Twice Clicked');
  await page.getByLabel('Domain').fill('twice.example');
  const create = page.getByRole('button', { name: 'Create company', exact: true });
  await create.dblclick();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  await create.dblclick();
  await expect(page.getByText('Company created successfully with access key')).toBeVisible();
  expect(new Set(posts).size).toBe(1);
  await page.goto(`${northlight.url}/admin`);
  await expect(row(page, 'Twice Clicked')).toHaveCount(1);
});

// Last, because it ends the session that the other stories share.
test('signing out in one tab redirects the others to the sign-in page', async ({ browser, failOnErrors }) => {
  const first = failOnErrors(await openAdminPage(browser));
  await first.goto(`${northlight.url}/admin/orders`);
  await expect(first.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  const second = failOnErrors(await first.context().newPage());
  await second.goto(`${northlight.url}/admin/activity`);
  await expect(second.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await second.getByRole('button', { name: 'Sign Out' }).click();
  await second.waitForURL(`${northlight.url}/`);
  await first.waitForURL('**/auth');
});
