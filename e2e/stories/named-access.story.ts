import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { accessRightTexts, type ViewerRight, viewerRights } from '../../contract/company/access-rights.ts';
import { apiPaths } from '../../contract/paths.ts';
import { portalLinkPath } from '../../contract/public/portal-link.ts';
import { waitForMailedLink } from '../accounts.ts';
import { createShop, expect, expectAccessible, test, visit } from './story.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** An administrator on the settings of a company. */
async function openSettings(
  browser: Browser,
  state: BrowserContextOptions['storageState'],
  url: string,
  companyId: string,
): Promise<Page> {
  const context = await browser.newContext({ ...(state && { storageState: state }) });
  const page = await context.newPage();
  await page.goto(`${url}/admin/companies/${companyId}#access`);
  return page;
}

/** Notes are written on the dashboard: the form does not offer that right without it. */
const listOffered = (rights: readonly ViewerRight[]) =>
  viewerRights.filter((right) => right !== 'annotate' || rights.includes('dashboard'));

/** Creates the access of a person on the screen. Ends on what the administrator hands over. */
async function giveAccess(
  page: Page,
  name: string,
  { email, rights }: { email?: string; rights?: readonly ViewerRight[] } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Give access' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Person or purpose').fill(name);
  for (const right of rights ? listOffered(rights) : [])
    await dialog
      .getByRole('checkbox', { name: accessRightTexts[right].label })
      .setChecked(rights?.includes(right) === true);
  if (email !== undefined) {
    await dialog.getByLabel('Email (optional)').fill(email);
    await expect(dialog.getByRole('checkbox', { name: 'Send the invitation by mail' })).toBeChecked();
  }
  await dialog.getByRole('button', { name: 'Give access' }).dblclick();
  await expect(page.getByRole('dialog', { name: `${name} has access` })).toBeVisible();
}

/** The link that a browser of the administrator shows. */
const readLink = (page: Page) =>
  page.getByRole('dialog').locator('code').filter({ hasText: portalLinkPath }).textContent();

async function openLink(browser: Browser, link: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(link);
  return page;
}

test('a client’s new colleague opens the portal from the mail on a phone, and a second browser sees that the link was used', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Harbour Lane');
  const admin = failOnErrors(await openSettings(browser, adminState, northlight.url, company.id));
  const email = `mia-${company.id}@client.example`;
  await giveAccess(admin, 'Mia Sand', { email });
  await expect(admin.getByRole('dialog').getByText(email)).toBeVisible();
  await expect(admin.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expectAccessible(admin, 'what an administrator hands over');
  await admin.getByRole('button', { name: 'Done' }).click();
  // A double click created one access.
  await expect(admin.getByRole('button', { name: 'Revoke: Mia Sand' })).toHaveCount(1);

  const link = await waitForMailedLink(northlight, email, portalLinkPath);
  // A program that checks the links of mails opens the page, and uses nothing up.
  const scanner = await openLink(browser, link);
  await expect(scanner.getByRole('button', { name: 'Open the portal' })).toBeVisible();

  const mia = await openLink(browser, link, phone);
  failOnErrors(mia);
  const button = mia.getByRole('button', { name: 'Open the portal' });
  await expect(button).toBeInViewport({ ratio: 1 });
  // The token stays neither on the screen nor in the history.
  await expect.poll(() => mia.url()).toBe(`${northlight.url}${portalLinkPath}`);
  await expectAccessible(mia, portalLinkPath);
  await button.tap();
  await mia.waitForURL(company.portal);
  await expect(mia.getByText('Access granted to Harbour Lane!')).toBeVisible();
  await expect(mia.getByRole('heading', { level: 1, name: 'Harbour Lane' })).toBeVisible();

  await scanner.getByRole('button', { name: 'Open the portal' }).click();
  await expect(scanner.getByRole('heading', { name: 'This link was already used' })).toBeFocused();
  await scanner.getByLabel('Email').fill(email);
  await scanner.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(scanner.getByText('If this address has access to a portal')).toBeVisible();

  // The administrator sees that she opened it, without a reload.
  const openings = admin.getByRole('region', { name: 'Openings' });
  await expect(openings.getByText('Mia Sand')).toBeVisible();
  await expect(admin.getByText(/1 visit/)).toBeVisible();
  await shop.close();
});

test('a colleague leaves: she loses the portal while she looks at it, and the other person’s stays', async ({
  browser,
  northlight,
  adminState,
}) => {
  const { company, shop } = await createShop(northlight, 'Millstone Books');
  const admin = await openSettings(browser, adminState, northlight.url, company.id);
  const open = async (name: string) => {
    await giveAccess(admin, name);
    const page = await openLink(browser, (await readLink(admin)) ?? '');
    await page.getByRole('button', { name: 'Open the portal' }).click();
    await page.waitForURL(company.portal);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await admin.getByRole('button', { name: 'Done' }).click();
    return page;
  };
  const mia = await open('Mia Sand');
  const ben = await open('Ben Reed');

  await admin.getByRole('button', { name: 'Revoke: Mia Sand' }).click();
  const question = admin.getByRole('dialog', { name: 'Revoke the access of Mia Sand?' });
  await question.getByRole('button', { name: 'Revoke access' }).click();
  await expect(admin.getByText('Mia Sand no longer has access')).toBeVisible();
  await mia.waitForURL(/\/company-access\?ended=/);
  await expect(mia.getByText(/access to Millstone Books has ended/)).toBeVisible();
  // Nothing of the portal stays in her browser.
  await mia.goto(company.portal);
  await mia.waitForURL(/\/company-access\?ended=/);
  const kept = await mia.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('answers')));
  expect(kept).toEqual([]);

  await expect(ben.getByText('Live', { exact: true })).toBeVisible();
  await ben.reload();
  await expect(ben.getByRole('heading', { level: 1, name: 'Millstone Books' })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Revoke: Ben Reed' })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Revoke: Mia Sand' })).toHaveCount(0);
  await shop.close();
});

test('a bookkeeper sees the orders and nothing else', async ({
  browser,
  northlight,
  adminState,
  failOnErrors,
}) => {
  const { company, shop } = await createShop(northlight, 'Ledger & Sons');
  const visitor = await visit(await browser.newContext(), shop.url);
  await visitor.getByRole('button', { name: 'Buy' }).click();
  const admin = await openSettings(browser, adminState, northlight.url, company.id);
  await giveAccess(admin, 'Bookkeeping', { rights: ['money', 'orders', 'export'] });

  const page = failOnErrors(await openLink(browser, (await readLink(admin)) ?? ''));
  await page.getByRole('button', { name: 'Open the portal' }).click();
  await page.waitForURL(company.portal);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders of Ledger & Sons' })).toBeVisible();
  await expect(page.getByRole('row', { name: /order-1/ })).toContainText('$249.50');
  await expectAccessible(page, 'the portal of a bookkeeper');
  // Another order appears without a reload.
  await visitor.evaluate(`siteStats.order({ orderId: 'order-2', amount: 12, currency: 'USD' })`);
  await expect(page.getByRole('row', { name: /order-2/ })).toBeVisible();
  await expect(page.getByText('Active Users')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'All figures' })).toHaveCount(0);

  const refused = [
    apiPaths.statsSummary(company.id),
    apiPaths.statsGoals(company.id),
    apiPaths.active(company.id),
    apiPaths.notes(company.id),
  ];
  for (const path of refused) expect((await page.request.get(northlight.url + path)).status()).toBe(403);

  await page
    .getByRole('row', { name: /order-1/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /order-1/ })).toBeVisible();
  await expect(page.getByText('$249.50').first()).toBeVisible();
  await shop.close();
});
