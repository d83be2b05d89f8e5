import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  createShop,
  expect,
  expectAccessible,
  expectInteractive,
  openMore,
  openPortal,
  test,
  visit,
} from '../story.ts';

test('a note of an administrator is on the client’s portal, in the file and on the printed report', async ({
  page: clientPage,
  browser,
  northlight,
  adminState,
  extraHTTPHeaders,
}) => {
  const { company, shop } = await createShop(northlight, 'Lantern Books');
  const visitor = await browser.newContext();
  await visit(visitor, shop.url);
  const admin = await browser.newContext({
    storageState: adminState,
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  });
  const page = await admin.newPage();
  await page.goto(company.portal);
  await expectInteractive(page);

  await openMore(page);
  await expectAccessible(page, 'the menu of a portal');
  await page.getByRole('button', { name: 'Add note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add note' });
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog.getByText('Enter what happened.')).toBeVisible();
  await dialog.getByLabel('Note', { exact: true }).fill('Autumn campaign started');
  await expectAccessible(page, 'the dialog of a note');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog).toBeHidden();

  await openPortal(clientPage, northlight, company);
  await openMore(clientPage);
  const shownNotes = clientPage.getByRole('button', { name: 'Notes (1)' });
  await expect(shownNotes).toBeVisible();
  await expect(clientPage.getByRole('button', { name: 'Add note' })).toBeHidden();
  await shownNotes.click();
  const list = clientPage.getByRole('dialog', { name: 'Notes' });
  await expect(list.getByRole('listitem')).toContainText(['Autumn campaign started']);
  await expect(list.getByRole('button', { name: /Delete/ })).toBeHidden();
  await expectAccessible(clientPage, 'the notes of a portal');
  await clientPage.keyboard.press('Escape');
  await expect(list).toBeHidden();

  await clientPage.getByText('Export', { exact: true }).click();
  await expectAccessible(clientPage, 'the export menu');
  const csv = await downloadTimeseries(clientPage);
  expect(csv.split('\r\n')[0]).toMatch(/,"annotations"$/);
  expect(csv).toContain('"Autumn campaign started"');

  // As in browsers, printing makes the page light first.
  await clientPage.emulateMedia({ colorScheme: 'dark' });
  const pdf = (await clientPage.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  await expect(clientPage.locator('html')).not.toHaveAttribute('data-paper');

  await openMore(page);
  await page.getByRole('button', { name: 'Notes (1)' }).click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: /^Confirm: delete/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notes' })).toBeHidden();
  await openMore(page);
  await expect(page.getByRole('button', { name: 'Add note' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notes (1)' })).toBeHidden();
  await shop.close();
});

/** Clicks again after an error: a busy server may refuse a question, which the page reports. */
async function downloadTimeseries(page: Page): Promise<string> {
  let csv = '';
  await expect(async () => {
    const downloading = page.waitForEvent('download', { timeout: 10_000 });
    await Promise.all([downloading, page.getByRole('button', { name: 'Over time as CSV' }).click()]);
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^timeseries-[\d-]+\.csv$/);
    csv = await readFile(await download.path(), 'utf8');
  }).toPass();
  return csv;
}
