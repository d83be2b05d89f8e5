import type { Browser, BrowserContext, Page } from '@playwright/test';
import { becomeAdmin } from '../become-admin.ts';
import { createCompany, type Northlight, startSeparateServer } from '../northlight.ts';
import { expect, expectAccessible, test } from './story.ts';

// A separate server: its pages have another name afterwards.
let northlight: Northlight;
let end: () => Promise<void>;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

test.beforeAll(async ({ browser }) => {
  ({ northlight, end } = await startSeparateServer());
  const context = await browser.newContext();
  await becomeAdmin(await context.newPage(), northlight, 'ada@agency.example');
  signedIn = await context.storageState();
  await context.close();
});
test.afterAll(() => end());

async function openSettings(browser: Browser): Promise<Page> {
  // Too narrow for the preview next to the fields: the accessibility check runs scripts in every frame, which the preview refuses.
  const viewport = { width: 1200, height: 800 };
  const context = await browser.newContext({ storageState: signedIn, viewport });
  const page = await context.newPage();
  await page.goto(`${northlight.url}/admin/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  return page;
}

const open = (page: Page, section: string) =>
  page
    .getByRole('navigation', { name: 'Sections of the settings' })
    .getByRole('link', { name: section })
    .click();

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
}

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40" rx="8" fill="#7a2e8e"/></svg>';

/** Opens a portal at the width of a small phone. */
async function expectHeaderInOneLine(page: Page, portal: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(portal);
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.height).toBeLessThan(70);
  await page.setViewportSize({ width: 1200, height: 800 });
}

test('an agency rebrands everything', async ({ browser, failOnErrors }) => {
  test.slow();
  const page = failOnErrors(await openSettings(browser));
  await expectAccessible(page, 'the name and contact of the agency');
  await text(page, 'Name').fill('Aldous & Hart');
  await text(page, 'Legal name').fill('Aldous & Hart Ltd');
  await text(page, 'Phone').fill('+44 20 7946 0100');

  await open(page, 'Look');
  await page
    .getByLabel('Logo on light pages')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) });
  await expect(page.getByRole('img', { name: 'Logo on light pages' })).toBeVisible();
  await text(page, 'Accent colour').fill('#7a2e8e');
  await page.getByRole('radio', { name: 'Source Serif' }).check();
  await expectAccessible(page, 'the look of the agency');

  await open(page, 'Products and prices');
  await page.getByLabel('Add a currency').selectOption('eur');
  for (const price of await page.getByRole('textbox', { name: 'Price in EUR' }).all())
    await price.fill('1,150');
  await text(page, 'Name').first().fill('Chat that sells');

  await open(page, 'Site texts');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await text(page, 'Question').fill('How long does it take?');
  await text(page, 'Answer').fill('About **two** weeks.');
  await page.getByRole('button', { name: 'Remove 24/7 AI support' }).click();
  await expectAccessible(page, 'the texts of the agency');

  await open(page, 'Legal texts');
  await page.getByRole('button', { name: 'Write your own text: Privacy policy' }).click();
  await text(page, 'Privacy policy: your text').fill('## What we store\n\nOnly what you send us.');
  await open(page, 'Mails');
  await text(page, 'Sender name').fill('Aldous from Aldous & Hart');

  // The preview shows the real page with what is not saved yet.
  await open(page, 'Products and prices');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(preview.getByText('Chat that sells').first()).toBeVisible();
  await page.getByLabel('Preview', { exact: true }).last().selectOption({ label: 'Contact' });
  await expect(preview.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
  // The preview runs no scripts, which is not what visitors see.
  await expect(preview.getByText('needs JavaScript')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await save(page);

  // Visitors see all of it at once.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(northlight.url);
  await expect(visitor).toHaveTitle(/Aldous & Hart/);
  await expect(visitor.getByText('24/7')).toHaveCount(0);
  await expect(visitor.getByText('How long does it take?')).toBeVisible();
  await expect(visitor.getByRole('banner').getByRole('img', { name: 'Aldous & Hart' })).toBeVisible();
  await visitor.goto(`${northlight.url}/products`);
  await expect(visitor.getByRole('heading', { name: 'Chat that sells' })).toBeVisible();
  await visitor.goto(`${northlight.url}/contact`);
  await expect(visitor.getByText('+44 20 7946 0100').first()).toBeVisible();
  await visitor.goto(`${northlight.url}/privacy-policy`);
  await expect(visitor.getByRole('heading', { name: 'What we store' })).toBeVisible();

  // On a phone, the logo leaves space for everything else in the header of a portal.
  const { id } = await createCompany(northlight, 'Aldous Client', 'aldous-client.test');
  await expectHeaderInOneLine(page, `${northlight.url}/company-portal/${id}`);
  await page.goto(`${northlight.url}/admin/settings`);

  // The history knows who changed what, and the original is one click away.
  await open(page, 'History');
  await expect(page.getByRole('main').getByText(/^ada@agency\.example, /)).toBeVisible();
  await expectAccessible(page, 'the history of the settings');
  await page.getByRole('button', { name: 'Go back to the original' }).click();
  await page.getByRole('button', { name: 'Go back to the original', exact: true }).last().click();
  await expect(page.getByText(/^Back to the original: /)).toBeVisible();
  await expectHeaderInOneLine(page, `${northlight.url}/company-portal/${id}`);
  await visitor.goto(northlight.url);
  await expect(visitor).toHaveTitle(/Northlight/);
});

test('a wrong colour is refused and corrected', async ({ browser }) => {
  // The server refuses the colour, which logs an error to the console.
  const page = await openSettings(browser);
  await open(page, 'Look');
  await text(page, 'Accent colour').fill('#ffff66');
  await expect(page.getByText(/^#ffff66 is too pale/)).toBeVisible();
  await expectAccessible(page, 'a colour that is refused');
  await open(page, 'Mails');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Look' })).toBeVisible();
  await expect(text(page, 'Accent colour')).toBeFocused();
  await page.getByRole('button', { name: /^Use #/ }).click();
  await expect(page.getByText(/is too pale/)).toHaveCount(0);
  await save(page);
  await page.reload();
  await expect(text(page, 'Accent colour')).not.toHaveValue('#009b78');
});
