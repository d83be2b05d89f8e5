import type { Page } from '@playwright/test';
import { becomeAdmin } from '../become-admin.ts';
import { runCli } from '../northlight.ts';
import { createShop, expect, expectAccessible, openPortal, test, visit } from './story.ts';

test('a key that is wrong, typed in lower case, or replaced does what its holder expects', async ({
  page,
  northlight,
}) => {
  const { company, shop } = await createShop(northlight, 'Northmoor Physiotherapy');
  await page.goto(`${northlight.url}/company-access`);
  const field = page.getByLabel('Enter Access Key');
  const button = page.getByRole('button', { name: 'Access Portal' });

  await field.fill('wrong-key');
  await expect(field).toHaveValue('WRONG-KEY');
  await button.click();
  await expect(page.getByText('Invalid access key')).toBeVisible();
  expect(page.url()).toContain('/company-access');

  await field.fill(company.accessKey.toLowerCase().replaceAll('-', ' '));
  await button.click();
  await expect(page.getByText('Access granted to Northmoor Physiotherapy!')).toBeVisible();
  await page.waitForURL(company.portal);

  await runCli(northlight.dataDir, northlight.port, ['company', 'rotate-key', '--id', company.id]);
  // The open portal notices by itself and says why it leads back to the key.
  await page.waitForURL('**/company-access**');
  await expect(page.getByText(/access.*ended/i)).toBeVisible();
  await shop.close();
});

test('a portal that is not yours looks exactly like one that does not exist', async ({
  browser,
  northlight,
}) => {
  const { company, shop } = await createShop(northlight, 'Secret Shop');
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen: string[] = [];
  for (const id of [company.id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
    for (const place of ['company-portal', 'tracking-script']) {
      await page.goto(`${northlight.url}/${place}/${id}`);
      await expect(page.getByRole('heading', { name: 'Company Not Found' })).toBeVisible();
      const text = (await page.getByRole('main').textContent())?.replaceAll(id, '');
      seen.push(`${place} ${text}`);
    }
  }
  expect(new Set(seen).size).toBe(2);
  await page.goto(`${northlight.url}/company-portal/${company.id}`);
  await expect(page.getByText('The requested company portal does not exist')).toBeVisible();
  await page.getByRole('link', { name: 'Enter access key' }).click();
  await page.waitForURL('**/company-access');
  await shop.close();
});

test('demo data fills a portal under a badge and clears away again', async ({ page, northlight, watch }) => {
  const { company, shop } = await createShop(northlight, 'Demo Shop');
  watch(page);
  await openPortal(page, northlight, company);
  await page.getByRole('button', { name: 'Generate Demo Data' }).click();
  await expect(
    page.getByText('Demo analytics generated! Refresh in a few seconds to see data.'),
  ).toBeVisible();
  const badge = page.getByRole('region', { name: 'Demo data' });
  await expect(badge).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Revenue Trend' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'User Growth' })).toBeVisible();
  await badge.getByRole('button', { name: 'Clear' }).click();
  await expect(badge).toBeHidden();
  await shop.close();
});

test('a client who leaves a portal finds it again, and signs out of it for good', async ({
  page,
  northlight,
  watch,
}) => {
  const { company, shop } = await createShop(northlight, 'Fernhill Clinic');
  const { company: other, shop: otherShop } = await createShop(northlight, 'Orla Journeys');
  watch(page);
  await openPortal(page, northlight, company);
  await openPortal(page, northlight, other);
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Leave portal' }).click();
  await page.waitForURL('**/company-access');
  const list = page.getByRole('region', { name: 'Your portals in this browser' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, '/company-access with portals');
  await list.getByRole('link', { name: 'Open portal of Fernhill Clinic' }).click();
  await page.waitForURL(company.portal);
  await expect(page.getByRole('heading', { level: 1, name: 'Fernhill Clinic' })).toBeVisible();

  // Another tab that shows the portal is led out too.
  const tab = await page.context().newPage();
  await tab.goto(company.portal);
  await expect(tab.getByText('Live', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Leave portal' }).click();
  await list.getByRole('button', { name: 'Sign out of Fernhill Clinic' }).click();
  await expect(page.getByText('Signed out of Fernhill Clinic')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await tab.bringToFront();
  await tab.waitForURL('**/company-access');
  await expect(tab.getByText(/access to Fernhill Clinic has ended/)).toBeVisible();
  await tab.goto(company.portal);
  await expect(tab.getByRole('heading', { name: 'Company Not Found' })).toBeVisible();
  await page.goto(other.portal);
  await expect(page.getByRole('heading', { level: 1, name: 'Orla Journeys' })).toBeVisible();
  await shop.close();
  await otherShop.close();
});

test('once a visit was counted a client is not offered demo data, and an administrator sees who used it', async ({
  page,
  browser,
  northlight,
}) => {
  const { company, shop } = await createShop(northlight, 'Castellan Freight');
  await openPortal(page, northlight, company);
  await page.getByRole('button', { name: 'Generate Demo Data' }).click();
  const badge = page.getByRole('region', { name: 'Demo data' });
  await expect(badge).toBeVisible();

  const office = await (await browser.newContext()).newPage();
  await becomeAdmin(office, northlight, 'demo@agency.example');
  await expect(office.getByRole('row', { name: /Castellan Freight/ }).getByText('Demo data')).toBeVisible();

  await visit(await browser.newContext(), shop.url);
  await expect(page.getByText(/Demo data is off because this portal has real figures/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate Demo Data' })).toHaveCount(0);
  await badge.getByRole('button', { name: 'Clear' }).click();
  await expect(badge).toBeHidden();
  await expect(office.getByRole('row', { name: /Castellan Freight/ }).getByText('Demo data')).toBeHidden();
  await office.goto(`${northlight.url}/admin/activity`);
  await expect(office.getByText('viewer generated demo data for Castellan Freight')).toBeVisible();
  await expect(office.getByText('viewer cleared the demo data of Castellan Freight')).toBeVisible();
  await shop.close();
});

/** What a browser keeps for the site, ids left out. */
async function listStored(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  const entries = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const names = [...cookies.map(({ name }) => name), ...entries];
  return names.map((name) => name.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, '…'));
}

test('the cookie policy lists everything a browser keeps, and nothing else', async ({ page, northlight }) => {
  const { company, shop } = await createShop(northlight, 'Aldergate College');
  const stored = new Set<string>();
  const look = async () => {
    for (const name of await listStored(page)) stored.add(name);
  };
  await openPortal(page, northlight, company);
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await look();
  await becomeAdmin(page, northlight, 'cookies@agency.example');
  await page.getByRole('button', { name: 'Hide keys' }).click();
  await look();
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await page.reload();
  await look();

  await page.goto(`${northlight.url}/cookie-policy`);
  const listed = (await page.getByRole('rowheader').allTextContents()).map((name) =>
    name.replaceAll('\u200b', '').replace(/^__Host-/, ''),
  );
  // Set for ten minutes in the middle of a sign-in, and compared by a test of the server.
  expect([...stored, 'northlight.two_factor'].sort()).toEqual(listed.sort());
  await shop.close();
});
