import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { reportLimits } from '../../../../contract/reports/reports.ts';
import { aPerson } from '../../../testing/accesses.ts';
import { anAdmin, anEmail, send, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { aPlainRecipient, aRecipient } from '../../../testing/reports/reporting-company.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

test('recipients that have unsubscribed leave room for others', async () => {
  const { company } = await aCompany(t.db);
  await t.db.query(
    `INSERT INTO report_recipients (company_id, id, name, email, locale, sees_money, is_weekly, is_monthly, created_at,
       created_by)
     SELECT $1, gen_random_uuid(), 'Mia', n || '@people.test', 'en-GB', true, true, true, now(), ''
     FROM generate_series(1, $2::integer) n`,
    [company.id, reportLimits.recipients],
  );
  const add = () => send(t, apiPaths.reportRecipients(company.id), aPlainRecipient(), admin);
  expectError(await add(), 409, 'conflict');
  await t.db.query(
    `UPDATE report_recipients SET unsubscribed_at = now() WHERE company_id = $1 AND email = '1@people.test'`,
    [company.id],
  );
  expect((await add()).statusCode).toBe(201);
  expectError(await add(), 409, 'conflict');
});

test('an access that got another address leaves the one before to others, and one that ended is named', async () => {
  const { company } = await aCompany(t.db);
  const [before, after] = [anEmail(), anEmail()];
  const { access } = await aPerson(t, admin.cookie, company.id, { email: before, rights: ['dashboard'] });
  const { name: _n, email: _e, ...rest } = aPlainRecipient();
  await aRecipient(t, admin, company.id, { ...rest, accessId: access.id });
  const changeAccess = (body: object, method: 'PATCH' | 'DELETE') =>
    send(t, apiPaths.access(company.id, access.id), body, { ...admin, method });
  expect((await changeAccess({ email: after }, 'PATCH')).statusCode).toBe(200);
  const add = (email: string) =>
    send(t, apiPaths.reportRecipients(company.id), aPlainRecipient({ email }), admin);
  expect((await add(before)).statusCode).toBe(201);
  expect((await add(after)).json().error.message).toContain('gets the reports of this company already');
  await changeAccess({}, 'DELETE');
  await t.db.query(`DELETE FROM report_recipients WHERE company_id = $1 AND access_id IS NULL`, [company.id]);
  expect((await add(before)).json().error.message).toContain('whose access gets no reports any more');
});
