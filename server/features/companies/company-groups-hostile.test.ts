import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../../contract/admin.ts';
import { adminCompanies } from '../../../contract/company/companies.ts';
import { companyGroups, groupLimits } from '../../../contract/company/company-groups.ts';
import { errorBody } from '../../../contract/errors.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { AdminStreamReader } from '../../testing/streams/admin-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let base: string;
let owner: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  owner = await anAdmin(t);
});
afterAll(() => t.close());

const setGroups = (companyId: string, groups: unknown, { cookie } = owner) =>
  send(t, apiPaths.companyGroups(companyId), { groups }, { cookie, method: 'PUT' });

async function readGroups(companyId: string, { cookie } = owner): Promise<string[] | undefined> {
  const answer = await t.app.inject({ url: apiPaths.companies, headers: { cookie } });
  return adminCompanies.parse(answer.json()).companies.find(({ id }) => id === companyId)?.groups;
}

test('the groups of a company are replaced, listed and in the audit log', async () => {
  const { company } = await aCompany(t.db, { name: 'Grouped Ltd' });
  expect(await readGroups(company.id)).toEqual([]);
  const answer = await setGroups(company.id, ['Retail ', 'Berlin\toffice', 'Ökologisch']);
  const groups = ['Retail', 'Berlin office', 'Ökologisch'];
  expect(companyGroups.parse(answer.json())).toEqual({ groups });
  expect(await readGroups(company.id)).toEqual(groups);
  const { entries } = auditLog.parse(
    (await t.app.inject({ url: apiPaths.auditLog, headers: { cookie: owner.cookie } })).json(),
  );
  expect(entries[0]).toMatchObject({
    actor: owner.email,
    action: 'company.groups-changed',
    object: 'Grouped Ltd: Retail, Berlin office, Ökologisch',
  });
  expect((await setGroups(company.id, [])).statusCode).toBe(200);
  expect(await readGroups(company.id)).toEqual([]);
});

test('as many and as long groups as allowed are stored', async () => {
  const { company } = await aCompany(t.db);
  const groups = Array.from({ length: groupLimits.perCompany }, (_, at) =>
    String(at).padEnd(groupLimits.name, 'x'),
  );
  expect((await setGroups(company.id, groups)).statusCode).toBe(200);
  expect(await readGroups(company.id)).toEqual(groups);
});

test.each([
  ['too many', Array.from({ length: groupLimits.perCompany + 1 }, (_, at) => `Group ${at}`), 'groups'],
  ['too long', ['x'.repeat(groupLimits.name + 1)], 'groups.0'],
  ['empty', ['Retail', ' '], 'groups.1'],
  ['control characters', ['Re\u0007tail'], 'groups.0'],
  ['invisible characters', ['Re\u202etail'], 'groups.0'],
  ['half a character', ['Re\ud800tail'], 'groups.0'],
  ['the same name', ['Retail', 'Berlin', 'RETAIL'], 'groups.2'],
  ['the same name in another form', ['Ｒetail', 'Retail'], 'groups.1'],
  ['no text', [7], 'groups.0'],
  ['no list', 'Retail', 'groups'],
])('groups with %s are rejected at their field and change nothing', async (_, groups, field) => {
  const { company } = await aCompany(t.db);
  await setGroups(company.id, ['Kept']);
  const answer = await setGroups(company.id, groups);
  expectError(answer, 400, 'invalid-request');
  expect(errorBody.parse(answer.json()).error.field).toBe(field);
  expect(await readGroups(company.id)).toEqual(['Kept']);
});

test('a manager sorts the own companies alone, and open pages of the team are notified', async () => {
  const { company: own } = await aCompany(t.db);
  const { company: others } = await aCompany(t.db);
  const manager = await aMember(t, owner, { role: 'manager', companies: [own.id] });
  const support = await aMember(t, owner, { role: 'support', companies: null });
  const reader = await AdminStreamReader.open(base, manager.cookie);
  await expect.poll(() => reader.changes).toContainEqual({ topics: ['companies'], isAll: true });
  expect((await setGroups(own.id, ['Mine'], manager)).statusCode).toBe(200);
  await expect.poll(() => reader.changes).toContainEqual({ topics: ['companies'], companyIds: [own.id] });
  reader.close();
  expectError(await setGroups(others.id, ['Mine'], manager), 404, 'company-not-found');
  expectError(await setGroups(own.id, ['Mine'], support), 403, 'missing-permission');
  expect(await readGroups(own.id, manager)).toEqual(['Mine']);
  expect(await readGroups(others.id)).toEqual([]);
});
