import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchUnpatchedBrowser } from './browsers.ts';
import { setUpFixture, visit } from './fixture.ts';
import { accept, openSite, reject, type Site } from './site.ts';

const stage = setUpFixture();

const sessionIds = (site: Site) => [
  ...new Set(site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.sessionId))),
];

test('a visible page sends a session event every thirty seconds', async () => {
  const { site, page } = stage;
  await page.clock.install();
  await visit(stage);
  for (let beats = 1; beats <= 3; beats += 1) {
    await page.clock.runFor(30_000);
    await site.waitUntil(() => site.listEvents().length >= 2 + beats);
  }
  await page.clock.runFor(15_000);
  await site.waitUntilSent(page);
  expect(site.listEvents().slice(2)).toEqual(['session /', 'session /', 'session /']);
});

test('a page that slept sends one session event, not all it missed', async () => {
  const { site, page } = stage;
  await page.clock.install();
  await visit(stage);
  await page.clock.fastForward('02:00:00');
  await site.waitUntil(() => site.listEvents().length >= 3);
  await page.clock.runFor(15_000);
  await site.waitUntilSent(page);
  expect(site.listEvents()).toHaveLength(3);
  await page.clock.runFor(15_000);
  await site.waitUntil(() => site.listEvents().length >= 4);
});

test('the session goes on from page to page of a tab', async () => {
  await visit(stage, '/one');
  await visit(stage, '/two');
  await stage.page.reload();
  await stage.site.waitUntil(() => stage.site.listEvents().length >= 6);
  expect(sessionIds(stage.site)).toHaveLength(1);
});

test('two tabs are two sessions', async () => {
  const { site, context } = stage;
  await visit(stage);
  const other = await context.newPage();
  await other.goto(site.pages);
  await site.waitUntil(() => site.listEvents().length >= 4);
  expect(sessionIds(site)).toHaveLength(2);
});

test('a tab that the page opened is a session of its own, and keeps it when it moves on', async () => {
  const { site, page, context } = stage;
  await visit(stage, '/opener');
  const url = site.serve('/opened', site.snippet);
  const opening = context.waitForEvent('page');
  await page.evaluate((target) => void window.open(target), url);
  const opened = await opening;
  await site.waitUntil(() => site.listEvents().length >= 4);
  expect(sessionIds(site)).toHaveLength(2);

  // Neither a redirect nor a reload in the new tab's very first place makes a third.
  await opened.evaluate((target) => location.replace(target), site.serve('/redirected', site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 6);
  await opened.reload();
  await site.waitUntil(() => site.listEvents().length >= 8);
  expect(sessionIds(site)).toHaveLength(2);
});

test('a page that may not store anything is counted, in a session that ends with it', async () => {
  const { site, page } = stage;
  const showError = '<script>try { sessionStorage } catch (error) { document.title = error.name }</script>';
  const policy = { 'content-security-policy': 'sandbox allow-scripts' };
  await page.goto(site.serve('/sandboxed', site.snippet + showError, policy));
  await site.waitUntil(() => site.listEvents().length >= 2);
  expect(await page.title()).toBe('SecurityError');
  expect(site.listEvents()).toEqual(['pageview /sandboxed', 'session /sandboxed']);
  expect(sessionIds(site)).toHaveLength(1);
});

test('what a page has left in the storage under our name does no harm', async () => {
  const { site, page } = stage;
  for (const [visits, left] of ['{', '[]', 'null', '{"a":1}', '["id",false,7]'].entries()) {
    await page.goto(site.serve('/plain', ''));
    await page.evaluate((text) => sessionStorage.setItem('northlight', text), left);
    await visit(stage, '/page');
    expect(sessionIds(site)).toHaveLength(visits + 1);
  }
});

describe('tabs that really are hidden', () => {
  let context: BrowserContext;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const { browser, stop: stopIt } = await launchUnpatchedBrowser();
    stop = stopIt;
    const [first] = browser.contexts();
    if (!first) throw new Error('no context');
    context = first;
  });
  afterAll(() => stop());

  /** A page with a clock of ours, and one that covers it. */
  async function openTwo(site: Site): Promise<{ page: Page; cover: Page }> {
    const cover = await context.newPage();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(site.serve('/', site.snippet));
    await site.waitUntil(() => site.listEvents().length >= 2);
    return { page, cover };
  }

  const turned = (page: Page, to: DocumentVisibilityState) =>
    page.waitForFunction((state) => document.visibilityState === state, to, { polling: 20 });

  test('a hidden page is silent, and speaks at once when it is seen again after thirty seconds', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    const { page, cover } = await openTwo(site);
    await cover.bringToFront();
    await turned(page, 'hidden');
    await page.clock.runFor(95_000);
    await site.waitUntilSent(page);
    expect(site.listEvents()).toHaveLength(2);

    await page.bringToFront();
    await site.waitUntil(() => site.listEvents().length >= 3);
    await page.clock.runFor(30_000);
    await site.waitUntil(() => site.listEvents().length >= 4);
    await site.waitUntilSent(page);
    expect(site.listEvents().slice(2)).toEqual(['session /', 'session /']);
    await Promise.all([page.close(), cover.close()]);
  });

  test('a page hidden for a moment keeps its rhythm', async () => {
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
    await site.waitUntilSent(page);
    expect(site.listEvents()).toHaveLength(2);
    await page.clock.runFor(18_000);
    await site.waitUntil(() => site.listEvents().length >= 3);
    await site.waitUntilSent(page);
    expect(site.listEvents()).toHaveLength(3);
    await Promise.all([page.close(), cover.close()]);
  });

  test('what waits is tried again when the page is seen again', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    site.answerWith(reject(500));
    const { page, cover } = await openTwo(site);
    await site.waitUntilSent(page);
    await cover.bringToFront();
    await turned(page, 'hidden');
    site.answerWith(accept);
    // Beyond the first pause, and before a heartbeat is due.
    await page.clock.runFor(12_000);
    await page.bringToFront();
    await site.waitUntil(() => site.requests.length >= 2);
    expect(site.requests[1]?.raw).toEqual(site.requests[0]?.raw);
    await Promise.all([page.close(), cover.close()]);
  });
});
