import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { trackingStubTag } from '../../contract/tracking-stub.ts';
import { readReleases, releasesFolder } from '../release.mjs';
import { setUpFixture, visit } from './fixture.ts';
import { companyId, openSite } from './site.ts';

const fixture = setUpFixture();

const warnings = () =>
  fixture.consoleMessages.filter((message) => message.type() === 'warning').map((message) => message.text());

test('a browser that opened #stats-exclude sends nothing until it opens #stats-include', async () => {
  const { site, page } = fixture;
  await page.goto(`${site.serve('/', site.snippet)}#stats-exclude`);
  await page.goto(site.serve('/next', trackingStubTag + site.snippet));
  await page.evaluate(() => {
    window.siteStats?.order({ orderId: 'A', amount: 1 });
    window.siteStats?.event?.('Sign-up');
    history.pushState(null, '', '/other');
  });
  await page.goto(site.serve('/third', site.snippet));
  await site.waitUntilSent(page);
  expect(site.requests).toEqual([]);
  expect(warnings()).toEqual(Array.from({ length: 3 }, () => 'site stats: excluded'));
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

  await page.goto(`${site.serve('/back', site.snippet)}#stats-include`);
  await site.waitUntil(() => site.listEvents().length >= 2);
  await visit(fixture, '/fourth');
  // An event whose answer the next page did not wait for is sent again with its id.
  expect([...new Set(site.listEvents())]).toEqual([
    'pageview /back',
    'session /back',
    'pageview /fourth',
    'session /fourth',
  ]);
  const ids = new Set(
    site.requests.flatMap(({ events }) => events.map(({ metadata }) => metadata.visitorId)),
  );
  expect([...ids]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
});

test('a browser that is excluded in one tab also stops in the others', async () => {
  const { site, page, context } = fixture;
  await visit(fixture);
  const other = await context.newPage();
  await other.goto(`${site.pages}/#stats-exclude`);
  // Tabs may run in separate processes, where a change of the storage arrives a moment later.
  const mark = () => page.evaluate(() => localStorage.getItem('siteStats'));
  await expect.poll(mark).toBe('#stats-exclude');
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await site.waitUntilSent(page);
  expect(site.listEvents()).toHaveLength(2);
});

test('other fragments do not exclude the browser', async () => {
  const { site, page } = fixture;
  await page.goto(`${site.serve('/', site.snippet)}#stats-excluded`);
  await site.waitUntil(() => site.listEvents().length >= 2);
});

test('the company and the switches may be in the address of the script', async () => {
  const { site, page } = fixture;
  const tag = `<script defer src="${site.northlight}/t.js?c=${companyId}&hash&storage=off"></script>`;
  await page.goto(`${site.serve('/', tag)}#/start`);
  await site.waitUntil(() => site.listEvents().length >= 2);
  const [view] = site.requests[0]?.raw ?? [];
  expect(view).toMatchObject({ companyId, metadata: { hashPath: '/start', visitorId: null } });
});

test('a tag manager that adds the script without attributes works', async () => {
  const { site, page } = fixture;
  const loader = `<script>
    const script = document.createElement('script');
    script.src = '${site.northlight}/t.js?c=${companyId}';
    document.head.append(script);
  </script>`;
  await page.goto(site.serve('/', loader));
  await site.waitUntil(() => site.listEvents().length >= 2);
});

test.each(Object.keys(readReleases()))('events of release %s match the contract', async (version) => {
  const site = await openSite(readFileSync(join(releasesFolder, `${version}.js`)));
  onTestFinished(site.close);
  const { page } = fixture;
  const global = Number.parseInt(version, 10) < 3 ? 'northlight' : 'siteStats';
  const stub = trackingStubTag.replaceAll('siteStats', global);
  const order = `<script>${global}.order({ orderId: 'A', amount: 12.5 })</script>`;
  await page.goto(site.serve('/', stub + order + site.snippet));
  await page.evaluate(`${global}.event?.('Later')`);
  await site.waitUntil(() => site.listEvents().length >= 3);
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await site.waitUntil(() => site.listEvents().includes('pageview /next'));
  expect(site.listEvents()).toEqual(
    expect.arrayContaining(['pageview /', 'session /', 'order /', 'pageview /next']),
  );
});
