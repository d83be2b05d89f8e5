import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { createCompany } from '../../northlight.ts';
import { expect, expectAccessible, openPortal, test } from '../story.ts';

const chart = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const slider = (page: Page, title: string) => page.getByRole('slider', { name: `${title}, value by value` });

async function download(page: Page, menu: Locator, item: Locator): Promise<Download> {
  await menu.press('Enter');
  const started = page.waitForEvent('download');
  await item.press('Enter');
  return started;
}

async function readDownload(file: Download): Promise<Buffer> {
  return readFile(await file.path());
}

test('a client reads a chart by keyboard, zooms into a day, returns and downloads the values', async ({
  page,
  northlight,
}) => {
  // Not failed requests: a busy server answers 503, and is asked again.
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const company = await createCompany(northlight, 'Charted Shop', 'charted.test');
  await openPortal(page, northlight, company);
  await page.getByRole('button', { name: 'Generate Demo Data' }).click();
  await expect(chart(page, 'User Growth')).toContainText('Active user metrics');
  await expect(chart(page, 'Revenue Trend')).toContainText('Real-time revenue tracking');
  const users = slider(page, 'User Growth');
  await expect(users).toHaveCSS('height', '300px');
  await expect(users).toHaveAttribute('aria-valuemax', '30');

  // The newest bucket is today, which is not over.
  await users.focus();
  await expect(users).toHaveAttribute('aria-valuetext', /so far/);
  await page.keyboard.press('Home');
  await expect(users).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('ArrowRight');
  await expect(users).toHaveAttribute('aria-valuenow', '2');
  await expect(users).toHaveAttribute('aria-valuetext', /^[\d,]+, \w{3}, \w{3} \d+, \d{4}/);

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1$/);
  await expect(users).toHaveAttribute('aria-valuemax', '24');
  await page.goBack();
  await expect(page).toHaveURL(company.portal);
  await expect(users).toHaveAttribute('aria-valuemax', '30');

  // A range of days, by keyboard and by dragging.
  await users.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(users).toHaveAttribute('aria-valuemax', '48');
  await page.goBack();
  await expect(users).toHaveAttribute('aria-valuemax', '30');
  const box = await users.boundingBox();
  if (!box) throw new Error('the chart has no place on the page');
  await page.mouse.move(box.x + box.width * 0.3, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 120, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page).toHaveURL(company.portal);
  await page.mouse.move(box.x + box.width * 0.3, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 120, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await page.goBack();
  await expect(users).toHaveAttribute('aria-valuemax', '30');

  await page.getByRole('radio', { name: 'week' }).check();
  await expect(page).toHaveURL(/interval=week/);
  await expect(users).toHaveAttribute('aria-valuemax', /^[56]$/);
  await page.getByRole('radio', { name: 'day' }).check();
  await expect(users).toHaveAttribute('aria-valuemax', '30');

  await page.getByRole('button', { name: 'User Growth as a table' }).press('Enter');
  const table = page.getByRole('region', { name: 'User Growth, table' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Time',
    'Visitors per day',
    'Compared',
    'Change',
  ]);

  const menu = page.getByRole('button', { name: 'Download Revenue Trend' });
  const csv = await download(page, menu, page.getByRole('link', { name: 'Values as CSV' }));
  expect(csv.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readDownload(csv)).toString('utf8').trim().split(/\r?\n/);
  expect(lines[0]).toBe('"at","revenue","compared revenue","annotations"');
  expect(lines).toHaveLength(31);
  const png = await download(page, menu, page.getByRole('button', { name: 'Picture as PNG' }));
  expect(png.suggestedFilename()).toMatch(/^charted-shop-revenue-.+\.png$/);
  expect((await readDownload(png)).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  await expect(menu).toBeFocused();
  await menu.press('Enter');
  await expect(page.getByRole('link', { name: 'Values as CSV' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Values as CSV' })).toBeHidden();

  await expectAccessible(page, 'the charts of a portal');
  expect(errors).toEqual([]);
});

test('a failure to load the charts is shown, and they load again', async ({ page, northlight }) => {
  const company = await createCompany(northlight, 'Outage Shop', 'outage-charts.test');
  await openPortal(page, northlight, company);
  await page.getByRole('button', { name: 'Generate Demo Data' }).click();
  await expect(chart(page, 'Revenue Trend')).toBeVisible();
  let isDown = true;
  await page.route('**/stats/timeseries?*', (route) =>
    isDown ? route.fulfill({ status: 503, body: 'down' }) : route.continue(),
  );
  // The first answer is part of the page, and the stream carries those of a period that is not over.
  await page.getByRole('button', { name: 'Period before' }).click();
  await expect(page.getByRole('heading', { name: 'The charts could not be loaded' })).toBeVisible();
  await page.getByRole('button', { name: /^Try/ }).click();
  isDown = false;
  await expect(chart(page, 'Revenue Trend')).toBeVisible();
});
