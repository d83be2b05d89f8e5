import { afterAll, beforeAll, expect, test } from 'vitest';
import { recentEvents, recentEventsMax } from '../../../../contract/company/recent-events.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  aCompany,
  anOrder,
  aPageview,
  aViewerCookie,
  publicOrigin,
  track,
} from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

async function aPortal() {
  const { company, accessKey } = await aCompany(t.db, { currency: 'EUR' });
  const headers = { cookie: await aViewerCookie(t.app, accessKey), origin: publicOrigin };
  return {
    company,
    read: async () => {
      const answer = await t.app.inject({ url: apiPaths.recentEvents(company.id), headers });
      expect(answer.statusCode).toBe(200);
      return { text: answer.body, ...recentEvents.strict().parse(answer.json()) };
    },
  };
}

test('a company without events has no recent ones', async () => {
  const { read } = await aPortal();
  expect((await read()).events).toEqual([]);
});

test('page views and orders are listed, newest first, without anything that identifies a person', async () => {
  const { company, read } = await aPortal();
  await track(t.app, aPageview(company.id, { url: 'https://shop.test/lamps?mail=jo@example.com' }));
  await track(t.app, anOrder(company.id, 'secret-order-1', 12.5));
  const { events, text } = await read();
  expect(events.map(({ kind }) => kind).sort()).toEqual(['order', 'page-view']);
  expect(events.find(({ kind }) => kind === 'page-view')).toMatchObject({ path: '/lamps', amount: null });
  expect(events.find(({ kind }) => kind === 'order')).toMatchObject({ amount: '12.50' });
  const stored = await t.db.query<{ visitor_id: string | null; tab_id: string | null; id: string }>(
    'SELECT visitor_id::text, tab_id::text, id FROM events WHERE company_id = $1',
    [company.id],
  );
  const secrets = stored.rows.flatMap((row) => [row.id, row.visitor_id, row.tab_id]);
  for (const secret of [...secrets, 'secret-order-1', 'jo@example.com'])
    if (secret !== null) expect(text).not.toContain(secret);
});

test('at most the newest events are listed', async () => {
  const { company, read } = await aPortal();
  for (let index = 0; index < recentEventsMax + 3; index += 1)
    await track(t.app, aPageview(company.id, { url: `https://shop.test/page-${index}` }));
  const { events } = await read();
  expect(events).toHaveLength(recentEventsMax);
  expect(events.map(({ path }) => path)).toContain(`/page-${recentEventsMax + 2}`);
  expect(events.map(({ path }) => path)).not.toContain('/page-0');
});

test('recent events of a company are not shown to viewers of another one', async () => {
  const { company } = await aPortal();
  const { accessKey } = await aCompany(t.db);
  const headers = { cookie: await aViewerCookie(t.app, accessKey), origin: publicOrigin };
  const answer = await t.app.inject({ url: apiPaths.recentEvents(company.id), headers });
  expectError(answer, 404, 'company-not-found');
});
