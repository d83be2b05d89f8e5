import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { trackingStubTag } from '../../contract/tracking-stub.ts';
import { compileFormerNames, compileTracker } from '../build.mjs';
import { releasesFolder } from '../release.mjs';
import { setUpFixture, visit } from './fixture.ts';
import { companyId } from './site.ts';

/** As the server answers where tracking codes of earlier releases are in use. */
const served = Buffer.concat([compileFormerNames(), Buffer.from('\n'), compileTracker()]);
const fixture = setUpFixture(served);

const formerScript = readFileSync(join(releasesFolder, '2.2.0.js'), 'utf8');
/** Until the returned function is called, `/t.js` is the last release with the former names. */
async function answerWithFormerScript(page: Page) {
  await page.context().route('**/t.js', (route) =>
    route.fulfill({
      body: formerScript,
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  return () => page.context().unroute('**/t.js');
}

const stubs = {
  '2.0.0':
    '<script>(function(n){n.order||(window.northlight=n={q:[],order(o){n.q?n.q.push(o):0}});n.event||(n.event=function(...e){n.q?n.q.push(e):0})})(window.northlight||{})</script>',
  '1.0.0':
    '<script>(window.northlight||{}).order||(window.northlight={q:[],order(o){this.q.push(o)}})</script>',
};
const warnings = () =>
  fixture.consoleMessages.filter((message) => message.type() === 'warning').map((message) => message.text());
const listReports = () =>
  fixture.site.requests
    .flatMap(({ events }) => events)
    .flatMap(({ eventType, metadata }) => {
      if (eventType === 'order') return [metadata.orderId];
      return eventType === 'event' ? [metadata.name] : [];
    })
    .toSorted();
const visitorIds = () => [
  ...new Set(fixture.site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.visitorId))),
];
const sessionIds = () => [
  ...new Set(fixture.site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.sessionId))),
];
const readStorage = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name);

test.each(Object.entries(stubs))(
  'what a page with the stub of %s reported before the script ran is sent, and later calls too',
  async (version, stub) => {
    const { site, page } = fixture;
    const early = `<script>
      northlight.order({ orderId: 'early', amount: 1 });
      ${version === '1.0.0' ? '' : "northlight.event('Early', { n: 1 });"}
      window.kept = northlight;
    </script>`;
    await page.goto(site.serve('/', stub + early + site.snippet));
    await site.waitUntil(() => listReports().includes('early'));
    await page.evaluate(() => {
      window.northlight?.order({ orderId: 'late', amount: 2 });
      window.northlight?.event?.('Late');
    });
    await site.waitUntil(() => listReports().includes('late') && listReports().includes('Late'));
    expect(listReports()).toEqual(
      version === '1.0.0' ? ['Late', 'early', 'late'] : ['Early', 'Late', 'early', 'late'],
    );
    expect(await page.evaluate('kept === siteStats && kept === northlight')).toBe(true);
    expect(await page.evaluate(() => window.northlight?.visitor?.())).toBe(visitorIds()[0]);
    expect(warnings()).toEqual([]);
  },
);

test('a page without a stub calls the script by its former name once it has run', async () => {
  const { site, page } = fixture;
  await visit(fixture);
  await page.evaluate(() => window.northlight?.order({ orderId: 'A', amount: 1 }));
  await site.waitUntil(() => listReports().includes('A'));
});

test.each([
  ['the former one first', (current: string, former: string) => former + current],
  ['the current one first', (current: string, former: string) => current + former],
])('a page with both stubs, %s, reports through one script', async (_, toBody) => {
  const { site, page } = fixture;
  const former = `${stubs['2.0.0']}<script>northlight.order({ orderId: 'former', amount: 1 }); northlight.event('Former'); window.kept = northlight;</script>`;
  const current = `${trackingStubTag}<script>siteStats.order({ orderId: 'current', amount: 1 }); siteStats.event('Current');</script>`;
  await page.goto(site.serve('/', toBody(current, former) + site.snippet));
  await site.waitUntil(() => listReports().length >= 4);
  expect(listReports()).toEqual(['Current', 'Former', 'current', 'former']);
  await page.evaluate("kept.order({ orderId: 'kept', amount: 1 }); siteStats.event('Later');");
  await site.waitUntil(() => listReports().length >= 6);
  expect(listReports()).toContain('kept');
  expect(await page.evaluate('kept.visitor() === siteStats.visitor()')).toBe(true);
});

test('a page counts once where a pinned release runs as well', async () => {
  const { site, page } = fixture;
  const answer = { body: formerScript, contentType: 'text/javascript' };
  await page.route('**/t-2.2.0.js', (route) => route.fulfill(answer));
  const pinned = site.snippet.replace('/t.js', '/t-2.2.0.js');
  const inline = `${trackingStubTag}<script>siteStats.order({ orderId: 'A', amount: 1 })</script>`;
  await page.goto(site.serve('/', pinned + inline + site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 3);
  await page.evaluate(() => window.siteStats?.order({ orderId: 'B', amount: 1 }));
  await site.waitUntil(() => listReports().includes('B'));
  await site.waitUntilSent(page);
  expect(site.listEvents().toSorted()).toEqual(['order /', 'order /', 'pageview /', 'session /']);
});

test('a visitor of the day of the upgrade keeps the id and the session of the tab', async () => {
  const { page } = fixture;
  const upgrade = await answerWithFormerScript(page);
  await visit(fixture, '/before');
  const before = await readStorage(page, 'northlight');
  await upgrade();
  await visit(fixture, '/after');
  expect(visitorIds()).toEqual([before?.split(',')[0]]);
  expect(sessionIds()).toHaveLength(1);
  expect(await readStorage(page, 'siteStats')).toBe(before);
});

test('what the last page could not send before the upgrade is sent after it, with the same id', async () => {
  const { site, page } = fixture;
  const upgrade = await answerWithFormerScript(page);
  site.answerWith((response) => {
    response.destroy();
  });
  await page.goto(site.serve('/', stubs['2.0.0'] + site.snippet));
  await site.waitUntil(() => site.requests.length > 0);
  const lost = site.requests[0]?.events.map(({ id }) => id) ?? [];
  await site.waitUntilSent(page);
  site.answerWith((response) => {
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
      .end(JSON.stringify({ accepted: 1, dayEndsInSeconds: 3_600 }));
  });
  await upgrade();
  await page.goto(site.serve('/next', site.snippet));
  await site.waitUntil(() => site.listEvents().includes('pageview /next'));
  const sent = site.requests.filter(({ events }) => events.some(({ id }) => lost.includes(id)));
  expect(sent.length).toBeGreaterThanOrEqual(2);
});

test('an id of an earlier day is not used again, and its entry is removed', async () => {
  const { site, page } = fixture;
  await page.goto(site.serve('/', ''));
  await page.evaluate(() => localStorage.setItem('northlight', 'an-earlier-id,1000'));
  await visit(fixture);
  expect(visitorIds()).not.toContain('an-earlier-id');
  expect(await readStorage(page, 'northlight')).toBeNull();
});

test('an id of today under the current name is kept', async () => {
  const { page } = fixture;
  await visit(fixture);
  const id = visitorIds()[0];
  await page.evaluate(() => localStorage.setItem('northlight', `of-a-pinned-release,${Date.now() + 9e6}`));
  await visit(fixture, '/next');
  expect(visitorIds()).toEqual([id]);
});

test('an excluded browser stays excluded until it opens the include address of either name', async () => {
  const { site, page } = fixture;
  for (const include of ['#northlight-include', '#stats-include']) {
    await page.goto(site.serve('/', ''));
    await page.evaluate(() => {
      localStorage.clear();
      localStorage.setItem('northlight', '#northlight-exclude');
    });
    const before = site.requests.length;
    await page.goto(site.serve('/page', site.snippet));
    await site.waitUntilSent(page);
    expect(site.requests).toHaveLength(before);
    expect(warnings().at(-1)).toBe('site stats: excluded');
    await page.goto(`${site.serve('/back', site.snippet)}${include}`);
    await site.waitUntil(() => site.requests.length > before);
    expect(await readStorage(page, 'northlight')).toBeNull();
  }
});

test('opening #northlight-exclude excludes the browser for the script and for pinned releases', async () => {
  const { site, page } = fixture;
  await page.goto(`${site.serve('/', site.snippet)}#northlight-exclude`);
  await site.waitUntilSent(page);
  expect(site.requests).toEqual([]);
  expect(warnings()).toEqual(['site stats: excluded']);
  expect(await readStorage(page, 'siteStats')).toBe('#stats-exclude');
  expect(await readStorage(page, 'northlight')).toBe('#northlight-exclude');
});

test.each([
  ['data-storage="off"', 'data-storage="off"', ''],
  ['storage=off in the address of the script', '', '?storage=off'],
])('with %s no storage is read or written', async (_, attribute, query) => {
  const { site, page } = fixture;
  await page.goto(site.serve('/', ''));
  const former = `former-id,${Date.now() + 9e6}`;
  await page.evaluate((entry) => localStorage.setItem('northlight', entry), former);
  const tag = `<script defer src="${site.northlight}/t.js${query}" data-company="${companyId}" ${attribute}></script>`;
  await page.goto(site.serve('/page', tag));
  await site.waitUntil(() => site.listEvents().length >= 2);
  expect(visitorIds()).toEqual([null]);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ northlight: former });
});

test('under Global Privacy Control nothing is moved, and calls by the former name do not throw', async () => {
  const { site, page } = fixture;
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true });",
  );
  await page.goto(site.serve('/', ''));
  await page.evaluate(() => localStorage.setItem('northlight', '#northlight-exclude'));
  await page.goto(site.serve('/page', stubs['2.0.0'] + site.snippet));
  await page.evaluate(() => window.northlight?.order({ orderId: 'A', amount: 1 }));
  await site.waitUntilSent(page);
  expect(site.requests).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['northlight']);
});

test('a page that denies storage, or froze the former name, is counted', async () => {
  const { site, page } = fixture;
  const hostile = `<script>
    Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });
    Object.defineProperty(window, 'northlight', { value: Object.freeze({}) });
  </script>`;
  await page.goto(site.serve('/', hostile + site.snippet));
  await site.waitUntil(() => site.listEvents().length >= 2);
  expect(warnings()).toEqual([]);
});
