import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { trackingStubTag } from '../../contract/tracking-stub.ts';
import { setUpFixture } from './fixture.ts';
import { companyId } from './site.ts';

const fixture = setUpFixture();

const warnings = () =>
  fixture.consoleMessages.filter((message) => message.type() === 'warning').map((message) => message.text());

const insert = (attributes: string) => `<script>
  const script = document.createElement('script');
  script.src = '/t.js';
  ${attributes}
  document.head.append(script);
</script>`;

/** Ways to include the script. `/t.js` is replaced by its address. */
const tags = [
  ['as a module', `<script type="module" src="/t.js" data-company="${companyId}"></script>`],
  ['as an async module', `<script type="module" async src="/t.js" data-company="${companyId}"></script>`],
  ['without defer', `<script src="/t.js" data-company="${companyId}"></script>`],
  ['async', `<script async src="/t.js" data-company="${companyId}"></script>`],
  ['inserted by a script', insert(`script.dataset.company = '${companyId}';`)],
  ['inserted as a module', insert(`script.type = 'module'; script.dataset.company = '${companyId}';`)],
  ['inserted by a tag manager that drops attributes', insert(`script.src += '?c=${companyId}';`)],
] as const;

test.each(tags)('a script that is included %s counts, and sends an order from before', async (_, tag) => {
  const { site, page } = fixture;
  const order = `<script>siteStats.order({ orderId: 'A', amount: 1 })</script>`;
  const body = trackingStubTag + order + tag.replace('/t.js', `${site.northlight}/t.js`);
  await page.goto(site.serve('/', body));
  await site.waitUntil(() => site.listEvents().length >= 3);
  expect(site.listEvents().toSorted()).toEqual(['order /', 'pageview /', 'session /']);
  expect(site.requests[0]?.raw).toEqual([expect.objectContaining({ companyId })]);
  expect(warnings()).toEqual([]);
});

test('a module that finds no tag logs one warning and sends nothing', async () => {
  const { site, page } = fixture;
  const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
  await page.goto(site.serve('/', `<script type="module">import '${site.northlight}/t.js';</script>`));
  await warned;
  expect(warnings()).toEqual(['site stats: bad data-company']);
  await page.evaluate(() => window.siteStats?.order({ orderId: 'A', amount: 1 }));
  await site.waitUntilSent(page);
  expect(site.requests).toEqual([]);
});

test('a page that is opened as a file logs one sentence about what to do, and sends nothing', async () => {
  const { site, page } = fixture;
  const folder = mkdtempSync(join(tmpdir(), 'northlight-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'index.html');
  writeFileSync(file, `<!doctype html><title>file</title>${trackingStubTag}${site.snippet}`);
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(() => {
    window.siteStats?.order({ orderId: 'A', amount: 1 });
    window.siteStats?.event?.('Later');
  });
  await site.waitUntilSent(page);
  expect(warnings()).toEqual(['site stats: open the page through a web server']);
  expect(site.requests).toEqual([]);
});

test('ids are not made of Math.random', async () => {
  const { site, page } = fixture;
  await page.addInitScript('Math.random = () => 0.5; Date.now = () => 1700000000000;');
  const ids = new Set<string>();
  for (const path of ['/1', '/2', '/3']) {
    const seen = site.requests.length;
    await page.goto(site.serve(path, site.snippet));
    await site.waitUntil(() => site.requests.length > seen);
    await page.evaluate(() => localStorage.clear());
    for (const { id } of site.requests.slice(seen).flatMap(({ events }) => events)) ids.add(id.slice(-17));
  }
  // The contract has checked that each is a UUID of version 7.
  expect(ids.size).toBeGreaterThanOrEqual(6);
  for (const id of ids) expect(id).toMatch(/^9\d{3}-\d{12}$/);
});
