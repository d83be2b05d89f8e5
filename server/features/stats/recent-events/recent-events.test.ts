import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ViewerRight } from '../../../../contract/company/access-rights.ts';
import { recentEvents, recentEventsMax } from '../../../../contract/company/recent-events.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { aViewerWith } from '../../../testing/access/a-viewer-with.ts';
import {
  aCompany,
  anOrder,
  aPageview,
  aViewerCookie,
  publicOrigin,
  track,
} from '../../../testing/builders.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
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

test('under a fixed filter, recent events are those that the statistics count', async () => {
  const { company } = await aPortal();
  const visit = (sessionId: string, utmSource: string | undefined) => (path: string) => {
    const event = aPageview(company.id, { url: `https://shop.test${path}`, sessionId });
    return {
      ...event,
      metadata: { ...event.metadata, visitorId: sessionId, ...(utmSource && { utmSource }) },
    };
  };
  const fromPage = { origin: 'https://shop.test' };
  await track(t.app, visit('s1', 'letter')('/letter'), fromPage);
  // The source of a visit is that of its first page.
  await track(t.app, visit('s1', undefined)('/next'), fromPage);
  await track(t.app, visit('s2', undefined)('/other'), fromPage);
  const order = anOrder(company.id, 'A-1', 12.5);
  const metadata = { ...order.metadata, visitorId: 's1', sessionId: 's1', url: 'https://shop.test/thanks' };
  await track(t.app, { ...order, metadata }, fromPage);
  const readAs = async (rights: readonly ViewerRight[], filter: string) => {
    const cookie = await aViewerWith(t, company.id, { rights, filters: [filter] });
    const url = apiPaths.recentEvents(company.id);
    const answer = await repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));
    return recentEvents.strict().parse(answer.json()).events;
  };
  const ofVisit = await readAs(['dashboard', 'money'], 'utm-source:is:letter');
  expect(ofVisit.map(({ path }) => path).sort()).toEqual(['/letter', '/next', '/thanks']);
  expect(ofVisit.find(({ kind }) => kind === 'order')).toMatchObject({ amount: '12.50', currency: null });
  const ofPage = await readAs(['dashboard'], 'page:is:/letter');
  expect(ofPage.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
    'order /thanks',
    'page-view /letter',
  ]);
  expect(ofPage.find(({ kind }) => kind === 'order')).toMatchObject({ amount: null, currency: null });
  expect(await readAs(['dashboard'], 'utm-source:is:nothing')).toEqual([]);
});

test('without the right to see money, recent orders have no amount', async () => {
  const { company } = await aPortal();
  await track(t.app, anOrder(company.id, 'A-1', 12.5));
  const cookie = await aViewerWith(t, company.id, { rights: ['dashboard'] });
  const answer = await t.app.inject({ url: apiPaths.recentEvents(company.id), headers: { cookie } });
  expect(recentEvents.parse(answer.json()).events).toMatchObject([{ kind: 'order', amount: null }]);
});
