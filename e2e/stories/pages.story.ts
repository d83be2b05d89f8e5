import type { ConsoleMessage } from '@playwright/test';
import { pages } from '../../contract/public/pages.ts';
import { requireScriptPath } from '../page-scripts.ts';
import { expect, expectAccessible, expectInteractive, holdScripts, test } from './story.ts';

test('every page has a heading and a title and requests nothing from other hosts', async ({
  page,
  northlight,
  failOnErrors,
}) => {
  failOnErrors(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(northlight.url)) foreign.push(request.url());
  });
  for (const { path } of pages) {
    // access.story.ts covers the pages of a company.
    if (path.includes(':')) continue;
    const answer = await page.goto(northlight.url + path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page, path).toHaveTitle(/\S/);
  }
  expect(foreign).toEqual([]);
});

test('a page requests its scripts only after its style sheet', async ({ page, northlight }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  // Browsers render nothing before the style sheet and request files in document order.
  let beforeStyle: string[] | undefined;
  await page.route('**/*.css', async (route) => {
    beforeStyle ??= [...scripts];
    await route.continue();
  });
  await page.goto(`${northlight.url}/contact`);
  await expectInteractive(page);
  expect(beforeStyle).toEqual([]);
  expect(scripts).not.toEqual([]);
});

test('text typed before the scripts have loaded is sent once they have', async ({ context, northlight }) => {
  const forms = [
    { path: '/contact', fields: ['Name', 'Email', 'Subject', 'Message'], send: 'Send Message' },
    { path: '/company-access', fields: ['Enter Access Key'], send: 'Access Portal' },
    { path: '/solutions/chatbots', fields: ['Your email'], send: 'Purchase Now' },
  ];
  const textFor = (label: string) => (/email/i.test(label) ? 'early@bird.example' : 'WRITTEN EARLY');
  for (const { path, fields, send } of forms) {
    const page = await context.newPage();
    const release = await holdScripts(page);
    await page.goto(northlight.url + path, { waitUntil: 'commit' });
    const main = page.getByRole('main');
    for (const label of fields) await main.getByLabel(label, { exact: true }).fill(textFor(label));
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    release();
    await main.getByRole('button', { name: send }).click();
    const body = (await sent).postData() ?? '';
    for (const label of fields) expect(body, `${path}: ${label}`).toContain(textFor(label));
    await page.close();
  }
});

test('an unknown URL answers 404 with the not-found page, which links to the home page', async ({
  page,
  northlight,
}) => {
  const isLogged = (message: ConsoleMessage) => message.text() === '404: no page at /no-such-page';
  const logged = page.waitForEvent('console', isLogged);
  const answer = await page.goto(`${northlight.url}/no-such-page`);
  expect(answer?.status()).toBe(404);
  expect((await logged).type()).toBe('error');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /home/i }).first().click();
  await page.waitForURL(`${northlight.url}/`);
});

test('a page that throws shows the error and works again after a reload', async ({ browser, northlight }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage();
    await page.goto(`${northlight.url}/contact`);
    const script = `**${requireScriptPath('/testimonials')}`;
    await page.route(script, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export default function Broken() { throw new Error('The quotes are out of order') }",
      }),
    );
    // Before the scripts have loaded, a link would load a new document.
    await expectInteractive(page);
    // React renders the whole document again; removing the style sheet would show the page unstyled for a moment.
    const style = await page.$('head link[rel=stylesheet]');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Testimonials' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    expect(await style?.evaluate((link) => link.isConnected)).toBe(true);
    await expect(page.getByText('The quotes are out of order')).toBeVisible();
    await expectAccessible(page, 'the error page');
    await page.unroute(script);
    await page.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Testimonials');
  }
});

test('axe finds no violations on the home page, the access page and the error pages, in either theme', async ({
  browser,
  northlight,
}) => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  for (const path of ['/', '/company-access', '/company-portal/nonsense', '/no-such-page']) {
    await page.goto(northlight.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page, path);
  }
});
