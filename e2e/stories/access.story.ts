import { runCli } from '../northlight.ts';
import { createShop, expect, openPortal, test } from './story.ts';

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
