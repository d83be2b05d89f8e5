import type { Page } from '@playwright/test';
import { becomeAdmin } from '../become-admin.ts';
import { runCli } from '../northlight.ts';
import { createShop, expect, expectAccessible, openPortal, test, visit } from './story.ts';

test('a wrong key is rejected, a key in lower case is accepted, and a replaced key closes the open portal', async ({
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
  await expect(page.getByRole('heading', { name: 'Northmoor Physiotherapy' })).toBeVisible();

  await runCli(northlight.dataDir, northlight.port, ['company', 'replace-key', '--id', company.id]);
  // The open portal redirects to the access form and shows why.
  await page.waitForURL('**/company-access**');
  await expect(page.getByText(/access.*ended/i)).toBeVisible();
  // Scripts of operators may still use the command's earlier name.
  const again = ['company', 'rotate-key', '--id', company.id];
  expect(await runCli(northlight.dataDir, northlight.port, again)).toContain('The new access key of');
  await shop.close();
});

test('a portal without access looks exactly like one that does not exist', async ({
  browser,
  northlight,
}) => {
  const { company, shop } = await createShop(northlight, 'Secret Shop');
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen: string[] = [];
  for (const id of [company.id, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
    for (const path of ['company-portal', 'tracking-script']) {
      await page.goto(`${northlight.url}/${path}/${id}`);
      await expect(page.getByRole('heading', { name: 'Company Not Found' })).toBeVisible();
      const text = (await page.getByRole('main').textContent())?.replaceAll(id, '');
      seen.push(`${path} ${text}`);
    }
  }
  expect(new Set(seen).size).toBe(2);
  await page.goto(`${northlight.url}/company-portal/${company.id}`);
  await expect(page.getByText('The requested company portal does not exist')).toBeVisible();
  await page.getByRole('link', { name: 'Enter access key' }).click();
  await page.waitForURL('**/company-access');
  await shop.close();
});

test('a client fills a portal with demo data, sees it marked, and clears it', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Demo Shop');
  failOnErrors(page);
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

test('a client leaves a portal, reopens it from the list, and signs out of it', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Fernhill Clinic');
  const { company: other, shop: otherShop } = await createShop(northlight, 'Orla Journeys');
  failOnErrors(page);
  await openPortal(page, northlight, company);
  await openPortal(page, northlight, other);
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Your portals' }).click();
  await page.waitForURL('**/company-access');
  const list = page.getByRole('region', { name: 'Your portals in this browser' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, '/company-access with portals');
  await list.getByRole('link', { name: 'Open portal of Fernhill Clinic' }).click();
  await page.waitForURL(company.portal);
  await expect(page.getByRole('heading', { level: 1, name: 'Fernhill Clinic' })).toBeVisible();

  // Another tab with the portal is signed out too.
  const tab = await page.context().newPage();
  await tab.goto(company.portal);
  await expect(tab.getByText('Live', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Your portals' }).click();
  await list.getByRole('button', { name: 'Sign out of Fernhill Clinic' }).click();
  await expect(page.getByText('Signed out of Fernhill Clinic')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await tab.bringToFront();
  await tab.waitForURL(/\/company-access\?ended=/);
  await expect(tab.getByText(/access to Fernhill Clinic has ended/)).toBeVisible();
  await tab.goto(company.portal);
  await expect(tab.getByRole('heading', { name: 'Company Not Found' })).toBeVisible();
  await page.goto(other.portal);
  await expect(page.getByRole('heading', { level: 1, name: 'Orla Journeys' })).toBeVisible();
  await shop.close();
  await otherShop.close();
});

test('demo data is no longer offered once a visit was counted, and an administrator sees who used it', async ({
  page,
  browser,
  northlight,
  adminState,
}) => {
  const { company, shop } = await createShop(northlight, 'Castellan Freight');
  await openPortal(page, northlight, company);
  await page.getByRole('button', { name: 'Generate Demo Data' }).click();
  const badge = page.getByRole('region', { name: 'Demo data' });
  await expect(badge).toBeVisible();

  const admin = await (await browser.newContext({ storageState: adminState })).newPage();
  await admin.goto(`${northlight.url}/admin`);
  await expect(admin.getByRole('row', { name: /Castellan Freight/ }).getByText('Demo data')).toBeVisible();

  await visit(await browser.newContext(), shop.url);
  await expect(page.getByRole('button', { name: 'Generate Demo Data' })).toHaveCount(0);
  await badge.getByRole('button', { name: 'Clear' }).click();
  await expect(badge).toBeHidden();
  await expect(admin.getByRole('row', { name: /Castellan Freight/ }).getByText('Demo data')).toBeHidden();
  await admin.goto(`${northlight.url}/admin/activity`);
  await expect(admin.getByText('viewer generated demo data for Castellan Freight')).toBeVisible();
  await expect(admin.getByText('viewer cleared the demo data of Castellan Freight')).toBeVisible();
  await shop.close();
});

const withoutId = (name: string) => name.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, '…');

/** The names of everything the browser stores for the site, without ids. */
async function listStored(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  const entries = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...cookies.map(({ name }) => name), ...entries].map(withoutId);
}

/** Reports every entry when it is stored: some are removed by the next document. */
async function onStored(page: Page, report: (name: string) => void): Promise<void> {
  await page.exposeFunction('reportStored', (name: string) => report(withoutId(name)));
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      setItem.call(this, name, value);
      (globalThis as unknown as { reportStored: (name: string) => void }).reportStored(name);
    };
  });
}

test('the cookie policy lists everything a browser stores, and nothing else', async ({
  page,
  northlight,
}) => {
  const { company, shop } = await createShop(northlight, 'Aldergate College');
  const stored = new Set<string>();
  const collect = async () => {
    for (const name of await listStored(page)) stored.add(name);
  };
  await onStored(page, (name) => stored.add(name));
  await openPortal(page, northlight, company);
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.keyboard.press('?');
  await page.getByLabel('Use these keys in this browser').uncheck();
  await page.keyboard.press('Escape');
  // Left with figures on it, the page keeps them.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    expect(await listStored(page)).toContain('site.answers-…');
  }).toPass();
  await collect();
  const tab = await page.context().newPage();
  await tab.goto(`${northlight.url}/company-access`);
  await tab.getByRole('button', { name: 'Sign out of Aldergate College' }).click();
  await page.bringToFront();
  await page.waitForURL(/\/company-access\?ended=/);
  await collect();
  await becomeAdmin(page, northlight, 'cookies@agency.example');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await page.reload();
  await collect();

  await page.goto(`${northlight.url}/cookie-policy`);
  // The third table lists what the tracking script stores on other sites; its tests compare that.
  const tables = page.getByRole('table', { name: /^(Cookies|Entries in the storage of the browser)$/ });
  const listed = (await tables.getByRole('rowheader').allTextContents()).map((name) =>
    name.replaceAll('\u200b', '').replace(/^__Host-/, ''),
  );
  // Set for ten minutes during a sign-in; a server test covers it.
  expect([...stored, 'account.two_factor'].sort()).toEqual(listed.sort());
  await shop.close();
});
