import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowserWithRealFocus } from './browsers.ts';
import { setUpFixture, visit } from './fixture.ts';
import { accept, openSite, rejectWith, type Site } from './site.ts';

const fixture = setUpFixture();

const sessionIds = (site: Site) => [
  ...new Set(site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.sessionId))),
];

test('a visible page sends a session event every thirty seconds', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture);
  for (let beats = 1; beats <= 3; beats += 1) {
    await page.clock.runFor(30_000);
    await site.until(() => site.seen().length >= 2 + beats);
  }
  await page.clock.runFor(15_000);
  await site.settled(page);
  expect(site.seen().slice(2)).toEqual(['session /', 'session /', 'session /']);
});

test('a page that was suspended sends one session event, not all it missed', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture);
  await page.clock.fastForward('02:00:00');
  await site.until(() => site.seen().length >= 3);
  await page.clock.runFor(15_000);
  await site.settled(page);
  expect(site.seen()).toHaveLength(3);
  await page.clock.runFor(15_000);
  await site.until(() => site.seen().length >= 4);
});

test('a session continues from page to page of a tab', async () => {
  await visit(fixture, '/one');
  await visit(fixture, '/two');
  await fixture.page.reload();
  await fixture.site.until(() => fixture.site.seen().length >= 6);
  expect(sessionIds(fixture.site)).toHaveLength(1);
});

test('two tabs are two sessions', async () => {
  const { site, context } = fixture;
  await visit(fixture);
  const other = await context.newPage();
  await other.goto(site.pages);
  await site.until(() => site.seen().length >= 4);
  expect(sessionIds(site)).toHaveLength(2);
});

test('a tab that the page opened has its own session, and keeps it after navigations', async () => {
  const { site, page, context } = fixture;
  await visit(fixture, '/opener');
  const url = site.serve('/opened', site.snippet);
  const opening = context.waitForEvent('page');
  await page.evaluate((target) => void window.open(target), url);
  const opened = await opening;
  await site.until(() => site.seen().length >= 4);
  expect(sessionIds(site)).toHaveLength(2);

  // Neither a redirect nor a reload of the new tab's first page starts a third session.
  await opened.evaluate((target) => location.replace(target), site.serve('/redirected', site.snippet));
  await site.until(() => site.seen().length >= 6);
  await opened.reload();
  await site.until(() => site.seen().length >= 8);
  expect(sessionIds(site)).toHaveLength(2);
});

test('a page with denied storage is counted, in a session that ends with it', async () => {
  const { site, page } = fixture;
  const showError = '<script>try { sessionStorage } catch (error) { document.title = error.name }</script>';
  const policy = { 'content-security-policy': 'sandbox allow-scripts' };
  await page.goto(site.serve('/sandboxed', site.snippet + showError, policy));
  await site.until(() => site.seen().length >= 2);
  expect(await page.title()).toBe('SecurityError');
  expect(site.seen()).toEqual(['pageview /sandboxed', 'session /sandboxed']);
  expect(sessionIds(site)).toHaveLength(1);
});

test('invalid data under our name in the storage causes no error', async () => {
  const { site, page } = fixture;
  for (const [visits, left] of ['{', '[]', 'null', '{"a":1}', '["id",false,7]'].entries()) {
    await page.goto(site.serve('/plain', ''));
    await page.evaluate((text) => sessionStorage.setItem('northlight', text), left);
    await visit(fixture, '/page');
    expect(sessionIds(site)).toHaveLength(visits + 1);
  }
});

describe('tabs that really are hidden', () => {
  let context: BrowserContext;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const { browser, stop: stopIt } = await launchBrowserWithRealFocus();
    stop = stopIt;
    const [first] = browser.contexts();
    if (!first) throw new Error('no context');
    context = first;
  });
  afterAll(() => stop());

  /** A page with a controlled clock, and another one in front of it. */
  async function openTwo(site: Site): Promise<{ page: Page; cover: Page }> {
    const cover = await context.newPage();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(site.serve('/', site.snippet));
    await site.until(() => site.seen().length >= 2);
    return { page, cover };
  }

  const turned = (page: Page, to: DocumentVisibilityState) =>
    page.waitForFunction((state) => document.visibilityState === state, to, { polling: 20 });

  test('a hidden page sends nothing, and sends a heartbeat at once when it is visible again after thirty seconds', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    const { page, cover } = await openTwo(site);
    await cover.bringToFront();
    await turned(page, 'hidden');
    await page.clock.runFor(95_000);
    await site.settled(page);
    expect(site.seen()).toHaveLength(2);

    await page.bringToFront();
    await site.until(() => site.seen().length >= 3);
    await page.clock.runFor(30_000);
    await site.until(() => site.seen().length >= 4);
    await site.settled(page);
    expect(site.seen().slice(2)).toEqual(['session /', 'session /']);
    await Promise.all([page.close(), cover.close()]);
  });

  test('a page hidden for a short time keeps its interval', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    const { page, cover } = await openTwo(site);
    for (let times = 0; times < 3; times += 1) {
      await cover.bringToFront();
      await turned(page, 'hidden');
      await page.clock.runFor(2_000);
      await page.bringToFront();
      await turned(page, 'visible');
      await page.clock.runFor(2_000);
    }
    await site.settled(page);
    expect(site.seen()).toHaveLength(2);
    await page.clock.runFor(18_000);
    await site.until(() => site.seen().length >= 3);
    await site.settled(page);
    expect(site.seen()).toHaveLength(3);
    await Promise.all([page.close(), cover.close()]);
  });

  test('queued events are retried when the page is visible again', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    site.respondWith(rejectWith(500));
    const { page, cover } = await openTwo(site);
    await site.settled(page);
    await cover.bringToFront();
    await turned(page, 'hidden');
    site.respondWith(accept);
    // After the first pause, and before the next heartbeat.
    await page.clock.runFor(12_000);
    await page.bringToFront();
    await site.until(() => site.requests.length >= 2);
    expect(site.requests[1]?.raw).toEqual(site.requests[0]?.raw);
    await Promise.all([page.close(), cover.close()]);
  });
});
