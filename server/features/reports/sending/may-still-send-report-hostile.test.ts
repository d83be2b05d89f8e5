import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { aPerson } from '../../../testing/accesses.ts';
import { anEmail, send, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { aReleasedReport, openReportHarness } from '../../../testing/reports/report-harness.ts';
import { aPlainRecipient, aRecipient } from '../../../testing/reports/reporting-company.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { makeReport } from './make-report.ts';

let t: TestApp;
let admin: TestAccount;
let harness: Awaited<ReturnType<typeof openReportHarness>>;
beforeAll(async () => {
  harness = await openReportHarness();
  ({ t, admin } = harness);
});
afterAll(() => harness.close());

interface Waiting {
  companyId: string;
  accessId: string;
  recipientId: string;
}

/** A report whose mail was queued, and whose mail server accepts nothing until an administrator retries. */
async function aWaitingMail() {
  const { company } = await aCompany(t.db);
  const email = anEmail();
  const { access } = await aPerson(t, admin.cookie, company.id, {
    ...{ email, rights: ['dashboard', 'money'], filters: ['country:is:DE'] },
  });
  const { name: _n, email: _e, ...rest } = aPlainRecipient();
  const { id: recipientId } = await aRecipient(t, admin, company.id, { ...rest, accessId: access.id });
  const { mailer } = harness.deps.mails;
  const queue: typeof mailer.queue = async (tx, mail) => {
    await mailer.queue(tx, mail);
    await tx.query(`UPDATE mails SET state = 'failed' WHERE id = $1`, [mail.id]);
  };
  const mails = { ...harness.deps.mails, mailer: { ...mailer, queue } };
  const reportId = await aReleasedReport(t.db, company.id);
  await makeReport({ ...harness.deps, mails }, reportId);
  const { rows } = await t.db.query<{ id: string; mail_id: string }>(
    'SELECT id, mail_id FROM report_deliveries WHERE report_id = $1',
    [reportId],
  );
  const [delivery] = rows;
  if (!delivery) throw new Error('no mail was queued');
  const waiting: Waiting = { companyId: company.id, accessId: access.id, recipientId };
  return { waiting, deliveryId: delivery.id, mailId: delivery.mail_id };
}

const retry = (mailId: string) => t.db.transaction((tx) => harness.deps.mails.mailer.retry(tx, mailId));
const findMailState = async (mailId: string) =>
  (await t.db.query<{ state: string }>('SELECT state FROM mails WHERE id = $1', [mailId])).rows[0]?.state ??
  'deleted';

const changeAccess = ({ companyId, accessId }: Waiting, body: object) =>
  send(t, apiPaths.access(companyId, accessId), body, { ...admin, method: 'PATCH' });
const changeRecipient = ({ companyId, recipientId }: Waiting, body: object) =>
  send(t, apiPaths.reportRecipient(companyId, recipientId), body, { ...admin, method: 'PATCH' });

test.each<[string, string, (waiting: Waiting) => Promise<unknown>]>([
  [
    'its access is revoked',
    'access of the recipient ended',
    ({ companyId, accessId }) =>
      send(t, apiPaths.access(companyId, accessId), {}, { ...admin, method: 'DELETE' }),
  ],
  [
    'its access expires',
    'access of the recipient ended',
    ({ accessId }) =>
      t.db.query(`UPDATE accesses SET expires_at = now() - interval '1 minute' WHERE id = $1`, [accessId]),
  ],
  [
    'its access loses the dashboard',
    'lost the dashboard',
    (waiting) => changeAccess(waiting, { rights: ['orders'] }),
  ],
  [
    'its access loses money',
    'allowed to see less',
    (waiting) => changeAccess(waiting, { rights: ['dashboard'] }),
  ],
  [
    'its access gets another filter',
    'allowed to see less',
    (waiting) => changeAccess(waiting, { filters: ['country:is:DE', 'country:is-not:AT'] }),
  ],
  [
    'its access gets another address',
    'address of the recipient changed',
    (waiting) => changeAccess(waiting, { email: anEmail() }),
  ],
  [
    'money is switched off',
    'allowed to see less',
    (waiting) => changeRecipient(waiting, { seesMoney: false }),
  ],
  [
    'it is removed',
    'recipient was removed',
    ({ companyId, recipientId }) =>
      send(t, apiPaths.reportRecipient(companyId, recipientId), {}, { ...admin, method: 'DELETE' }),
  ],
])('a waiting mail is not sent to a recipient if %s', async (_what, reason, change) => {
  const { waiting, deliveryId, mailId } = await aWaitingMail();
  await change(waiting);
  expect(await retry(mailId)).toBe(true);
  await expect.poll(() => findMailState(mailId), { timeout: 30_000 }).not.toBe('waiting');
  expect(await findMailState(mailId)).toBe('deleted');
  const { rows } = await t.db.query('SELECT state, error FROM report_deliveries WHERE id = $1', [deliveryId]);
  expect(rows).toEqual([{ state: 'failed', error: expect.stringContaining(reason) }]);
});

test.each<[string, (waiting: Waiting) => Promise<unknown>]>([
  ['nothing changes', async () => undefined],
  [
    'it may see more',
    (waiting) => changeAccess(waiting, { rights: ['dashboard', 'money', 'orders'], filters: [] }),
  ],
  ['its language changes', (waiting) => changeRecipient(waiting, { locale: 'de-DE' })],
])('a waiting mail is sent to a recipient if %s', async (_what, change) => {
  const { waiting, mailId } = await aWaitingMail();
  await change(waiting);
  expect(await retry(mailId)).toBe(true);
  await expect.poll(() => findMailState(mailId), { timeout: 30_000 }).toBe('sent');
});

test('a waiting mail is not sent once its company is deleted', async () => {
  const { waiting, mailId } = await aWaitingMail();
  const { rows } = await t.db.query<{ name: string }>('SELECT name FROM companies WHERE id = $1', [
    waiting.companyId,
  ]);
  const deleted = await send(
    t,
    apiPaths.company(waiting.companyId),
    { name: rows[0]?.name },
    { ...admin, method: 'DELETE' },
  );
  expect(deleted.statusCode).toBe(204);
  expect(await retry(mailId)).toBe(true);
  await expect.poll(() => findMailState(mailId), { timeout: 30_000 }).toBe('deleted');
});
