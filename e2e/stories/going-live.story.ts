import { askApi, createShop, expect, metricCard, openPortal, test, visit } from './story.ts';

// No time limits: the benchmarks measure how soon a portal is updated.

test("a client's site goes live and every open portal shows its visitors without a reload", async ({
  browser,
  northlight,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Harbour & Pine');
  const client = await browser.newContext();
  const firstVisitor = await browser.newContext();
  const secondVisitor = await browser.newContext();
  const portal = failOnErrors(await client.newPage());

  await openPortal(portal, northlight, company);
  await expect(portal.getByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeVisible();
  await expect(metricCard(portal, 'Active Users')).toContainText('1');
  await expect(metricCard(portal, 'Active Users')).toContainText(/\D0 on the site\s*1 viewing this portal/);
  await expect(portal.getByText('no event yet')).toBeVisible();
  await portal.evaluate(() => Object.assign(window, { wasNotReloaded: true }));

  const page = failOnErrors(await visit(firstVisitor, shop.url));
  await expect(metricCard(portal, 'Active Users')).toContainText(/\D1 on the site\s*1 viewing this portal/);
  await expect(metricCard(portal, 'Active Users').getByText('2', { exact: true })).toBeAttached();
  await expect(metricCard(portal, 'Total Users').getByText('1', { exact: true })).toBeAttached();

  await visit(secondVisitor, shop.url);
  await expect(metricCard(portal, 'Active Users').getByText('3', { exact: true })).toBeAttached();
  await expect(metricCard(portal, 'Total Users').getByText('2', { exact: true })).toBeAttached();

  // A second window shows the same values and every later change.
  const wallScreen = failOnErrors(await client.newPage());
  await wallScreen.goto(company.portal);
  await expect(metricCard(wallScreen, 'Total Users').getByText('2', { exact: true })).toBeAttached();

  const viewsBefore = await countPageViews(portal, northlight.url, company.id);
  await page.getByRole('button', { name: 'Lamps' }).click();
  await expect.poll(() => countPageViews(portal, northlight.url, company.id)).toBe(viewsBefore + 1);

  await page.getByRole('button', { name: 'Buy' }).click();
  for (const screen of [portal, wallScreen]) {
    await expect(metricCard(screen, 'Orders').getByText('1', { exact: true })).toBeAttached();
    await expect(metricCard(screen, 'Revenue').getByText('$249.50', { exact: true })).toBeAttached();
    await expect(metricCard(screen, 'Conversion Rate').getByText('50.00%', { exact: true })).toBeAttached();
  }
  // Reporting the same order again changes nothing.
  const reported = page.waitForResponse('**/api/track-analytics?*');
  await page.getByRole('button', { name: 'Buy' }).click();
  expect((await reported).status()).toBe(200);
  await portal.reload();
  await expect(metricCard(portal, 'Orders').getByText('1', { exact: true })).toBeAttached();

  expect(await wallScreen.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  // The reloaded page has its figures before its stream is open. A closed window is no longer counted.
  await expect.poll(() => countOpenPortals(portal, northlight.url, company.id)).toBe(2);
  await wallScreen.close();
  await expect.poll(() => countOpenPortals(portal, northlight.url, company.id)).toBe(1);
  await shop.close();
});

test('a client copies the tracking code, and the page reports the first event', async ({
  page,
  browser,
  northlight,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Ember Coffee');
  failOnErrors(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: northlight.url });
  await openPortal(page, northlight, company);
  await page.goto(company.trackingPage);
  await expect(page.getByRole('heading', { name: 'Analytics Tracking Code' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy Code' }).click();
  await expect(page.getByText('Tracking code copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(company.snippet);

  await expect(page.getByText('No event has arrived yet')).toBeVisible();
  await visit(await browser.newContext(), shop.url);
  await expect(page.getByText('No event has arrived yet')).toBeHidden();
  await shop.close();
});

async function countOpenPortals(page: import('@playwright/test').Page, url: string, companyId: string) {
  const answer = await askApi(page, `${url}/api/companies/${companyId}/active`);
  const body: { onPortal: number } = await answer.json();
  return body.onPortal;
}

async function countPageViews(page: import('@playwright/test').Page, url: string, companyId: string) {
  const answer = await askApi(page, `${url}/api/companies/${companyId}/analytics?range=24h`);
  const body: { latest: { page_views: [number, number] | null } } = await answer.json();
  return body.latest.page_views?.[1] ?? 0;
}
