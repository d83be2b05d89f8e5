import { createCompany, makeDataDir, startNorthlight } from '../northlight.ts';
import { startShop } from '../shop.ts';
import { expect, metricCard, openPortal, test, visit } from './story.ts';

test('while the server is down a portal shows its last figures with their time, also when it is opened again, and catches up afterwards', async ({
  browser,
}) => {
  const { dataDir, remove } = makeDataDir();
  let northlight = await startNorthlight({ dataDir });
  // Created while the server is stopped: the command starts the database itself.
  await northlight.stop();
  const company = await createCompany(northlight, 'Outage Shop', 'localhost');
  northlight = await startNorthlight({ dataDir, port: northlight.port });
  const shop = await startShop(company.snippet);

  const portal = await (await browser.newContext()).newPage();
  // Figures that an earlier release kept, under any name, are removed.
  await portal.goto(`${northlight.url}/company-access`);
  await portal.evaluate(() => caches.open('portal-of-an-earlier-release'));
  await openPortal(portal, northlight, company);
  await visit(await browser.newContext(), shop.url);
  await expect(metricCard(portal, 'Total Users').getByText('1', { exact: true })).toBeAttached();

  await portal.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() => portal.evaluate(() => caches.keys()))
    .toEqual([expect.stringMatching(/^portal-page-/)]);

  await northlight.kill();
  await expect(portal.getByText(/reconnecting/i)).toBeVisible();
  await portal.reload();
  await expect(portal.getByRole('heading', { name: 'Outage Shop' })).toBeVisible();
  await expect(portal.getByText(/as of \d+:\d\d/i)).toBeVisible();
  await expect(metricCard(portal, 'Total Users').getByText('1', { exact: true })).toBeAttached();
  await expect(portal.getByText('Live', { exact: true })).toBeHidden();

  northlight = await startNorthlight({ dataDir, port: northlight.port });
  await visit(await browser.newContext(), shop.url);
  await expect(portal.getByText(/reconnecting/i)).toBeHidden();
  await expect(metricCard(portal, 'Total Users').getByText('2', { exact: true })).toBeAttached();

  expect(await northlight.stop()).toBe(0);
  await shop.close();
  remove();
});
