import type { Browser, Page } from '@playwright/test';
import { type CreatedCompany, createCompany, type Northlight } from '../../northlight.ts';
import { type Shop, startShop } from '../../shop.ts';
import { askApi, expect, expectAccessible, metricCard, openPortal, showSection, test } from '../story.ts';

const hourMs = 3_600_000;

/** A company in a time zone where it is between 8 and 16 o'clock, so that 20 hours earlier is yesterday. */
function createDaytimeCompany(northlight: Northlight, name: string): Promise<CreatedCompany> {
  const zones = ['UTC', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Tokyo', 'Asia/Kolkata'];
  const timeZone = zones.find((zone) => {
    const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
    const hour = Number(parts.format());
    return hour >= 8 && hour <= 16;
  });
  return createCompany(northlight, name, 'localhost', ['--time-zone', timeZone ?? 'UTC']);
}

/** A visitor who followed a link of a campaign yesterday, and may have ordered. */
async function visitYesterday(
  browser: Browser,
  shop: Shop,
  campaign: string,
  amount?: number,
): Promise<void> {
  const person = await browser.newContext();
  // Without the X-Forwarded-For header of the stories, which would cause CORS preflights.
  await person.setExtraHTTPHeaders({});
  await person.clock.install({ time: Date.now() - 20 * hourMs });
  const tab = await person.newPage();
  const answered = tab.waitForResponse('**/api/track-analytics?*');
  await tab.goto(`${shop.url}/?utm_source=letter&utm_medium=email&utm_campaign=${campaign}`);
  expect((await answered).status()).toBe(200);
  if (amount !== undefined) {
    const ordered = tab.waitForResponse('**/api/track-analytics?*');
    await tab.evaluate(
      ([orderId, value]) => {
        const { siteStats } = window as unknown as { siteStats: { order: (order: object) => void } };
        siteStats.order({ orderId, amount: value, currency: 'USD' });
      },
      [`${campaign}-${amount}`, amount] as const,
    );
    expect((await ordered).status()).toBe(200);
  }
  await person.close();
}

/** Two campaigns: the one with fewer visits earned more. */
async function openCampaigns(page: Page, browser: Browser, northlight: Northlight, name: string) {
  const company = await createDaytimeCompany(northlight, name);
  const shop = await startShop(company.snippet);
  for (let index = 0; index < 3; index += 1) await visitYesterday(browser, shop, 'spring');
  await visitYesterday(browser, shop, 'spring', 20);
  await visitYesterday(browser, shop, 'autumn', 300);
  await visitYesterday(browser, shop, 'autumn');
  await openPortal(page, northlight, company);
  await page.goto(`${company.portal}?period=yesterday`);
  await expect(metricCard(page, 'Revenue')).toContainText('$320');
  return { company, shop };
}

const panel = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test("a client finds yesterday's best campaign by revenue", async ({
  page,
  browser,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  const { shop } = await openCampaigns(page, browser, northlight, 'Campaign Shop');
  const definition = metricCard(page, 'Revenue').getByText('less what was refunded in the period');
  await metricCard(page, 'Revenue').getByRole('button', { name: 'Revenue', exact: true }).click();
  await expect(definition).toBeVisible();
  await expectAccessible(page, 'the definition of a figure');
  await page.keyboard.press('Escape');
  await expect(definition).toBeHidden();
  await showSection(page, 'sources');
  const sources = panel(page, 'Sources');
  await sources.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(sources.getByRole('rowheader')).toContainText(['spring', 'autumn']);
  await expectAccessible(page, 'the lists of a portal');

  await sources.getByRole('button', { name: 'All rows of campaigns' }).click();
  const all = page.getByRole('dialog', { name: 'All campaigns' });
  await all.getByRole('button', { name: 'Revenue', exact: true }).click();
  await expect(all.getByRole('columnheader', { name: 'Revenue', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(all.getByRole('rowheader')).toContainText(['autumn', 'spring']);
  await expectAccessible(page, 'all rows of a list');
  await expect(page).toHaveURL(/rows=utm-campaign/);
  const csv = all.getByRole('link', { name: 'CSV' });
  const address = new URL((await csv.getAttribute('href')) ?? '', northlight.url);
  const answer = await askApi(page, address.href);
  expect(await answer.text()).toContain('"autumn","2","2","1","300.00","50"');

  await all.getByRole('button', { name: 'autumn', exact: true }).click();
  await expect(all).toBeHidden();
  await expect(metricCard(page, 'Revenue')).toContainText('$300');
  await expect(metricCard(page, 'Total Users')).toContainText('2');
  const remove = page.getByRole('button', { name: 'Remove filter: Campaign is autumn' });
  await remove.click();
  await expect(remove).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add filter' })).toBeFocused();
  await expect(metricCard(page, 'Revenue')).toContainText('$320');

  // Without the best one, by keyboard.
  await sources.getByRole('tab', { name: 'Campaigns' }).click();
  await row(page, 'autumn').press('Alt+Enter');
  await expect(page.getByRole('button', { name: 'Change filter: Campaign is not autumn' })).toBeVisible();
  await expect(metricCard(page, 'Revenue')).toContainText('$20');
  await page.goBack();
  await expect(metricCard(page, 'Revenue')).toContainText('$320');
  await shop.close();
});

test('an address with filters is shared', async ({ page, browser, northlight, failOnErrors }) => {
  failOnErrors(page);
  const { company, shop } = await openCampaigns(page, browser, northlight, 'Shared Shop');
  await page.getByRole('button', { name: 'Add filter' }).click();
  const editor = page.getByRole('dialog', { name: 'Add filter' });
  await editor.getByLabel('Filter by').selectOption('Campaign');
  await editor.getByRole('button', { name: 'spring' }).click();
  await expectAccessible(page, 'the editor of a filter');
  await editor.getByRole('button', { name: 'Apply filter' }).click();
  await expect(editor).toBeHidden();
  await expect(metricCard(page, 'Revenue')).toContainText('$20');
  const address = page.url();

  const colleague = failOnErrors(await (await browser.newContext()).newPage());
  await openPortal(colleague, northlight, company);
  await colleague.goto(address);
  await expect(
    colleague.getByRole('button', { name: 'Change filter: Campaign is spring', exact: true }),
  ).toBeVisible();
  await expect(metricCard(colleague, 'Revenue')).toContainText('$20');
  await expect(metricCard(colleague, 'Total Users')).toContainText('4');
  await shop.close();
});
