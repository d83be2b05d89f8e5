import { expect, onTestFinished, test } from 'vitest';
import { trackingStubTag } from '../../contract/tracking-stub.ts';
import { setUpFixture } from './fixture.ts';
import { openSite } from './site.ts';

const fixture = setUpFixture();

const order = `${trackingStubTag}<script>siteStats.order({ orderId: 'A-17', amount: 5 })</script>`;

test('a page in a frame of the same site sends no page views and no session events', async () => {
  const { site, page } = fixture;
  await page.clock.install();
  site.serve('/framed', site.snippet);
  await page.goto(site.serve('/', `${site.snippet}<iframe src="/framed"></iframe>`));
  await site.waitUntil(() => site.listEvents().length >= 2);
  const frame = page.frame({ url: `${site.pages}/framed` });
  await frame?.evaluate(() => history.pushState(null, '', '/framed/next'));
  await page.clock.runFor(30_000);
  await site.waitUntil(() => site.listEvents().length >= 3);
  await site.waitUntilSent(page);
  expect(site.listEvents()).toEqual(['pageview /', 'session /', 'session /']);
});

test('a page in a nested frame of the same site sends no page views', async () => {
  const { site, page } = fixture;
  site.serve('/inner', site.snippet + order);
  site.serve('/outer', '<iframe src="/inner"></iframe>');
  await page.goto(site.serve('/', '<iframe src="/outer"></iframe>'));
  await site.waitUntil(() => site.listEvents().length >= 1);
  await site.waitUntilSent(page);
  expect(site.listEvents()).toEqual(['order /inner']);
});

test('an order reported in a frame of the same site belongs to the session of its tab', async () => {
  const { site, page } = fixture;
  site.serve('/payment', site.snippet + order);
  await page.goto(site.serve('/checkout', `${site.snippet}<iframe src="/payment"></iframe>`));
  await site.waitUntil(() => site.listEvents().length >= 3);
  expect(site.listEvents().toSorted()).toEqual(['order /payment', 'pageview /checkout', 'session /checkout']);
  const ids = site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.sessionId));
  expect(new Set(ids).size).toBe(1);
});

test('removing a frame does not change the session of its tab', async () => {
  const { site, page } = fixture;
  site.serve('/framed', site.snippet + order);
  await page.goto(site.serve('/', `${site.snippet}<iframe src="/framed"></iframe>`));
  await site.waitUntil(() => site.listEvents().length >= 3);
  await site.waitUntilSent(page);
  const entry = () => page.evaluate(() => sessionStorage.getItem('siteStats'));
  const before = await entry();
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  expect(await entry()).toBe(before);
});

test('a page in a frame of another site sends events', async () => {
  const { site, page } = fixture;
  const other = await openSite();
  onTestFinished(other.close);
  const url = site.serve('/framed', site.snippet);
  await page.goto(other.serve('/', `<iframe src="${url}"></iframe>`));
  await site.waitUntil(() => site.listEvents().length >= 2);
  expect(site.listEvents()).toEqual(['pageview /framed', 'session /framed']);
});
