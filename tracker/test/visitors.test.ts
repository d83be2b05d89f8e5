import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { trackingStubTag } from '../../contract/tracking-stub.ts';
import { setUpFixture, visit } from './fixture.ts';
import { acceptUntil, breakConnection, companyId, type Site } from './site.ts';

const fixture = setUpFixture();

const visitorIds = (site: Site) => [
  ...new Set(site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.visitorId))),
];
/** The entry in localStorage, as the id and the time it expires at. */
const readEntry = async (page: Page) => {
  const [id, expires] = await page.evaluate(() => (localStorage.getItem('siteStats') ?? '').split(','));
  return { id, expires: Number(expires) };
};
/** Hours before midnight, which is the end of the day until an answer has another. */
const afternoon = '2026-11-05T12:34:56';
const tag = (site: Site, attributes: string) =>
  `<script defer src="${site.northlight}/t.js" data-company="${companyId}" ${attributes}></script>`;

test('five pages in three tabs of a browser have one visitor id', async () => {
  const { site, page, context } = fixture;
  await visit(fixture, '/one');
  await visit(fixture, '/two');
  for (const paths of [['/three', '/four'], ['/five']]) {
    const tab = await context.newPage();
    for (const path of paths) {
      const before = site.listEvents().length;
      await tab.goto(site.serve(path, site.snippet));
      await site.waitUntil(() => site.listEvents().length >= before + 2);
    }
  }
  await page.evaluate(() => window.siteStats?.order({ orderId: 'A', amount: 1 }));
  await site.waitUntil(() => site.listEvents().includes('order /two'));
  expect(visitorIds(site)).toEqual([(await readEntry(page)).id]);
});

test('two browsers with the same address and user agent have two visitor ids', async () => {
  const { site, context } = fixture;
  await visit(fixture);
  const other = await context.browser()?.newContext();
  const page = await other?.newPage();
  await page?.goto(site.pages);
  await site.waitUntil(() => site.listEvents().length >= 4);
  await other?.close();
  expect(visitorIds(site)).toHaveLength(2);
});

test("a new visitor id expires at the browser's midnight until an answer arrives", async () => {
  const { site, page } = fixture;
  site.answerWith(breakConnection);
  await page.clock.setFixedTime(afternoon);
  await visit(fixture);
  const midnight = await page.evaluate(() => new Date().setHours(24, 0, 0, 0));
  expect((await readEntry(page)).expires).toBe(midnight);
});

test("the first answer moves the expiry to the end of the company's day, later ones do not", async () => {
  const { site, page } = fixture;
  await page.clock.setFixedTime(afternoon);
  site.answerWith(acceptUntil(7_200));
  await visit(fixture);
  const first = { id: visitorIds(site)[0], expires: Date.parse(afternoon) + 7_200_000 };
  await expect.poll(() => readEntry(page)).toEqual(first);

  site.answerWith(acceptUntil(86_000));
  await visit(fixture, '/second');
  await page.evaluate(() => history.pushState(null, '', '/third'));
  await site.waitUntil(() => site.listEvents().includes('pageview /third'));
  await site.waitUntilSent(page);
  expect(await readEntry(page)).toEqual(first);
});

test('a visitor who returns after the id has expired has a new id', async () => {
  const { site, page } = fixture;
  await page.clock.install({ time: afternoon });
  site.answerWith(acceptUntil(600));
  await visit(fixture);
  await expect
    .poll(async () => (await readEntry(page)).expires - Date.parse(afternoon))
    .toBeLessThan(660_000);
  await page.clock.fastForward('00:11:00');
  await page.evaluate(() => history.pushState(null, '', '/next-day'));
  await site.waitUntil(() => site.listEvents().includes('pageview /next-day'));
  const ids = visitorIds(site);
  expect(ids).toHaveLength(2);
  expect((await readEntry(page)).id).toBe(ids[1]);
});

test('zero seconds until the end of the day deletes the id, and the tab sends null from then on', async () => {
  const { site, page } = fixture;
  site.answerWith(acceptUntil(0));
  await visit(fixture);
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await page.evaluate(() => history.pushState(null, '', '/second'));
  await site.waitUntil(() => site.listEvents().includes('pageview /second'));
  await visit(fixture, '/third');
  const later = site.requests.flatMap(({ events }) => events).slice(2);
  expect(later.length).toBeGreaterThanOrEqual(3);
  for (const { metadata } of later) expect(metadata.visitorId).toBeNull();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('data-storage="off" uses no storage of the browser and sends null as visitor id', async () => {
  const { site, page } = fixture;
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new Error(`the script read ${name}`);
        },
      });
    }
  });
  const warned: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warned.push(message.text());
  });
  await page.goto(site.serve('/', tag(site, 'data-storage="off"')));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.evaluate(() => window.siteStats?.event?.('Sign-up'));
  await site.waitUntil(() => site.listEvents().length >= 3);
  expect(visitorIds(site)).toEqual([null]);
  expect(site.requests[0]?.raw[0]).toHaveProperty('metadata.visitorId', null);
  await site.waitUntilSent(page);
  expect(warned).toEqual([]);
});

test('data-storage="off" leaves nothing in the browser', async () => {
  const { site, page } = fixture;
  for (const path of ['/one', '/two']) {
    const before = site.listEvents().length;
    await page.goto(site.serve(path, tag(site, 'data-storage="off"')));
    await site.waitUntil(() => site.listEvents().length >= before + 2);
  }
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test.each(['{', 'null', ',', 'id', 'id,', 'id,soon', 'id,1'])(
  'the entry %j, which is not a current one, is replaced',
  async (left) => {
    const { site, page } = fixture;
    await page.goto(site.serve('/plain', ''));
    await page.evaluate((text) => localStorage.setItem('siteStats', text), left);
    await visit(fixture, '/page');
    const { id } = await readEntry(page);
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(visitorIds(site)).toEqual([id]);
  },
);

test('a page whose local storage is full is counted without a visitor id', async () => {
  const { site, page } = fixture;
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
      try {
        localStorage[`filler-${size}`] = 'x'.repeat(size);
      } catch {
        // Smaller pieces fill the rest.
      }
    }
  });
  await page.goto(site.serve('/', site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 2);
  expect(visitorIds(site)).toEqual([null]);
});

const askVisitor = (page: Page) => page.evaluate(() => window.siteStats?.visitor?.() ?? 'none');

test('siteStats.visitor gives the id that the events have, also before an answer arrived', async () => {
  const { site, page } = fixture;
  site.answerWith(breakConnection);
  await page.goto(site.serve('/checkout', site.snippet));
  const asked = await askVisitor(page);
  await site.waitUntil(() => site.listEvents().length >= 2);
  expect(visitorIds(site)).toEqual([asked]);
  expect(await askVisitor(page)).toBe(asked);
});

test('siteStats.visitor gives nothing with data-storage="off", under Global Privacy Control and in an excluded browser', async () => {
  const { site, page, context } = fixture;
  await page.goto(site.serve('/off', tag(site, 'data-storage="off"')));
  expect(await askVisitor(page)).toBe('none');
  await visit(fixture, '/');
  const other = await context.newPage();
  await other.goto(`${site.pages}/#stats-exclude`);
  expect(await askVisitor(other)).toBe('none');
  // Excluded in another tab.
  await expect.poll(() => askVisitor(page)).toBe('none');
  const privately = await context.newPage();
  await privately.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true });",
  );
  await privately.goto(site.pages);
  expect(await askVisitor(privately)).toBe('none');
});

test('a page with only the stub can ask for the visitor and gets nothing', async () => {
  const { site, page } = fixture;
  await page.goto(site.serve('/', trackingStubTag));
  expect(await askVisitor(page)).toBe('none');
});
