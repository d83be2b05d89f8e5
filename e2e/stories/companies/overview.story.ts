import type { BrowserContext, Page } from '@playwright/test';
import { becomeAdmin } from '../../become-admin.ts';
import { createCompanies } from '../../many-companies.ts';
import { createCompany, type Northlight, startSeparateServer } from '../../northlight.ts';
import { startShop } from '../../shop.ts';
import { expect, expectAccessible, test, visit } from '../story.ts';

const appSecret = 'the secret of a server with many companies';
const clients = 499;
const nameOf = (number: number) => `Overview Client ${String(number).padStart(3, '0')}`;

let northlight: Northlight;
let end: () => Promise<void>;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  ({ northlight, end } = await startSeparateServer({ APP_SECRET: appSecret }));
  const context = await browser.newContext();
  await becomeAdmin(await context.newPage(), northlight, 'mia@agency.example');
  signedIn = await context.storageState();
  await context.close();
  await createCompanies({
    ...{ dataDir: northlight.dataDir, appSecret },
    names: Array.from({ length: clients }, (_, index) => nameOf(index + 1)),
    groupsOf: (index) => (index % 100 === 0 ? ['Overview Bakeries'] : []),
  });
});
test.afterAll(() => end());

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const sidewaysPixels = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('an agency with 500 clients looks at all of them on a phone, and sees a visit as it happens', async ({
  browser,
  failOnErrors,
}) => {
  test.slow();
  const env = { APP_SECRET: appSecret };
  const company = await createCompany({ ...northlight, env }, 'Overview Pottery', 'localhost', [
    '--currency',
    'EUR',
  ]);
  const shop = await startShop(company.snippet);
  await visit(await browser.newContext(), shop.url);

  const phone = await browser.newContext({
    ...{ storageState: signedIn, viewport: { width: 360, height: 780 } },
    ...{ hasTouch: true, isMobile: true },
  });
  const page = failOnErrors(await phone.newPage());
  await page.goto(`${northlight.url}/admin`);
  const pottery = card(page, 'Overview Pottery');
  const visitors = pottery.getByRole('definition').first();
  await expect(visitors).toHaveText('1');
  await expect(page.getByText('500 companies, 1 visitor live now')).toBeVisible();
  expect(await sidewaysPixels(page)).toBe(0);
  // Cards far below the screen are not rendered.
  expect(await page.getByRole('article').count()).toBeLessThan(60);
  await expect(page.getByRole('listitem').filter({ has: pottery })).toHaveAttribute('aria-setsize', '500');
  await expectAccessible(page, 'the overview on a phone');

  // The order, the group and the search are in the address.
  await page.getByLabel('Sort by').selectOption('Name');
  await expect(page.getByRole('article').first()).toHaveAccessibleName(nameOf(1));
  await page.getByRole('button', { name: 'Overview Bakeries' }).click();
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.reload();
  await expect(page.getByRole('article').nth(1)).toHaveAccessibleName(nameOf(101));
  await page.getByRole('button', { name: 'Overview Bakeries' }).click();
  await page.getByLabel('Sort by').selectOption('Visitors');
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Overview Pottery');

  await visit(await browser.newContext(), shop.url);
  await expect(visitors).toHaveText('2');
  await expect(pottery.getByText('Receiving')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search companies' }).fill('client 250');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, nameOf(250)).getByText('no event yet')).toBeVisible();
  expect(await sidewaysPixels(page)).toBe(0);
  await shop.close();
});
