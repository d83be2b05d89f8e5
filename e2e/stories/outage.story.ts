import { createCompany, makeDataDir, startNorthlight } from '../northlight.ts';
import { startShop } from '../shop.ts';
import { expect, metricCard, openPortal, test, visit } from './story.ts';

test('a portal shows that it is reconnecting while the server is down, and catches up afterwards', async ({
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
  await openPortal(portal, northlight, company);
  await visit(await browser.newContext(), shop.url);
  await expect(metricCard(portal, 'Total Users').getByText('1', { exact: true })).toBeAttached();

  await northlight.kill();
  await expect(portal.getByText(/reconnecting/i)).toBeVisible();

  northlight = await startNorthlight({ dataDir, port: northlight.port });
  await visit(await browser.newContext(), shop.url);
  await expect(portal.getByText(/reconnecting/i)).toBeHidden();
  await expect(metricCard(portal, 'Total Users').getByText('2', { exact: true })).toBeAttached();

  expect(await northlight.stop()).toBe(0);
  await shop.close();
  remove();
});
