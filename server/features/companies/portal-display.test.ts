import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../../contract/admin.ts';
import { adminCompanies, portalCompany } from '../../../contract/company/companies.ts';
import { type PortalDisplay, usualDisplay } from '../../../contract/company/portal-display.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, send } from '../../testing/accounts/accounts.ts';
import { aCompany, anOrder, aViewerCookie, publicOrigin, track } from '../../testing/builders.ts';
import { expectAccepted, expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  ({ cookie } = await anAdmin(t));
});
afterAll(() => t.close());

const chosen: PortalDisplay = {
  sections: ['sources', 'charts', 'goals'],
  figures: ['visits', 'bounce-rate'],
  firstLists: { sources: 'utm-campaign' },
  period: '7d',
  goalId: null,
};
const change = (companyId: string, body: object) => {
  const unchanged = { name: 'Test Shop', domain: 'shop.test', description: '', allowDuplicate: true };
  return send(t, apiPaths.company(companyId), { ...unchanged, ...body }, { method: 'PATCH', cookie });
};
async function showPortal(companyId: string, viewer = cookie) {
  const answer = await t.app.inject({ url: apiPaths.company(companyId), headers: { cookie: viewer } });
  return portalCompany.strict().parse(answer.json());
}
async function showAdmin(companyId: string) {
  const answer = await t.app.inject({ url: apiPaths.companies, headers: { cookie } });
  return adminCompanies.parse(answer.json()).companies.find(({ id }) => id === companyId);
}
async function createGoal(companyId: string): Promise<string> {
  const answer = await send(
    t,
    apiPaths.goals(companyId),
    { name: 'Sign-up', kind: 'event', target: 'signup' },
    { cookie },
  );
  expect(answer.statusCode, answer.body).toBe(201);
  return String(answer.json().id);
}

test('a portal shows the usual until an administrator chooses something else', async () => {
  const { company, accessKey } = await aCompany(t.db);
  const viewer = await aViewerCookie(t.app, accessKey);
  expect((await showPortal(company.id, viewer)).display).toEqual(usualDisplay);
  expect((await showAdmin(company.id))?.portalDisplay).toBeNull();

  expect((await change(company.id, { portalDisplay: chosen })).statusCode).toBe(200);
  expect((await showPortal(company.id, viewer)).display).toEqual(chosen);
  expect((await showAdmin(company.id))?.portalDisplay).toEqual(chosen);

  await change(company.id, {});
  expect((await showPortal(company.id)).display).toEqual(chosen);
  await change(company.id, { portalDisplay: null });
  expect((await showPortal(company.id)).display).toEqual(usualDisplay);
});

test('the goal must be one of the company, and its deletion leaves the rest of the display', async () => {
  const { company } = await aCompany(t.db);
  const { company: other } = await aCompany(t.db);
  const foreign = await change(company.id, {
    portalDisplay: { ...chosen, goalId: await createGoal(other.id) },
  });
  expectError(foreign, 400, 'invalid-request');
  expect(errorBody.parse(foreign.json()).error.field).toBe('portalDisplay.goalId');

  const goalId = await createGoal(company.id);
  expect((await change(company.id, { portalDisplay: { ...chosen, goalId } })).statusCode).toBe(200);
  expect((await showPortal(company.id)).display.goalId).toBe(goalId);
  const deleted = await t.app.inject({
    method: 'DELETE',
    url: apiPaths.goal(company.id, goalId),
    headers: { cookie, origin: publicOrigin },
  });
  expect(deleted.statusCode, deleted.body).toBe(204);
  expect((await showPortal(company.id)).display).toEqual(chosen);
});

test.each<[string, object]>([
  ['portalDisplay.sections', { sections: [] }],
  ['portalDisplay.sections', { sections: ['charts', 'charts'] }],
  ['portalDisplay.sections.0', { sections: ['secrets'] }],
  ['portalDisplay.figures', { figures: [] }],
  ['portalDisplay.figures.0', { figures: ['goal-conversions'] }],
  ['portalDisplay.figures', { figures: ['visits', 'events', 'orders', 'revenue', 'visitors'] }],
  ['portalDisplay.firstLists.pages', { firstLists: { pages: 'nothing' } }],
  ['portalDisplay.period', { period: '9d' }],
])('%s is rejected for %j', async (field, wrong) => {
  const { company } = await aCompany(t.db);
  const answer = await change(company.id, { portalDisplay: { ...chosen, ...wrong } });
  expectError(answer, 400, 'invalid-request');
  expect(errorBody.parse(answer.json()).error.field).toBe(field);
  expect((await showPortal(company.id)).display).toEqual(usualDisplay);
});

test('a stored display that this version cannot read is shown as the usual one', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query(`UPDATE companies SET portal_display = '{"sections": ["removed"]}' WHERE id = $1`, [
    company.id,
  ]);
  expect((await showPortal(company.id)).display).toEqual(usualDisplay);
  expect((await showAdmin(company.id))?.portalDisplay).toBeNull();
  expect((await change(company.id, { portalDisplay: chosen })).statusCode).toBe(200);
});

test('the audit log names what changed of the display', async () => {
  const { company } = await aCompany(t.db, { name: 'Displayed' });
  await change(company.id, { name: 'Displayed', portalDisplay: { ...usualDisplay, period: '7d' } });
  const answer = await t.app.inject({ url: apiPaths.auditLog, headers: { cookie } });
  expect(auditLog.parse(answer.json()).entries[0]?.object).toBe('Displayed: portal period 30d to 7d');
});

test('a company has a shop once it has an order or a connected shop system', async () => {
  const { company } = await aCompany(t.db);
  expect((await showPortal(company.id)).hasShop).toBe(false);
  expectAccepted(await track(t.app, anOrder(company.id, 'A-1', 20)), 1);
  expect((await showPortal(company.id)).hasShop).toBe(true);

  const { company: connected } = await aCompany(t.db);
  const connection = await t.app.inject({
    method: 'PUT',
    url: apiPaths.shopConnection(connected.id, 'stripe'),
    headers: { cookie, origin: publicOrigin },
    payload: { secret: null },
  });
  expect(connection.statusCode, connection.body).toBe(200);
  expect((await showPortal(connected.id)).hasShop).toBe(true);
});

test('demo data has a shop', async () => {
  const { company } = await aCompany(t.db);
  const answer = await send(t, apiPaths.simulateAnalytics, { companyId: company.id }, { cookie });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  expect((await showPortal(company.id)).hasShop).toBe(true);
});
