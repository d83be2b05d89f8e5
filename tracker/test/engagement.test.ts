import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchUnpatchedBrowser } from './browsers.ts';
import { goBack, setUpFixture, visit } from './fixture.ts';
import { accept, breakConnection, openSite, type Site } from './site.ts';

const fixture = setUpFixture();

/** The clock is fake and keeps running, so a measured time may be some seconds longer. */
const slackMs = 60_000;
const minutes = (count: number) => count * 60_000;
const push = (path: string) => fixture.page.evaluate((to) => history.pushState(null, '', to), path);
/** Moves the mouse, as a visitor who uses the page. */
const use = async (page: Page) => {
  await page.mouse.move(Math.random() * 500, Math.random() * 500);
  await page.mouse.move(Math.random() * 500, Math.random() * 500);
};
const expectAbout = (engagedMs: number | undefined, expected: number) => {
  expect(engagedMs).toBeGreaterThanOrEqual(expected);
  expect(engagedMs).toBeLessThan(expected + slackMs);
};

test('leaving a page reports how long it was in use', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture, '/read');
  await page.clock.fastForward('02:00');
  await page.goto(site.serve('/elsewhere', ''));
  await site.waitUntil(() => site.listEngagement().length >= 1);
  const [engagement] = site.listEngagement();
  expect(engagement).toMatchObject({ path: '/read', isLeaving: true });
  expectAbout(engagement?.engagedMs, minutes(2));
});

test('a page that is left at once reports that it is left', async () => {
  const { site, page } = fixture;
  await visit(fixture, '/read');
  await page.close({ runBeforeUnload: true });
  await site.waitUntil(() => site.listEngagement().length >= 1);
  expect(site.listEngagement()).toEqual([{ path: '/read', engagedMs: expect.any(Number), isLeaving: true }]);
  expect(site.requests.at(-1)?.raw[0]).toHaveProperty('metadata.sessionId', expect.any(String));
});

test('a change of the path reports the time on the old path, before the page view', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture, '/read');
  await page.clock.fastForward('02:00');
  await push('/next');
  await site.waitUntil(() => site.listEvents().includes('pageview /next'));
  const [engagement] = site.listEngagement();
  expect(engagement).toMatchObject({ path: '/read', isLeaving: false });
  expectAbout(engagement?.engagedMs, minutes(2));
  const request = site.requests.find(({ events }) =>
    events.some(({ eventType }) => eventType === 'engagement'),
  );
  const inOrder = request?.events
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ eventType }) => eventType);
  expect(inOrder?.indexOf('engagement')).toBeLessThan(inOrder?.indexOf('pageview') ?? -1);
});

test('less than a second is not reported for a changed path, but added to the next report', async () => {
  const { site, page } = fixture;
  await page.clock.install({ time: Date.now() });
  await visit(fixture, '/read');
  await page.clock.pauseAt(Date.now() + 60_000);
  await push('/one');
  await page.clock.runFor(900);
  await push('/two');
  await page.clock.runFor(900);
  await push('/three');
  await site.waitUntil(() => site.listEvents().includes('pageview /three'));
  expect(site.listEngagement().map(({ path, engagedMs }) => [path, path === '/read' || engagedMs])).toEqual([
    ['/read', true],
    ['/two', 1_800],
  ]);
});

test('a visible page without input counts for three minutes after the last input', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture, '/forgotten');
  await page.clock.fastForward('02:00');
  await use(page);
  await page.clock.fastForward('08:00:00');
  await push('/next');
  await site.waitUntil(() => site.listEngagement().length >= 1);
  expectAbout(site.listEngagement()[0]?.engagedMs, minutes(5));
});

test.each(['scroll', 'keydown', 'pointermove', 'click'])('a %s is use', async (name) => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture, '/used');
  for (let times = 0; times < 3; times += 1) {
    await page.clock.fastForward('02:30');
    await page.evaluate((kind) => document.body.dispatchEvent(new Event(kind)), name);
  }
  await push('/next');
  await site.waitUntil(() => site.listEngagement().length >= 1);
  expectAbout(site.listEngagement()[0]?.engagedMs, minutes(7.5));
});

test('a reader who stays six minutes without input is reported as present all the time', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture, '/long-read');
  for (let heartbeats = 1; heartbeats <= 12; heartbeats += 1) {
    await page.clock.runFor(30_000);
    await site.waitUntil(() => site.listEvents().length >= 2 + heartbeats);
  }
  expect(site.listEngagement()).toEqual([]);
});

test('a restored page is present again, and reports its time again', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture, '/first');
  await visit(fixture, '/second');
  await site.waitUntil(() => site.listEngagement().length >= 1);
  await goBack(page);
  await site.waitUntil(() => site.listEvents().length >= 6);
  await site.waitUntil(() => site.listEngagement().length >= 2);
  await page.clock.fastForward('02:00');
  await page.goto(site.serve('/elsewhere', ''));
  await site.waitUntil(() => site.listEngagement().length >= 3);
  const reports = site.listEngagement();
  expect(reports.map(({ path, isLeaving }) => [path, isLeaving])).toEqual([
    ['/first', true],
    ['/second', true],
    ['/first', true],
  ]);
  expectAbout(reports[2]?.engagedMs, minutes(2));
});

test('during an outage the next page repeats the leaving report, without saying that the tab leaves', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.answerWith(breakConnection);
  await visit(fixture, '/first');
  await page.clock.fastForward('02:00');
  await page.goto(site.serve('/plain', ''));
  await site.waitUntil(() => site.listEngagement().length >= 1);
  site.answerWith(accept);
  await visit(fixture, '/second');
  await site.waitUntil(() => site.listEngagement().length >= 2);
  const [first, repeated] = site.listEngagement();
  expect(first).toMatchObject({ path: '/first', isLeaving: true });
  expect(repeated).toEqual({ ...first, isLeaving: false });
  const ids = site.requests
    .flatMap(({ events }) => events)
    .filter(({ eventType }) => eventType === 'engagement')
    .map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
});

test('the next page does not repeat the leaving report if no request has failed', async () => {
  const { site, page } = fixture;
  await visit(fixture, '/first');
  await visit(fixture, '/second');
  await visit(fixture, '/third');
  await site.waitUntilSent(page);
  expect(site.listEngagement().map(({ path, isLeaving }) => [path, isLeaving])).toEqual([
    ['/first', true],
    ['/second', true],
  ]);
});

test('a leaving report that failed is repeated by the restored page without saying that the tab leaves', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  await visit(fixture, '/first');
  await page.clock.fastForward('02:00');
  site.answerWith(breakConnection);
  await page.goto(site.serve('/plain', ''));
  await site.waitUntil(() => site.listEngagement().length >= 1);
  site.answerWith(accept);
  await goBack(page);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await site.waitUntil(() => site.listEngagement().length >= 2);
  expect(site.listEngagement().map(({ isLeaving }) => isLeaving)).toEqual([true, false]);
});

test('a frame of the same site reports no engagement', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.serve('/framed', site.snippet);
  await page.goto(site.serve('/', `${site.snippet}<iframe src="/framed"></iframe>`));
  await site.waitUntil(() => site.listEvents().length >= 2);
  await page.clock.fastForward('02:00');
  await page.goto(site.serve('/elsewhere', ''));
  await site.waitUntil(() => site.listEngagement().length >= 1);
  await site.waitUntilSent(page);
  expect(site.listEngagement().map(({ path }) => path)).toEqual(['/']);
});

describe('a tab behind another one', () => {
  let stop: () => Promise<void>;
  let openTabs: (site: Site) => Promise<{ page: Page; cover: Page }>;

  beforeAll(async () => {
    const launched = await launchUnpatchedBrowser();
    stop = launched.stop;
    openTabs = async (site) => {
      const [context] = launched.browser.contexts();
      if (!context) throw new Error('no context');
      const cover = await context.newPage();
      const page = await context.newPage();
      await page.clock.install();
      await page.goto(site.serve('/tab', site.snippet));
      await site.waitUntil(() => site.listEvents().length >= 2);
      return { page, cover };
    };
  });
  afterAll(() => stop());

  const waitForVisibility = (page: Page, to: DocumentVisibilityState) =>
    page.waitForFunction((state) => document.visibilityState === state, to, { polling: 20 });

  test('reports its time when it is hidden, and none while it is hidden', async () => {
    const site = await openSite();
    onTestFinished(site.close);
    const { page, cover } = await openTabs(site);
    await page.clock.fastForward('02:00');
    await cover.bringToFront();
    await waitForVisibility(page, 'hidden');
    await site.waitUntil(() => site.listEngagement().length >= 1);
    await page.clock.fastForward('01:00:00');
    await page.bringToFront();
    await waitForVisibility(page, 'visible');
    await page.clock.fastForward('01:00');
    await page.goto('about:blank');
    await site.waitUntil(() => site.listEngagement().some(({ isLeaving }) => isLeaving));
    const reports = site.listEngagement();
    expect(reports[0]).toMatchObject({ path: '/tab', isLeaving: false });
    expectAbout(reports[0]?.engagedMs, minutes(2));
    const rest = reports.slice(1).reduce((sum, { engagedMs }) => sum + engagedMs, 0);
    expectAbout(rest, minutes(1));
    await Promise.all([page.close(), cover.close()]);
  });
});
