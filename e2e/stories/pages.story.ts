import { pages } from '../../contract/pages.ts';
import { scriptOf } from '../page-scripts.ts';
import { expect, expectAccessible, expectInteractive, test } from './story.ts';

test('every page of the site answers, has its heading and title, and asks no other host', async ({
  page,
  northlight,
  watch,
}) => {
  watch(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(northlight.url)) foreign.push(request.url());
  });
  for (const { path } of pages) {
    // Pages of one company, seen by a stranger, are in the stories of access.
    if (path.includes(':')) continue;
    const answer = await page.goto(northlight.url + path);
    expect(answer?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page, path).toHaveTitle(/\S/);
  }
  expect(foreign).toEqual([]);
});

test('a page asks for its scripts only once its words can be seen', async ({ page, northlight }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  // Nothing is drawn before its style is known, and the browser asks for what the page names in the page's order.
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

test('what is written before the scripts are there is sent once they are', async ({
  context,
  northlight,
}) => {
  const forms = [
    { path: '/contact', fields: ['Name', 'Email', 'Subject', 'Message'], send: 'Send Message' },
    { path: '/company-access', fields: ['Enter Access Key'], send: 'Access Portal' },
    { path: '/solutions/chatbots', fields: ['Your email'], send: 'Purchase Now' },
  ];
  const wordsFor = (label: string) => (/email/i.test(label) ? 'early@bird.example' : 'WRITTEN EARLY');
  for (const { path, fields, send } of forms) {
    const page = await context.newPage();
    let bringScripts = () => {};
    const scriptsMayCome = new Promise<void>((resolve) => {
      bringScripts = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await scriptsMayCome;
      await route.continue();
    });
    await page.goto(northlight.url + path, { waitUntil: 'commit' });
    const main = page.getByRole('main');
    for (const label of fields) await main.getByLabel(label, { exact: true }).fill(wordsFor(label));
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    bringScripts();
    await main.getByRole('button', { name: send }).click();
    const body = (await sent).postData() ?? '';
    for (const label of fields) expect(body, `${path}: ${label}`).toContain(wordsFor(label));
    await page.close();
  }
});

test('an unknown address answers 404 with the not-found page and leads home', async ({
  page,
  northlight,
}) => {
  const answer = await page.goto(`${northlight.url}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /home/i }).first().click();
  await page.waitForURL(`${northlight.url}/`);
});

test('a page that fails says so and why, and comes back when it is loaded again', async ({
  browser,
  northlight,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage();
    await page.goto(`${northlight.url}/contact`);
    const script = `**${scriptOf('marketing/testimonials-screen.tsx')}`;
    await page.route(script, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export default function Broken() { throw new Error('The quotes are out of order') }",
      }),
    );
    // Before the scripts a link asks for a page of its own, which is another story.
    await expectInteractive(page);
    // The document is drawn anew: without its style for a moment, the page would flash bare.
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

test('axe finds nothing on the screens people work with, in either theme', async ({
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
