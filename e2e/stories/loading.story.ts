import type { Page } from '@playwright/test';
import { pages } from '../../contract/public/pages.ts';
import { productIds } from '../../contract/site/products.ts';
import { blockRequests, createBlocker, listHiddenElements, toRequest } from '../content-blocker.ts';
import { requireScriptPath } from '../page-scripts.ts';
import {
  createShop,
  expect,
  expectAccessible,
  expectInteractive,
  holdScripts,
  openPortal,
  test,
} from './story.ts';

/** Returns a function that counts the documents the page has loaded since this call. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  return () => documents;
}

/** A click as assistive technology sends it: without pointer, key or focus. */
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button: HTMLButtonElement) => button.click());

const missing = /Part of this page could not be loaded/;

test('every button of a page works without a previous pointer move, key press or scroll', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  const cases = [
    { path: '/solutions/chatbots', button: 'Configure, Front Desk', expected: /what Front Desk knows/ },
    {
      path: '/solutions/analytics',
      button: 'View Report, Demand Forecast',
      expected: /the report of Demand/,
    },
    { path: '/solutions/automation', button: 'Pause, Order to invoice', expected: /finish its open runs/ },
    { path: '/solutions/design', button: 'Edit Design, Millstone Bakery', expected: /ready to change/ },
    { path: '/', button: 'Send Message', expected: 'Please enter a valid name (max 100 characters)' },
  ];
  for (const { path, button, expected } of cases) {
    await page.goto(northlight.url + path);
    await press(page, button);
    await expect(page.getByText(expected), path).toBeVisible();
    await expect(page.locator('button:disabled'), path).toHaveCount(0);
  }
  await press(page, 'Pause');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a click before the scripts have loaded is replayed once', async ({ page, northlight }) => {
  const release = await holdScripts(page);
  const sent: unknown[] = [];
  await page.route('**/api/send-contact-email', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { received: true } });
  });
  await page.goto(northlight.url, { waitUntil: 'commit' });
  const form = page.getByRole('form');
  await form.getByLabel('Name').fill('Ada');
  await form.getByLabel('Email').fill('ada@example.com');
  await form.getByLabel('Message').fill('Written and sent early');
  await form.getByRole('button', { name: 'Send Message' }).dblclick();
  expect(sent).toEqual([]);
  release();
  await expect(page.getByText('Thank you! Your message has been sent successfully.')).toBeVisible();
  expect(sent).toMatchObject([{ name: 'Ada', email: 'ada@example.com', message: 'Written and sent early' }]);
  expect(page.url()).toBe(`${northlight.url}/`);
});

test('buttons clicked before the scripts have loaded stay readable, in either theme', async ({
  page,
  northlight,
}) => {
  const release = await holdScripts(page);
  await page.goto(`${northlight.url}/products`, { waitUntil: 'commit' });
  const buttons = page.getByRole('button', { name: 'Purchase Now' });
  await expect(buttons).toHaveCount(productIds.length);
  for (const button of await buttons.all()) await button.click();
  const waiting = page.locator('button[data-kept]');
  await expect(waiting).toHaveCount(productIds.length);
  await waiting.first().hover();
  await expectAccessible(page, 'clicked early');
  await expect(waiting).toHaveCount(productIds.length);
  release();
  await expect(waiting).toHaveCount(0);
});

test('Enter before the scripts have loaded does not change the URL and submits the form afterwards', async ({
  page,
  northlight,
}) => {
  const release = await holdScripts(page);
  await page.goto(`${northlight.url}/solutions/design`, { waitUntil: 'commit' });
  await page.getByLabel('Your email').fill('not an address');
  await page.getByLabel('Your email').press('Enter');
  release();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  expect(page.url()).toBe(`${northlight.url}/solutions/design`);
});

test('links in the parts of the home page without scripts navigate without a reload, and the parts are there after Back', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  await page.goto(northlight.url);
  const documents = countDocuments(page);
  const card = page.getByRole('main').getByRole('link', { name: 'Automation Systems' });
  await press(page, 'Pause');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Automation Systems');
  await page.goBack();
  await expect(card).toBeVisible();
  expect(documents()).toBe(0);

  // Opened from another page, the home page has no prerendered HTML to keep.
  await page.goto(`${northlight.url}/products`);
  await expect(async () => {
    await page.getByRole('link', { name: 'Northlight' }).first().click();
    await expect(card).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Industries' })).toBeVisible();
});

test('a page whose script is blocked shows one notice and does not reload', async ({ page, northlight }) => {
  const { company } = await createShop(northlight, 'Blocked Books');
  await openPortal(page, northlight, company);
  const script = `**${requireScriptPath('/tracking-script/:companyId')}`;
  await page.route(script, (route) => route.abort('blockedbyclient'));
  const documents = countDocuments(page);
  await page.goto(company.trackingPage);
  const notice = page.getByRole('alert').filter({ hasText: missing });
  await expect(notice).toBeVisible();
  // React Router requests the script, and would reload, right after it starts: long before this response.
  await page.evaluate(() => fetch('/readyz').then(() => fetch('/readyz')));
  expect(documents()).toBe(1);
  await page.unroute(script);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Analytics Tracking Code')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a link to a page whose script cannot be loaded opens that page', async ({ page, northlight }) => {
  const script = `**${requireScriptPath('/solutions/analytics')}`;
  await page.route(script, (route) => route.abort('blockedbyclient'));
  await page.goto(`${northlight.url}/solutions`);
  await expectInteractive(page);
  const documents = countDocuments(page);
  const link = page.getByRole('main').getByRole('link', { name: 'View Details : Predictive Analytics' });
  // Hovering over the link loads the script as well, and must not reload the page either.
  const missed = page.waitForEvent('requestfailed');
  await link.hover();
  await missed;
  await page.evaluate(() => fetch('/readyz').then(() => fetch('/readyz')));
  expect(documents()).toBe(0);
  await link.click();
  await page.waitForURL(`${northlight.url}/solutions/analytics`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predictive Analytics');
  await expect(page.getByRole('alert').filter({ hasText: missing })).toBeVisible();
  expect(documents()).toBe(1);
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try again' }).click();
  await press(page, 'View Report, Demand Forecast');
  await expect(page.getByText(/the report of Demand/)).toBeVisible();
});

test('a page whose entry script is missing shows a notice, prerendered or not', async ({
  page,
  northlight,
}) => {
  for (const path of ['/contact', '/auth']) {
    const answer = await page.request.get(northlight.url + path);
    const entry = /import\("([^"]+)"\)\.catch/.exec(await answer.text())?.[1];
    if (entry === undefined) throw new Error(`${path} has no entry script`);
    await page.route(`**${entry}`, (route) => route.abort('blockedbyclient'));
    await page.goto(northlight.url + path);
    await expect(page.getByRole('alert').filter({ hasText: missing }), path).toBeVisible();
    await page.unroute(`**${entry}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: missing })).toHaveCount(0);
  }
});

test('the text of a toast is shown even when the toaster cannot be loaded', async ({ page, northlight }) => {
  await page.goto(`${northlight.url}/industries`);
  await expectInteractive(page);
  await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'));
  await page
    .getByRole('button', { name: /View Case Studies/ })
    .first()
    .click();
  await expect(page.getByRole('alert')).toContainText(/case stud/i);
});

test('every page loads completely behind a content blocker', async ({
  page,
  northlight,
  browser,
  adminState,
}) => {
  const blocker = createBlocker();
  const named = `${northlight.url}/assets/tracking-0a1b2c3d.js`;
  expect(blocker.match(toRequest(named, northlight.url, 'script')).match, 'the blocker blocks').toBe(true);
  const { company } = await createShop(northlight, 'Quiet Quilts');
  const companyPages = [
    company.portal,
    ...['', '/shop', '/received'].map((path) => company.trackingPage + path),
    `${northlight.url}/admin/companies/${company.id}`,
  ];
  await page.context().addCookies(adminState.cookies);
  const addresses = pages
    .filter(({ path }) => !path.includes(':'))
    .map(({ path }) => northlight.url + path)
    .concat(companyPages);
  const visitor = await browser.newPage();
  for (const [tab, tabAddresses] of [
    [page, addresses],
    [visitor, addresses.filter((address) => /\/(auth|company-access|grant-admin)/.test(address))],
  ] as const) {
    const blocked = await blockRequests(tab, blocker);
    const documents = countDocuments(tab);
    for (const address of tabAddresses) {
      await tab.goto(address);
      await expect(tab.getByRole('heading', { level: 1 }), address).toHaveCount(1);
      expect(await listHiddenElements(tab, blocker), address).toEqual([]);
    }
    expect(blocked).toEqual([]);
    expect(documents()).toBe(tabAddresses.length);
    await expect(tab.getByText(missing)).toHaveCount(0);
  }
  await page.evaluate(() => {
    const advert = document.createElement('p');
    advert.dataset.adName = 'a';
    document.body.append(advert);
  });
  expect(await listHiddenElements(page, blocker), 'the blocker hides').toEqual(['<p data-ad-name="a"></p>']);
});

test('prerendered HTML and scripts name the same style sheets and fonts, so each is loaded once', async ({
  page,
  northlight,
}) => {
  for (const path of ['/', '/auth']) {
    const files: string[] = [];
    const note = (url: string) =>
      /\.(css|woff2)$/.test(url) && files.push(url.replace(/-[\w-]{8}\.(\w+)$/, '.$1'));
    page.on('request', (request) => note(request.url()));
    await page.goto(northlight.url + path);
    await expectInteractive(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(
      files.filter((file, index) => files.indexOf(file) !== index),
      path,
    ).toEqual([]);
    page.removeAllListeners('request');
  }
});

test('a portal preloads the font that the browser has from the form for the access key', async ({
  page,
  northlight,
}) => {
  const readPreloadedFont = async (path: string) => {
    const html = await (await page.request.get(northlight.url + path)).text();
    return /<link\s+rel="preload"\s+as="font"[^>]*href="([^"]+)"/.exec(html)?.[1];
  };
  const font = await readPreloadedFont('/company-access');
  expect(font).toMatch(/instrument-sans-latin-wght.+\.woff2$/);
  expect(await readPreloadedFont(`/company-portal/${'0'.repeat(8)}`)).toBe(font);
});
