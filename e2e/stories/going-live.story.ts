import { createShop, expect, figure, openPortal, test, visit } from './story.ts';

// The portal follows within a second, which the benchmarks measure; here a busy machine may take its time.

test("a client's site goes live: what visitors do moves every open portal without a reload", async ({
  browser,
  northlight,
  watch,
}) => {
  const { company, shop } = await createShop(northlight, 'Harbour & Pine');
  const office = await browser.newContext();
  const firstVisitor = await browser.newContext();
  const secondVisitor = await browser.newContext();
  const portal = watch(await office.newPage());

  await openPortal(portal, northlight, company);
  await expect(portal.getByRole('heading', { level: 1, name: 'Harbour & Pine' })).toBeVisible();
  await expect(figure(portal, 'Active Users')).toContainText('1');
  await expect(portal.getByText('0 on the site · 1 viewing this portal')).toBeVisible();
  await expect(portal.getByText('no event yet')).toBeVisible();
  await portal.evaluate(() => Object.assign(window, { wasNotReloaded: true }));

  const page = watch(await visit(firstVisitor, shop.url));
  await expect(portal.getByText('1 on the site · 1 viewing this portal')).toBeVisible();
  await expect(figure(portal, 'Active Users').getByText('2', { exact: true })).toBeAttached();
  await expect(figure(portal, 'Total Users').getByText('1', { exact: true })).toBeAttached();

  await visit(secondVisitor, shop.url);
  await expect(figure(portal, 'Active Users').getByText('3', { exact: true })).toBeAttached();
  await expect(figure(portal, 'Total Users').getByText('2', { exact: true })).toBeAttached();

  // A second window of the same office shows the same, and everything after it too.
  const wallScreen = watch(await office.newPage());
  await wallScreen.goto(company.portal);
  await expect(figure(wallScreen, 'Total Users').getByText('2', { exact: true })).toBeAttached();

  const viewsBefore = await countPageViews(portal, northlight.url, company.id);
  await page.getByRole('button', { name: 'Lamps' }).click();
  await expect.poll(() => countPageViews(portal, northlight.url, company.id)).toBe(viewsBefore + 1);

  await page.getByRole('button', { name: 'Buy' }).click();
  for (const screen of [portal, wallScreen]) {
    await expect(figure(screen, 'Orders').getByText('1', { exact: true })).toBeAttached();
    await expect(figure(screen, 'Revenue').getByText('$249.50', { exact: true })).toBeAttached();
    await expect(figure(screen, 'Conversion Rate').getByText('50.00%', { exact: true })).toBeAttached();
  }
  // The same order again, from a page that reports it twice, changes nothing.
  const reported = page.waitForResponse('**/api/track-analytics');
  await page.getByRole('button', { name: 'Buy' }).click();
  expect((await reported).status()).toBe(200);
  await portal.reload();
  await expect(figure(portal, 'Orders').getByText('1', { exact: true })).toBeAttached();

  expect(await wallScreen.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  await shop.close();
});

test('the tracking page hands out the code and says when the first event has arrived', async ({
  page,
  browser,
  northlight,
  watch,
}) => {
  const { company, shop } = await createShop(northlight, 'Ember Coffee');
  watch(page);
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

async function countPageViews(page: import('@playwright/test').Page, url: string, companyId: string) {
  const answer = await page.request.get(`${url}/api/companies/${companyId}/analytics?range=24h`);
  const body: { latest: { page_views: [number, number] | null } } = await answer.json();
  return body.latest.page_views?.[1] ?? 0;
}
