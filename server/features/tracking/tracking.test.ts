import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCompany, anOrder, aPageview, aSession, track } from '../../testing/builders.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

describe('tracking', () => {
  test('a page view is stored before the answer', async () => {
    const { company } = await aCompany(t.db);
    const answer = await track(t.app, [
      aPageview(company.id, { sessionId: 's1' }),
      aSession(company.id, 's1'),
    ]);
    expect(answer.json()).toEqual({ accepted: 2 });
    const { rows } = await t.db.pool.query('SELECT * FROM company_totals WHERE company_id = $1', [
      company.id,
    ]);
    expect(rows).toMatchObject([{ page_views: 1, users: 1, orders: 0 }]);
  });
  test('orders', async () => {
    const { company } = await aCompany(t.db);
    const answer = await track(t.app, anOrder(company.id, 'A1', 19.99));
    expect(answer.json()).toEqual({ accepted: 1 });
    const again = await track(t.app, anOrder(company.id, 'A1', 19.99));
    expect(again.json()).toEqual({ accepted: 1 });
    const { rows } = await t.db.pool.query('SELECT * FROM company_totals WHERE company_id = $1', [
      company.id,
    ]);
    expect(rows).toMatchObject([{ page_views: 0, users: 0, orders: 1, revenue: '19.99' }]);
  });
});
