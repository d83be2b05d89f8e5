import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchUnpatchedBrowser } from './browsers.ts';
import { setUpFixture, visit } from './fixture.ts';
import { accept, openSite, reject, type Site } from './site.ts';

const fixture = setUpFixture();

const sessionIds = (site: Site) => [
  ...new Set(site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.sessionId))),
];

/**
 * Visits a page, whose clock is then stopped a minute later, so that only the test moves it, however slow the machine
 * is. The page has sent a third event: the session event that was due.
 */
async function visitWithStoppedClock(): Promise<void> {
  const { site, page } = fixture;
  const start = Date.now();
  await page.clock.install({ time: start });
  await visit(fixture);
  await page.clock.pauseAt(start + 60_000);
  await site.waitUntil(() => site.listEvents().length >= 3);
}

test('a visible page sends a session event every thirty seconds', async () => {
  const { site, page } = fixture;
  await visitWithStoppedClock();
  for (let heartbeats = 1; heartbeats <= 3; heartbeats += 1) {
    await page.clock.runFor(30_000);
    await site.waitUntil(() => site.listEvents().length >= 3 + heartbeats);
  }
  await page.clock.runFor(15_000);
  await site.waitUntilSent(page);
  expect(site.listEvents().slice(3)).toEqual(['session /', 'session /', 'session /']);
});

test('a page that was suspended sends one session event, not all that it missed', async () => {
  const { site, page } = fixture;
  await visitWithStoppedClock();
  await page.clock.fastForward('02:00:00');
  await site.waitUntil(() => site.listEvents().length >= 4);
  await page.clock.runFor(15_000);
  await site.waitUntilSent(page);
  expect(site.listEvents()).toHaveLength(4);
  await page.clock.runFor(15_000);
  await site.waitUntil(() => site.listEvents().length >= 5);
});

test('pages of one tab share a session', async () => {
  await visit(fixture, '/one');
  await visit(fixture, '/two');
  await fixture.page.reload();
  await fixture.site.waitUntil(() => fixture.site.listEvents().length >= 6);
  expect(sessionIds(fixture.site)).toHaveLength(1);
});

test('two tabs are two sessions', async () => {
  const { site, context } = fixture;
  await visit(fixture);
  const other = await context.newPage();
  await other.goto(site.pages);
  await site.waitUntil(() => site.listEvents().length >= 4);
  expect(sessionIds(site)).toHaveLength(2);
});

test('a tab opened by a page has a separate session and keeps it', async () => {
  const { site, page, context } = fixture;
  await visit(fixture, '/opener');
  const url = site.serve('/opened', site.snippet);
  const opening = context.waitForEvent('page');
  await page.evaluate((target) => void window.open(target), url);
  const opened = await opening;
  await site.waitUntil(() => site.listEvents().length >= 4);
  expect(sessionIds(site)).toHaveLength(2);

  // Neither a redirect nor a reload in the new tab starts a third session.
  await opened.evaluate((target) => location.replace(target), site.serve('/redirected', site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 6);
  await opened.reload();
  await site.waitUntil(() => site.listEvents().length >= 8);
  expect(sessionIds(site)).toHaveLength(2);
});

test('a page without access to storage sends events in a session that ends with the page', async () => {
  const { site, page } = fixture;
  const showError = '<script>try { sessionStorage } catch (error) { document.title = error.name }</script>';
  const policy = { 'content-security-policy': 'sandbox allow-scripts' };
  await page.goto(site.serve('/sandboxed', site.snippet + showError, policy));
  await site.waitUntil(() => site.listEvents().length >= 2);
  expect(await page.title()).toBe('SecurityError');
  expect(site.listEvents()).toEqual(['pageview /sandboxed', 'session /sandboxed']);
  expect(sessionIds(site)).toHaveLength(1);
});

test("invalid data under the script's storage key starts a new session", async () => {
  const { site, page } = fixture;
  for (const [visits, left] of ['{', '[]', 'null', '{"a":1}', '["id",false,7]'].entries()) {
    await page.goto(site.serve('/plain', ''));
    await page.evaluate((text) => sessionStorage.setItem('siteStats', text), left);
    await visit(fixture, '/page');
    expect(sessionIds(site)).toHaveLength(visits + 1);
  }
});

describe('tabs that are hidden', () => {
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

  /** A page with a fake clock, and another tab to hide it. */
  async function openTwo(site: Site): Promise<{ page: Page; cover: Page; start: number }> {
    const cover = await context.newPage();
    const page = await context.newPage();
    const start = Date.now();
    await page.clock.install({ time: start });
    await page.goto(site.serve('/', site.snippet));
    await site.waitUntil(() => site.listEvents().length >= 2);
    return { page, cover, start };
  }

  const waitForVisibility = (page: Page, to: DocumentVisibilityState) =>
    page.waitForFunction((state) => document.visibilityState === state, to, { polling: 20 });

  test('a hidden page sends nothing, and sends a session event when shown again after thirty seconds', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    const { page, cover } = await openTwo(site);
    await cover.bringToFront();
    await waitForVisibility(page, 'hidden');
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

  test('a page hidden for a moment keeps its heartbeat interval', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    const { page, cover, start } = await openTwo(site);
    // Only the test moves the clock from here on, however slow the machine is. The page sends what is due then.
    await page.clock.pauseAt(start + 60_000);
    await site.waitUntil(() => site.listEvents().length >= 3);
    for (let times = 0; times < 3; times += 1) {
      await cover.bringToFront();
      await waitForVisibility(page, 'hidden');
      await page.clock.runFor(2_000);
      await page.bringToFront();
      await waitForVisibility(page, 'visible');
      await page.clock.runFor(2_000);
    }
    await site.waitUntilSent(page);
    expect(site.listEvents()).toHaveLength(3);
    await page.clock.runFor(18_000);
    await site.waitUntil(() => site.listEvents().length >= 4);
    await site.waitUntilSent(page);
    expect(site.listEvents()).toHaveLength(4);
    await Promise.all([page.close(), cover.close()]);
  });

  test('queued events are retried when the page is shown again', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    site.answerWith(reject(500));
    const { page, cover } = await openTwo(site);
    await site.waitUntilSent(page);
    await cover.bringToFront();
    await waitForVisibility(page, 'hidden');
    site.answerWith(accept);
    // After the first backoff and before the next heartbeat.
    await page.clock.runFor(12_000);
    await page.bringToFront();
    await site.waitUntil(() => site.requests.length >= 2);
    expect(site.requests[1]?.raw.slice(0, 2)).toEqual(site.requests[0]?.raw);
    await Promise.all([page.close(), cover.close()]);
  });
});
