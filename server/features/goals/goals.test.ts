import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GoalInput, goalLimits } from '../../../contract/company/goals.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { deleteOrphanedData } from '../companies/orphaned-data.queries.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

const send = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', url: string, body?: object, cookie = admin.cookie) =>
  t.app.inject({
    method,
    url,
    headers: { origin: publicOrigin, cookie },
    ...(body ? { payload: body } : {}),
  });

const signUps: GoalInput = {
  ...{ name: 'Sign-ups', kind: 'event', target: 'sign-up', value: null, monthlyTarget: null },
};
const steps = [
  { kind: 'page', target: '/shop/*' },
  { kind: 'event', target: 'cart' },
];

test('an administrator defines, changes and deletes a goal, and viewers see it', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const viewer = await aViewerCookie(t.app, accessKey);
  const goals = apiPaths.goals(company.id);
  const list = async () => (await send('GET', goals, undefined, viewer)).json().goals;

  const created = await send('POST', goals, { ...signUps, value: '12.5' });
  expect(created.statusCode, created.body).toBe(201);
  const { id } = created.json();
  expect(await list()).toEqual([{ ...signUps, id, value: '12.50' }]);
  const page = { name: 'Thanks', kind: 'page', target: '/thanks*', value: null, monthlyTarget: 40 };
  expect((await send('PUT', apiPaths.goal(company.id, id), page)).json()).toEqual({ ...page, id });
  expect(await list()).toEqual([{ ...page, id }]);
  expect((await send('DELETE', apiPaths.goal(company.id, id))).statusCode).toBe(204);
  expect(await list()).toEqual([]);
  expectError(await send('DELETE', apiPaths.goal(company.id, id)), 404, 'not-found');

  const entries = await t.db.query<{ action: string; object: string }>(
    'SELECT action, object FROM audit_log WHERE object_id = $1 AND action LIKE $2 ORDER BY id',
    [company.id, 'goal.%'],
  );
  expect(entries.rows).toEqual([
    { action: 'goal.created', object: `Sign-ups (${company.name})` },
    {
      action: 'goal.changed',
      object: `Sign-ups to Thanks: event sign-up worth 12.50 to page /thanks*, 40 a month (${company.name})`,
    },
    { action: 'goal.deleted', object: `Thanks (${company.name})` },
  ]);
});

test('an administrator defines, changes and deletes a funnel', async () => {
  const { company } = await aCompany(t.db);
  const funnels = apiPaths.funnels(company.id);
  const { id } = (await send('POST', funnels, { name: 'Order', steps })).json();
  const changed = { name: 'Cart', steps: [...steps, { kind: 'page', target: '/thanks' }] };
  expect((await send('PUT', apiPaths.funnel(company.id, id), changed)).json()).toEqual({ ...changed, id });
  expect((await send('GET', funnels)).json()).toEqual({ funnels: [{ ...changed, id }] });
  expect((await send('DELETE', apiPaths.funnel(company.id, id))).statusCode).toBe(204);
  expect((await send('GET', funnels)).json()).toEqual({ funnels: [] });
});

test('viewers change nothing', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const viewer = await aViewerCookie(t.app, accessKey);
  expectError(await send('POST', apiPaths.goals(company.id), signUps, viewer), 401, 'not-signed-in');
  expectError(
    await send('POST', apiPaths.funnels(company.id), { name: 'Order', steps }, viewer),
    401,
    'not-signed-in',
  );
});

test('goals of one company cannot be reached through another', async () => {
  const ours = (await aCompany(t.db)).company.id;
  const theirs = (await aCompany(t.db)).company.id;
  const goal = (await send('POST', apiPaths.goals(theirs), signUps)).json().id;
  const funnel = (await send('POST', apiPaths.funnels(theirs), { name: 'Order', steps })).json().id;
  expectError(await send('PUT', apiPaths.goal(ours, goal), signUps), 404, 'not-found');
  expectError(await send('DELETE', apiPaths.goal(ours, goal)), 404, 'not-found');
  expectError(await send('DELETE', apiPaths.funnel(ours, funnel)), 404, 'not-found');
  expectError(await send('GET', `${apiPaths.statsFunnel(ours)}?funnel=${funnel}`), 404, 'not-found');
  expect((await send('GET', apiPaths.goals(theirs))).json().goals).toHaveLength(1);
});

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'a'.repeat(101) }],
  ['kind', { kind: 'order' }],
  ['target', { kind: 'page', target: 'thanks' }],
  ['target', { kind: 'page', target: `/${'*'.repeat(11)}` }],
  ['target', { target: 'a\u0000b' }],
  ['target', { target: 'a'.repeat(101) }],
  ['value', { value: '1.234' }],
  ['value', { value: '-1' }],
  ['value', { value: '1e9' }],
  ['monthlyTarget', { monthlyTarget: 0 }],
  ['monthlyTarget', { monthlyTarget: 1.5 }],
  ['monthlyTarget', { monthlyTarget: 1_000_000_001 }],
])('a goal with a wrong %s is refused: %j', async (field, wrong) => {
  const { company } = await aCompany(t.db);
  const answer = await send('POST', apiPaths.goals(company.id), { ...signUps, ...wrong });
  expectError(answer, 400, 'invalid-request');
  expect(answer.json().error.field).toBe(field);
});

test.each([
  ['steps', [steps[0]]],
  ['steps', Array.from({ length: 7 }, () => steps[0])],
  ['steps.1.target', [steps[0], { kind: 'page', target: 'cart' }]],
])('a funnel with wrong %s is refused', async (field, wrong) => {
  const { company } = await aCompany(t.db);
  const answer = await send('POST', apiPaths.funnels(company.id), { name: 'Order', steps: wrong });
  expectError(answer, 400, 'invalid-request');
  expect(answer.json().error.field).toBe(field);
});

test('names are unique within a company, whatever the case of their letters', async () => {
  const { company } = await aCompany(t.db);
  const { id } = (await send('POST', apiPaths.goals(company.id), signUps)).json();
  const again = await send('POST', apiPaths.goals(company.id), { ...signUps, name: 'sign-UPS' });
  expectError(again, 409, 'conflict');
  expect(again.json().error.field).toBe('name');
  // A goal may keep its own name, and another company may use it.
  expect((await send('PUT', apiPaths.goal(company.id, id), signUps)).statusCode).toBe(200);
  const other = (await aCompany(t.db)).company.id;
  expect((await send('POST', apiPaths.goals(other), signUps)).statusCode).toBe(201);
});

test('no more goals than the limit, also with requests at the same time', async () => {
  const { company } = await aCompany(t.db);
  const answers = [];
  for (let done = 0; done < goalLimits.goals + 5; done += 5) {
    const batch = Array.from({ length: 5 }, (_, index) =>
      send('POST', apiPaths.goals(company.id), { ...signUps, name: `Goal ${done + index}` }),
    );
    answers.push(...(await Promise.all(batch)));
  }
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(goalLimits.goals);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
});

test('the data of a deleted company includes its goals and funnels', async () => {
  const { company } = await aCompany(t.db);
  await send('POST', apiPaths.goals(company.id), signUps);
  await send('POST', apiPaths.funnels(company.id), { name: 'Order', steps });
  await deleteOrphanedData(t.db, company.id);
  for (const table of ['goals', 'funnels'])
    expect((await t.db.query(`SELECT 1 FROM ${table} WHERE company_id = $1`, [company.id])).rows).toEqual([]);
});
