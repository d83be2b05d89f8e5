import {
  createShop,
  expect,
  expectAccessible,
  holdScripts,
  metricCard,
  openPortal,
  test,
  visit,
} from '../story.ts';

const dayMs = 86_400_000;

test('a client compares this month with last month', async ({ page, browser, northlight, failOnErrors }) => {
  failOnErrors(page);
  const { company, shop } = await createShop(northlight, 'Willow & Wick');
  await openPortal(page, northlight, company);
  const visitor = await browser.newContext();
  await visit(visitor, shop.url);
  await expect(metricCard(page, 'Total Users').getByText('1', { exact: true })).toBeAttached();

  await page.locator('summary', { hasText: 'Last 30 days' }).press('Enter');
  await page.getByRole('button', { name: 'This month', exact: true }).press('Enter');
  await expect(page).toHaveURL(`${company.portal}?period=this-month`);
  await expect(metricCard(page, 'Total Users').getByText('1', { exact: true })).toBeAttached();
  await expect(metricCard(page, 'Total Users').getByTitle('0 in the compared period')).toContainText('new');

  // The month before, by key: it has no visits.
  await page.keyboard.press('b');
  await expect(page).toHaveURL(`${company.portal}?period=last-month`);
  await expect(metricCard(page, 'Total Users').getByText('0', { exact: true })).toBeAttached();

  // An address with the view can be shared, and Back returns to the view before, also while the page is loading.
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(metricCard(page, 'Total Users').getByText('0', { exact: true })).toBeAttached();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(`${company.portal}?period=this-month`);
  release();
  await expect(metricCard(page, 'Total Users').getByText('1', { exact: true })).toBeAttached();

  // A visit that begins now is counted in the present month.
  await visit(await browser.newContext(), shop.url);
  await expect(metricCard(page, 'Total Users').getByText('2', { exact: true })).toBeAttached();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'the portal with its keyboard shortcuts');
  await shop.close();
});

test('a client opens the portal on a phone', async ({ browser, northlight, failOnErrors }) => {
  const { company, shop } = await createShop(northlight, 'Sorrel Bakery');
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = failOnErrors(await phone.newPage());
  await openPortal(page, northlight, company);
  await visit(await browser.newContext(), shop.url);
  await expect(metricCard(page, 'Total Users').getByText('1', { exact: true })).toBeAttached();

  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isTooWide()).toBe(false);
  await page.locator('summary', { hasText: 'Last 30 days' }).tap();
  const yesterday = page.getByRole('button', { name: 'Yesterday', exact: true });
  await expect(yesterday).toBeInViewport();
  expect(await isTooWide()).toBe(false);
  await yesterday.tap();
  await expect(page).toHaveURL(/period=yesterday/);
  await expect(metricCard(page, 'Total Users').getByText('0', { exact: true })).toBeAttached();

  await page.locator('summary', { hasText: 'Yesterday' }).tap();
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('From').fill(new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10));
  await page.getByLabel('To', { exact: true }).fill(today);
  await page.getByRole('button', { name: 'Show', exact: true }).tap();
  await expect(page).toHaveURL(new RegExp(`to=${today}`));
  await expect(metricCard(page, 'Total Users').getByText('1', { exact: true })).toBeAttached();
  expect(await isTooWide()).toBe(false);
  await expectAccessible(page, 'the portal on a phone');

  // Everything else is in one sheet, and one section is shown at a time.
  const options = page.getByRole('button', { name: 'Options' });
  await options.tap();
  const sheet = page.getByRole('dialog', { name: 'Options' });
  await sheet.getByRole('button', { name: 'Compare with nothing' }).tap();
  await expect(page).toHaveURL(/compare=none/);
  await expectAccessible(page, 'the options of a portal on a phone');
  await sheet.getByRole('button', { name: 'Add filter' }).tap();
  const editor = page.getByRole('dialog', { name: 'Add filter' });
  await editor.getByRole('button', { name: 'Cancel' }).tap();
  await expect(editor).toBeHidden();
  await expect(options).toBeFocused();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Pages' }).tap();
  await expect(page.getByRole('region', { name: 'Pages', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Revenue Trend' })).toHaveCount(0);
  expect(await isTooWide()).toBe(false);

  await page.getByRole('link', { name: 'Your portals' }).tap();
  await page.waitForURL('**/company-access');
  await page.getByRole('link', { name: 'Open portal of Sorrel Bakery' }).tap();
  await page.waitForURL(company.portal);
  await shop.close();
});
