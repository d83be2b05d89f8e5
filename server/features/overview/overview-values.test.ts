import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OverviewValues, overviewValues } from '../../../contract/company/overview.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import {
  aLoadedEvent,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../testing/stats/stats-fixture.ts';

let fixture: StatsFixture;
let owner: TestAccount;
let euroId: string;
let yenId: string;
const google = { source: 'Google', channel: 'Organic Search', country: 'DE' };

beforeAll(async () => {
  fixture = await openStatsFixture();
  owner = await anAdmin(fixture.t);
  euroId = (await aCompany(fixture.t.db, { timeZone: 'Europe/Berlin', currency: 'EUR' })).company.id;
  yenId = (await aCompany(fixture.t.db, { timeZone: 'Europe/Berlin', currency: 'JPY' })).company.id;
  await fixture.load(euroId, [
    aLoadedEvent(1, inBerlin(24, '10:00'), google),
    aLoadedEvent(1, inBerlin(24, '10:01'), { ...google, kind: 'order', order_id: 'E-1', amount: '0.10' }),
    aLoadedEvent(2, inBerlin(24, '11:00'), { source: 'Bing', channel: 'Organic Search', country: 'DE' }),
  ]);
  await fixture.load(yenId, [
    aLoadedEvent(1, inBerlin(24, '10:00'), google),
    aLoadedEvent(1, inBerlin(24, '10:01'), {
      ...google,
      ...{ kind: 'order', order_id: 'Y-1', amount: '2500', currency: 'JPY' },
    }),
  ]);
  const groups = `UPDATE companies SET groups = '{Retail}' WHERE id = ANY($1::uuid[])`;
  await fixture.t.db.query(groups, [[fixture.companyId, euroId]]);
});
afterAll(() => fixture.close());

type Query = Record<string, string>;

async function ask(query: Query, cookie = owner.cookie): Promise<OverviewValues> {
  const search = new URLSearchParams({ from: '2026-10-24', to: '2026-10-25', ...query });
  const request = { url: `${apiPaths.overviewValues}?${search}`, headers: { cookie } };
  for (;;) {
    const answer = await repeatWhileBusy(() => fixture.t.app.inject(request));
    expect(answer.statusCode, answer.body).toBe(200);
    const found = overviewValues.strict().parse(answer.json());
    if (found.isComplete) return found;
  }
}

test('values are summed over companies, amounts only within a currency', async () => {
  const { rows, companies } = await ask({ dimension: 'source' });
  expect(companies).toBe(3);
  const list = await fixture.breakDown({ dimension: 'source', metrics: 'visitors,revenue' });
  const ofFixture = list.rows.find(({ value }) => value === 'Google')?.metrics.visitors ?? Number.NaN;
  expect(rows.find(({ value }) => value === 'Google')).toEqual({
    value: 'Google',
    visitors: ofFixture + 2,
    companies: 3,
    currencies: [
      { currency: 'EUR', visitors: ofFixture + 1, orders: 1, revenue: 0.1, companies: 2 },
      { currency: 'JPY', visitors: 1, orders: 1, revenue: 2500, companies: 1 },
    ],
  });
  const visitors = rows.map((row) => row.visitors);
  expect(visitors).toEqual(visitors.toSorted((a, b) => b - a));
});

test('a group limits the companies, whatever the case of its name', async () => {
  const { rows, companies } = await ask({ dimension: 'country', group: 'RETAIL' });
  expect(companies).toBe(2);
  expect(rows.flatMap(({ currencies }) => currencies.map(({ currency }) => currency))).not.toContain('JPY');
  expect(await ask({ dimension: 'country', group: 'No such group' })).toMatchObject({
    rows: [],
    companies: 0,
  });
});

test('campaigns are listed, and a manager gets the own companies alone', async () => {
  const manager = await aMember(fixture.t, owner, { role: 'manager', companies: [yenId] });
  const { rows, companies } = await ask({ dimension: 'utm-campaign' }, manager.cookie);
  expect(companies).toBe(1);
  expect(rows).toMatchObject([{ visitors: 1, companies: 1 }]);
});

test('demo data is in no sum', async () => {
  const { company } = await aCompany(fixture.t.db);
  await send(fixture.t, apiPaths.simulateAnalytics, { companyId: company.id }, owner);
  expect((await ask({ dimension: 'source' })).companies).toBe(3);
});

test.each(['page', 'city', ''])('the dimension “%s” is refused', async (dimension) => {
  const url = `${apiPaths.overviewValues}?dimension=${dimension}`;
  const answer = await fixture.t.app.inject({ url, headers: { cookie: owner.cookie } });
  expectError(answer, 400, 'invalid-request');
});
