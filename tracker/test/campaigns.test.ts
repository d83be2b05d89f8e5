import { expect, test } from 'vitest';
import { clickIdKinds, screenClasses } from '../../contract/tracking.ts';
import { setUpFixture, visit } from './fixture.ts';
import { companyId, type Site } from './site.ts';

const fixture = setUpFixture();

const viewsOf = (site: Site) =>
  site.requests.flatMap(({ raw, events }) => raw.filter((_, i) => events[i]?.eventType === 'pageview'));
const metadataOf = (event: Record<string, unknown> | undefined): Record<string, unknown> =>
  typeof event?.metadata === 'object' && event.metadata !== null ? { ...event.metadata } : {};
async function land(query: string): Promise<Record<string, unknown>> {
  const { site, page } = fixture;
  const before = viewsOf(site).length;
  await page.goto(site.serve('/landing', site.snippet) + query);
  await site.waitUntil(() => viewsOf(site).length > before);
  return metadataOf(viewsOf(site)[before]);
}

test('the five campaign parameters are sent, the rest of the query is not', async () => {
  const { site } = fixture;
  const sent = await land(
    '?utm_source=news%20letter&utm_medium=email&utm_campaign=Fr%C3%BChling+26&utm_term=b&utm_content=c&utm_id=7&token=secret&UTM_SOURCE=x',
  );
  expect(sent).toMatchObject({
    url: `${site.pages}/landing`,
    utmSource: 'news letter',
    utmMedium: 'email',
    utmCampaign: 'Frühling 26',
    utmTerm: 'b',
    utmContent: 'c',
  });
  expect(JSON.stringify(site.requests[0]?.raw)).not.toMatch(/secret|utm_|utmId|"x"/);
});

test('a page without campaign parameters sends none', async () => {
  const sent = await land('?page=2&xgclid=1&gclida=2');
  expect(Object.keys(sent).filter((name) => /^(utm|click)/.test(name))).toEqual([]);
});

test.each(clickIdKinds)('of the click id %s only the kind is sent', async (kind) => {
  const { site } = fixture;
  expect(await land(`?a=b&${kind}=Cj0KCQ-secret&c=d`)).toMatchObject({ clickId: kind });
  expect(JSON.stringify(site.requests[0]?.raw)).not.toContain('secret');
});

test('very long and odd campaign parameters do not keep a page view from being accepted', async () => {
  const odd = '%00%0a\u{1f600}'.repeat(20);
  const sent = await land(`?utm_source=${odd}&utm_campaign=${'x'.repeat(3_000)}&utm_medium=%E0%A4%A`);
  expect(sent.utmSource).toBeTypeOf('string');
  const [view] = fixture.site.requests[0]?.events ?? [];
  if (view?.eventType !== 'pageview') throw new Error('no page view');
  expect(view.metadata.utmSource).not.toMatch(/\p{Cc}/u);
  expect(view.metadata.utmCampaign?.length).toBe(200);
});

test('the campaign belongs to the page it led to, not to the next path', async () => {
  const { site, page } = fixture;
  await land('?utm_source=news');
  await page.evaluate(() => window.siteStats?.event?.('Scrolled'));
  await site.waitUntil(() => site.listEvents().includes('event /landing'));
  await page.evaluate(() => history.pushState(null, '', '/next'));
  await site.waitUntil(() => viewsOf(site).length >= 2);
  expect(metadataOf(viewsOf(site)[1])).not.toHaveProperty('utmSource');
  const event = site.requests.flatMap(({ events }) => events).find(({ eventType }) => eventType === 'event');
  expect(event?.metadata).toMatchObject({ utmSource: 'news' });
});

test.each([
  [375, 'phone'],
  [576, 'tablet'],
  [991, 'tablet'],
  [992, 'laptop'],
  [1440, 'desktop'],
] as const)('a window of %i pixels is a %s', async (width, screenClass) => {
  const { site, page } = fixture;
  await page.setViewportSize({ width, height: 800 });
  await visit(fixture);
  expect(site.requests[0]?.raw[0]).toHaveProperty('metadata.screen', screenClasses.indexOf(screenClass));
  expect(site.requests[0]?.events[0]?.metadata).toMatchObject({ screen: screenClass });
});

test('an unusual language does not keep a page view from being accepted', async () => {
  const { page } = fixture;
  await page.addInitScript(
    "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en_US@posix' });",
  );
  await visit(fixture);
});

/** Clicks through a site with hash routing. */
async function followHashes(attributes: string): Promise<void> {
  const { site, page } = fixture;
  const snippet = `<script defer src="${site.northlight}/t.js" data-company="${companyId}" ${attributes}></script>`;
  await page.goto(`${site.serve('/app', snippet)}#/start?token=secret`);
  await site.waitUntil(() => site.listEvents().length >= 2);
  for (const hash of ['#/prices', '#/prices?sort=name', '#/prices', '#section', '#/']) {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }
  await page.evaluate(() => history.pushState(null, '', '/last'));
  await site.waitUntil(() => site.listEvents().includes('pageview /last'));
}

test('with data-hash a fragment that begins with #/ is a page', async () => {
  const { site } = fixture;
  await followHashes('data-hash');
  const paths = viewsOf(site).map((view) => metadataOf(view).hashPath);
  expect(paths).toEqual(['/start', '/prices', undefined, '/', undefined]);
  expect(JSON.stringify(site.requests.map(({ raw }) => raw))).not.toContain('secret');
});

test('without data-hash a fragment is never a page', async () => {
  const { site } = fixture;
  await followHashes('');
  expect(viewsOf(site).map((view) => metadataOf(view).hashPath)).toEqual([undefined, undefined]);
});
