import { expect, test } from 'vitest';
import { setUpFixture } from './fixture.ts';
import { companyId } from './site.ts';

const fixture = setUpFixture();

test.each([
  ['', '/api/track-analytics'],
  ['/stats', '/stats/api/track-analytics'],
])('a script at "%s/t.js" sends its events to %s', async (path, endpoint) => {
  const { site, page } = fixture;
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  const snippet = `<script defer src="${site.northlight}${path}/t.js" data-company="${companyId}"></script>`;
  await page.goto(site.serve('/', snippet));
  await site.waitUntil(() => site.listEvents().length >= 2);
  expect(new URL((await sent).url()).pathname).toBe(endpoint);
  await site.waitUntilSent(page);
});
