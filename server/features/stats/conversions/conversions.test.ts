import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { statsFunnel, statsGoals } from '../../../../contract/stats/conversion-answers.ts';
import { aCompany, aViewerCookie } from '../../../testing/builders.ts';
import { repeatWhileBusy } from '../../../testing/requests/repeat-while-busy.ts';
import {
  aLoadedEvent,
  days,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../../testing/stats/stats-fixture.ts';
import { insertFunnel } from '../../goals/funnels.queries.ts';
import { insertGoal } from '../../goals/goals.queries.ts';

let fixture: StatsFixture;
beforeAll(async () => {
  fixture = await openStatsFixture();
});
afterAll(() => fixture.close());

async function get(path: string, query: Record<string, string>) {
  const url = `${path}?${new URLSearchParams({ ...days, ...query })}`;
  const headers = { cookie: fixture.cookie };
  const answer = await repeatWhileBusy(() => fixture.t.app.inject({ url, headers }));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const countGoals = async (query: Record<string, string> = {}) =>
  statsGoals.parse(await get(apiPaths.statsGoals(fixture.companyId), query));

test('a company without goals has as many visits in the answer about goals as in its summary', async () => {
  const { metrics } = await fixture.summarize({ metrics: 'visits', compare: 'previous' });
  const { visits, goals } = await countGoals({ compare: 'previous' });
  expect(goals).toEqual([]);
  expect(visits).toEqual(metrics.visits);
  expect(visits.value).toBe(6);
  expect((await countGoals({ filter: 'source:is:Google' })).visits.value).toBe(2);
  expect((await countGoals({ filter: 'page:is:/pricing' })).visits.value).toBe(2);
});

test('the rate of a goal is the metric of a question about that goal', async () => {
  const id = randomUUID();
  const goal = { company_id: fixture.companyId, id, name: id, created_at: new Date() };
  await insertGoal(fixture.t.db, { ...goal, kind: 'page', target: '/Blog/one', value: '12.50' });
  const query = { compare: 'previous' };
  const { metrics } = await fixture.summarize({
    ...{ ...query, goal: 'page:/Blog/one', metrics: 'goal-conversions,goal-conversion-rate' },
  });
  const { goals } = await countGoals(query);
  expect(goals[0]).toMatchObject({
    conversions: metrics['goal-conversions'],
    rate: metrics['goal-conversion-rate'],
    totalValue: { value: '12.50', compared: '0.00' },
  });
  expect(goals[0]?.rate).toEqual({ value: 16.67, compared: null });
});

test.each([
  ['JPY', '25.00', '25'],
  ['JPY', '12.50', '12.5'],
  ['KWD', '12.50', '12.500'],
] as const)('conversions worth %s %s are %s in total', async (currency, value, total) => {
  const { t } = fixture;
  const { company, accessKey } = await aCompany(t.db, { currency, timeZone: 'Europe/Berlin' });
  const id = randomUUID();
  const goal = { company_id: company.id, id, name: id, created_at: new Date() };
  await insertGoal(t.db, { ...goal, kind: 'page', target: '/', value });
  await fixture.load(company.id, [aLoadedEvent(1, inBerlin(24, '10:00'))]);
  const url = `${apiPaths.statsGoals(company.id)}?${new URLSearchParams(days)}`;
  const headers = { cookie: await aViewerCookie(t.app, accessKey) };
  const answer = await repeatWhileBusy(() => t.app.inject({ url, headers }));
  expect(statsGoals.parse(answer.json()).goals[0]?.totalValue.value).toBe(total);
});

test('two page views of one millisecond are not two steps of a funnel, a page view and an event are', async () => {
  const at = inBerlin(25, '20:00');
  const later = new Date(at.getTime() + 1);
  await fixture.load(fixture.companyId, [
    // Which of the two was first is not known.
    aLoadedEvent(71, at, { path: '/basket' }),
    aLoadedEvent(71, at, { path: '/paid' }),
    aLoadedEvent(72, at, { path: '/basket' }),
    aLoadedEvent(72, later, { path: '/paid' }),
    aLoadedEvent(73, at, { path: '/basket' }),
    aLoadedEvent(73, at, { path: '/basket', kind: 'event', event_name: 'paid' }),
  ]);
  const count = async (steps: { kind: 'page' | 'event'; target: string }[]) => {
    const id = randomUUID();
    await insertFunnel(fixture.t.db, { company_id: fixture.companyId, id, name: id, steps });
    const answer = statsFunnel.parse(await get(apiPaths.statsFunnel(fixture.companyId), { funnel: id }));
    return answer.steps.map(({ visits }) => visits);
  };
  const basket = { kind: 'page', target: '/basket' } as const;
  expect(await count([basket, { kind: 'page', target: '/paid' }])).toEqual([3, 1]);
  expect(await count([basket, { kind: 'event', target: 'paid' }])).toEqual([3, 1]);
});
