import { once } from 'node:events';
import { createServer } from 'node:http';
import { createCompany } from '../../northlight.ts';
import { startShop } from '../../shop.ts';
import { expect, expectAccessible, test, visit } from '../story.ts';

/** The former address of a site, which leads to the present one. */
async function startFormerSite(target: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_, response) => void response.writeHead(301, { location: target }).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a site that moved to another host is silent, until the agency counts that host with one click', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const company = await createCompany(northlight, 'Moss & Lantern', '127.0.0.1');
  const shop = await startShop(company.snippet);
  const former = await startFormerSite(shop.url);
  // A browser logs the refusal of the event to the console of the site.
  await visit(await browser.newContext(), shop.url);

  const page = failOnErrors(await (await browser.newContext({ storageState: adminState })).newPage());
  await page.goto(company.trackingPage);
  const panel = page.getByRole('region', { name: 'Is it working?' });
  await expect(panel.getByText('Waiting for the first event…')).toBeVisible();
  await expect(panel.getByText('Events from localhost were rejected')).toBeVisible();
  await expect(panel.getByText(/The page is not on 127\.0\.0\.1/)).toBeVisible();

  await panel.getByLabel('Page to check').fill(former.url);
  await panel.getByRole('button', { name: 'Check my site' }).click();
  await expect(panel.getByText('The site has moved to localhost')).toBeVisible();
  await expect(panel.getByText('The tracking code is on the page')).toBeVisible();
  await expect(panel.getByText('The tracking script can be loaded')).toBeVisible();
  await expectAccessible(page, 'the installation of a silent site');

  await panel.getByRole('button', { name: 'Count localhost too' }).first().click();
  await panel.getByRole('button', { name: 'Count localhost', exact: true }).click();
  await expect(page.getByText('Events of localhost count from now on')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Count localhost too' })).toHaveCount(0);

  await visit(await browser.newContext(), `${shop.url}/lamps`);
  await expect(page.getByText('Events are arriving')).toBeVisible();
  await expect(panel.getByText('localhost/lamps')).toBeVisible();
  await expect(panel.getByText(/^Page view of \/lamps/)).toBeVisible();
  await shop.close();
  await former.close();
});
