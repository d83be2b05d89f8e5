import type { Page } from '@playwright/test';
import { pages } from '../../contract/pages.ts';
import { becomeAdmin } from '../become-admin.ts';
import { blockRequests, createBlocker, listHidden, toRequest } from '../content-blocker.ts';
import { scriptOf } from '../page-scripts.ts';
import { createShop, expect, expectInteractive, openPortal, test } from './story.ts';

/** Holds every script of the page back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const mayCome = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await mayCome;
    await route.fallback();
  });
  return release;
}

/** How many documents the page has loaded since this was called. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  return () => documents;
}

/** A click as assistive technology makes it: no pointer, no key, no focus. */
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button: HTMLButtonElement) => button.click());

const missing = /Part of this page could not be loaded/;

test('six seconds after load the lower half of a page was dead: now every button works without a gesture', async ({
  page,
  northlight,
  watch,
}) => {
  watch(page);
  const cases = [
    { path: '/solutions/chatbots', button: 'Configure, Front Desk', says: /what Front Desk knows/ },
    { path: '/solutions/analytics', button: 'View Report, Demand Forecast', says: /the report of Demand/ },
    { path: '/solutions/automation', button: 'Pause, Order to invoice', says: /finish its open runs/ },
    { path: '/solutions/design', button: 'Edit Design, Millstone Bakery', says: /ready to change/ },
    { path: '/', button: 'Send Message', says: 'Please enter a valid name (max 100 characters)' },
  ];
  for (const { path, button, says } of cases) {
    await page.goto(northlight.url + path);
    await press(page, button);
    await expect(page.getByText(says), path).toBeVisible();
    await expect(page.locator('button:disabled'), path).toHaveCount(0);
  }
  await press(page, 'Pause');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a click before the scripts have come is kept and carried out once', async ({ page, northlight }) => {
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

test('Enter before the scripts have come puts nothing into the address and sends the form afterwards', async ({
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

test('the parts of the home page that load no script still lead to other pages, and are there on the way back', async ({
  page,
  northlight,
  watch,
}) => {
  watch(page);
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

  // Opened from another page, the home page has no HTML of its own to keep.
  await page.goto(`${northlight.url}/products`);
  await expect(async () => {
    await page.getByRole('link', { name: 'Northlight' }).first().click();
    await expect(card).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Industries' })).toBeVisible();
});

test('a page whose script is blocked says so once and never reloads by itself', async ({
  page,
  northlight,
}) => {
  const { company } = await createShop(northlight, 'Blocked Books');
  await openPortal(page, northlight, company);
  const script = `**${scriptOf('portal/tracking-script-screen.tsx')}`;
  await page.route(script, (route) => route.abort('blockedbyclient'));
  const documents = countDocuments(page);
  await page.goto(company.trackingPage);
  const notice = page.getByRole('alert').filter({ hasText: missing });
  await expect(notice).toBeVisible();
  // React Router asks for the script, and reloads, right after it starts: long before this answer.
  await page.evaluate(() => fetch('/readyz').then(() => fetch('/readyz')));
  expect(documents()).toBe(1);
  await page.unroute(script);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Analytics Tracking Code')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a link whose script cannot be loaded opens its page, not the old one again', async ({
  page,
  northlight,
}) => {
  const script = `**${scriptOf('marketing/analytics-screen.tsx')}`;
  await page.route(script, (route) => route.abort('blockedbyclient'));
  await page.goto(`${northlight.url}/solutions`);
  await expectInteractive(page);
  const documents = countDocuments(page);
  const link = page.getByRole('main').getByRole('link', { name: 'View Details : Predictive Analytics' });
  // Pointing at the link loads the script as well, and must not reload the page either.
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

test('a page whose first script is missing says so, prerendered or drawn in the browser', async ({
  page,
  northlight,
}) => {
  for (const path of ['/contact', '/auth']) {
    const answer = await page.request.get(northlight.url + path);
    const entry = /import\("([^"]+)"\)\.catch/.exec(await answer.text())?.[1];
    if (entry === undefined) throw new Error(`${path} names no entry`);
    await page.route(`**${entry}`, (route) => route.abort('blockedbyclient'));
    await page.goto(northlight.url + path);
    await expect(page.getByRole('alert').filter({ hasText: missing }), path).toBeVisible();
    await page.unroute(`**${entry}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: missing })).toHaveCount(0);
  }
});

test('what a toast would say is said where the toaster cannot be loaded', async ({ page, northlight }) => {
  await page.goto(`${northlight.url}/industries`);
  await expectInteractive(page);
  await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'));
  await page
    .getByRole('button', { name: /View Case Studies/ })
    .first()
    .click();
  await expect(page.getByRole('alert')).toContainText(/case stud/i);
});

test('behind a content blocker every page loads whole', async ({ page, northlight, browser }) => {
  const blocker = createBlocker();
  const named = `${northlight.url}/assets/tracking-0a1b2c3d.js`;
  expect(blocker.match(toRequest(named, northlight.url, 'script')).match, 'the blocker blocks').toBe(true);
  const { company } = await createShop(northlight, 'Quiet Quilts');
  const companyPages = [company.portal, company.trackingPage];
  await becomeAdmin(page, northlight, 'behind@blocker.example');
  const addresses = pages
    .filter(({ path }) => !path.includes(':'))
    .map(({ path }) => northlight.url + path)
    .concat(companyPages);
  const visitor = await browser.newPage();
  for (const [who, addressesOf] of [
    [page, addresses],
    [visitor, addresses.filter((address) => /\/(auth|company-access|grant-admin)/.test(address))],
  ] as const) {
    const blocked = await blockRequests(who, blocker);
    const documents = countDocuments(who);
    for (const address of addressesOf) {
      await who.goto(address);
      await expect(who.getByRole('heading', { level: 1 }), address).toHaveCount(1);
      expect(await listHidden(who, blocker), address).toEqual([]);
    }
    expect(blocked).toEqual([]);
    expect(documents()).toBe(addressesOf.length);
    await expect(who.getByText(missing)).toHaveCount(0);
  }
  await page.evaluate(() => {
    const advert = document.createElement('p');
    advert.dataset.adName = 'a';
    document.body.append(advert);
  });
  expect(await listHidden(page, blocker), 'the blocker hides').toEqual(['<p data-ad-name="a"></p>']);
});

test('the built page and its scripts name the same style sheet and fonts, so each is loaded once', async ({
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
