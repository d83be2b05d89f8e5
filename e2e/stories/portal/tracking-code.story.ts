import { rejectedEventsList } from '../../../contract/company/rejected-events.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { createCompany } from '../../northlight.ts';
import { startShop } from '../../shop.ts';
import { expect, expectAccessible, metricCard, openPortal, test, visit } from '../story.ts';

test('an order on a thank-you page is counted, and the page works when the script is blocked', async ({
  page,
  browser,
  northlight,
  failOnErrors,
}) => {
  const company = await createCompany(northlight, 'Alder Lamps', 'localhost');
  failOnErrors(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: northlight.url });
  await openPortal(page, northlight, company);
  await page.goto(company.trackingPage);
  const copy = async (label: string) => {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(page.getByText('copied to clipboard!').last()).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const code = await copy('Copy Code');
  await page.getByRole('link', { name: 'Server and shop' }).click();
  const shop = await startShop(code, await copy('Copy example'));

  const customer = failOnErrors(await visit(await browser.newContext(), `${shop.url}/thanks`));
  await expect(customer.getByRole('heading', { name: 'the cart is empty now' })).toBeVisible();
  await page.goto(company.portal);
  await expect(metricCard(page, 'Orders').getByText('1', { exact: true })).toBeAttached();
  await expect(metricCard(page, 'Revenue').getByText('$59.90', { exact: true })).toBeAttached();

  const blocking = await browser.newContext();
  await blocking.route('**/t.js', (route) => route.abort('blockedbyclient'));
  const errors: string[] = [];
  blocking.on('weberror', (error) => errors.push(error.error().message));
  const blocked = await visit(blocking, `${shop.url}/thanks`);
  await expect(blocked.getByRole('heading', { name: 'the cart is empty now' })).toBeVisible();
  expect(errors).toEqual([]);
  await shop.close();
});

test('a client sees rejected events of another site on the open page, with advice', async ({
  page,
  browser,
  northlight,
  failOnErrors,
}) => {
  const company = await createCompany(northlight, 'Birch Books', 'localhost');
  const shop = await startShop(company.snippet);
  failOnErrors(page);
  await openPortal(page, northlight, company);
  await page.clock.install();
  await page.goto(`${company.trackingPage}/received`);
  await expect(page.getByText('No event has arrived yet')).toBeVisible();
  await expect(page.getByText('Nothing was rejected in the last 7 days.')).toBeVisible();

  await visit(await browser.newContext(), shop.url.replace('localhost', '127.0.0.1'));
  const countRejections = async () => {
    const answer = await page.request.get(northlight.url + apiPaths.rejectedEvents(company.id));
    return rejectedEventsList.parse(await answer.json()).refusals.length;
  };
  await expect.poll(countRejections).toBe(1);
  // The open page asks again every 15 seconds.
  await page.clock.fastForward('00:15');
  const panel = page.getByRole('region', { name: 'Rejected events' });
  await expect(panel.getByText('Events from 127.0.0.1 were rejected')).toBeVisible();
  await expect(panel.getByText(/The page is not on localhost/)).toBeVisible();
  await expect(page.getByText('No event has arrived yet')).toBeVisible();
  await page.getByRole('link', { name: 'Paste the code' }).click();
  await expect(page.getByRole('link', { name: 'See which and why' })).toBeVisible();
  await shop.close();
});

test('an administrator counts a rejected host, and its events arrive', async ({
  browser,
  northlight,
  adminState,
  extraHTTPHeaders,
}) => {
  const company = await createCompany(northlight, 'Rowan Rugs', 'localhost');
  const shop = await startShop(company.snippet);
  const elsewhere = shop.url.replace('localhost', '127.0.0.1');
  const admin = await browser.newContext({
    storageState: adminState,
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  });
  const page = await admin.newPage();
  await page.clock.install();
  await page.goto(`${company.trackingPage}/received`);
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  await expect(page.getByText('Nothing was rejected in the last 7 days.')).toBeVisible();
  await visit(await browser.newContext(), elsewhere);
  const count = page.getByRole('button', { name: 'Count 127.0.0.1 too' });
  await expect(async () => {
    await page.clock.fastForward('00:15');
    await expect(count).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await count.click();
  await expectAccessible(page, 'the question before a host is counted');
  await page.getByRole('button', { name: 'Count 127.0.0.1', exact: true }).click();
  await expect(page.getByText('Events of 127.0.0.1 count from now on')).toBeVisible();
  await expect(count).toBeHidden();
  await expect(async () => {
    await visit(await browser.newContext(), elsewhere);
    await expect(page.getByText('Events are arriving')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await shop.close();
});
