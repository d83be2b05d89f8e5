import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { operator } from '../../../platform/audit.ts';
import { unavailable } from '../../../platform/errors.ts';
import { aPerson } from '../../../testing/accesses.ts';
import { anEmail, send, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { aDyingDb, aReleasedReport, openReportHarness } from '../../../testing/reports/report-harness.ts';
import { aPlainRecipient, aRecipient } from '../../../testing/reports/reporting-company.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { StatsReader } from '../../stats/reader.ts';
import { toCurrentRecipient, toScopeText } from '../recipients/recipient-scope.ts';
import { requireRecipient } from '../recipients/recipients.ts';
import { planAllReports } from '../reports.ts';
import { requireReport } from '../review/require-report.ts';
import { deliver } from './deliver.ts';
import { makeReport } from './make-report.ts';
import { resendReport } from './resend.ts';
import { findContent } from './sending.queries.ts';

let t: TestApp;
let admin: TestAccount;
let harness: Awaited<ReturnType<typeof openReportHarness>>;
beforeAll(async () => {
  harness = await openReportHarness();
  ({ t, admin } = harness);
});
afterAll(() => harness.close());

/** Two recipients with different rights, and a third with those of the first. */
async function aReadyReport(releasedAt?: Date) {
  const { company } = await aCompany(t.db);
  const given = [true, false, true].map((seesMoney) => aPlainRecipient({ seesMoney }));
  for (const each of given) await aRecipient(t, admin, company.id, each);
  return {
    companyId: company.id,
    id: await aReleasedReport(t.db, company.id, releasedAt),
    emails: given.map(({ email }) => email).sort(),
  };
}

const listMails = async (emails: string[]) =>
  (
    await t.db.query<{ recipient: string }>(
      `SELECT recipient FROM mails WHERE class = 'report' AND recipient = ANY($1) ORDER BY recipient`,
      [emails],
    )
  ).rows.map(({ recipient }) => recipient);

const listDeliveries = async (id: string) =>
  (
    await t.db.query<{ email: string; number: number; state: string; error: string }>(
      'SELECT email, number, state, error FROM report_deliveries WHERE report_id = $1 ORDER BY email',
      [id],
    )
  ).rows;

const isMade = async (id: string) =>
  (await t.db.query('SELECT 1 FROM reports WHERE id = $1 AND made_at IS NOT NULL', [id])).rows.length === 1;

test('each recipient gets one mail, wherever the process ends', { timeout: 600_000 }, async () => {
  let isDead = true;
  let dieAt = 0;
  while (isDead) {
    dieAt += 1;
    const { id, emails } = await aReadyReport();
    const dying = aDyingDb(t.db, dieAt);
    await makeReport({ ...harness.deps, db: dying.db }, id).catch(() => undefined);
    isDead = dying.isDead();
    // The runner repeats a job until the report is made: the lock of the ended process may still be held, or the statistics
    // busy. And again afterwards, because a job that ended after its last step is repeated too.
    await vi.waitFor(
      async () => {
        await makeReport(harness.deps, id);
        expect(await isMade(id)).toBe(true);
      },
      { timeout: 60_000 },
    );
    await makeReport(harness.deps, id);
    expect(await listMails(emails), `after step ${dieAt}`).toEqual(emails);
    expect((await listDeliveries(id)).map(({ email, number }) => [email, number])).toEqual(
      emails.map((email) => [email, 0]),
    );
  }
  // Gathering, rendering and storing have many steps: otherwise the database was not watched.
  expect(dieAt).toBeGreaterThan(30);
});

test('two instances that make a report at once send each mail once', async () => {
  const { id, emails } = await aReadyReport();
  harness.sent.length = 0;
  await Promise.all([1, 2, 3].map(() => makeReport(harness.deps, id)));
  // Runs that found it busy try again later.
  for (const job of harness.sent.filter((each) => each.id === id)) await makeReport(harness.deps, job.id);
  expect(await listMails(emails)).toEqual(emails);
  expect(await isMade(id)).toBe(true);
});

test('a report that a process left unfinished is made later', async () => {
  const { id } = await aReadyReport();
  harness.sent.length = 0;
  await planAllReports(harness.deps, new Date());
  expect(harness.sent.map((job) => [job.name, job.id])).toContainEqual(['make-report', id]);
});

test('a mail that cannot be written does not keep others from theirs, and is listed as failed', async () => {
  const { id, emails } = await aReadyReport();
  const [bad, ...good] = emails;
  const { mailer } = harness.deps.mails;
  const queue: typeof mailer.queue = async (tx, mail) => {
    if (mail.to === bad) throw new Error('cannot be written');
    await mailer.queue(tx, mail);
  };
  const deps = { ...harness.deps, mails: { ...harness.deps.mails, mailer: { ...mailer, queue } } };
  harness.sent.length = 0;
  await makeReport(deps, id);
  expect(await listMails(emails)).toEqual(good);
  expect(await isMade(id)).toBe(false);
  expect(harness.sent).toMatchObject([{ name: 'make-report', id }]);
  await t.db.query(`UPDATE reports SET released_at = now() - interval '2 hours' WHERE id = $1`, [id]);
  await makeReport(deps, id);
  expect(await isMade(id)).toBe(true);
  expect((await listDeliveries(id)).find(({ email }) => email === bad)).toMatchObject({
    ...{ state: 'failed', error: expect.stringContaining('could not be written') },
  });
});

test('a report that cannot be gathered is listed as failed after an hour, and can be sent again', async () => {
  const { companyId, id, emails } = await aReadyReport();
  const { drawing } = await harness.deps.parts;
  const openReader = () => {
    throw new Error('the statistics cannot be opened');
  };
  const deps = { ...harness.deps, parts: Promise.resolve({ openReader, drawing }) };
  harness.sent.length = 0;
  await makeReport(deps, id);
  expect(await listDeliveries(id)).toEqual([]);
  expect(harness.sent).toMatchObject([{ name: 'make-report', id }]);
  await t.db.query(`UPDATE reports SET released_at = now() - interval '2 hours' WHERE id = $1`, [id]);
  await makeReport(deps, id);
  expect(await isMade(id)).toBe(true);
  const error = expect.stringContaining('could not be gathered');
  expect(await listDeliveries(id)).toEqual(
    emails.map((email) => ({ email, number: 0, state: 'failed', error })),
  );
  expect(await listMails(emails)).toEqual([]);
  const contents = await t.db.query('SELECT 1 FROM report_contents WHERE report_id = $1', [id]);
  expect(contents.rows).toEqual([]);

  const { rows } = await t.db.query<{ id: string; email: string }>(
    'SELECT id, email FROM report_deliveries WHERE report_id = $1 ORDER BY email LIMIT 1',
    [id],
  );
  const again = { companyId, period: 'monthly-2026-08-01', deliveryId: rows[0]?.id ?? '' };
  await expect(resendReport(deps, again, operator)).rejects.toMatchObject({ status: 409 });
  await resendReport(harness.deps, again, operator);
  expect(await listMails(emails)).toEqual([rows[0]?.email]);
});

test('a report that a busy server cannot gather is tried for a day', async () => {
  const { id, emails } = await aReadyReport(new Date(Date.now() - 7_200_000));
  const { drawing } = await harness.deps.parts;
  const openReader = () => {
    throw unavailable();
  };
  const deps = { ...harness.deps, parts: Promise.resolve({ openReader, drawing }) };
  harness.sent.length = 0;
  await makeReport(deps, id);
  expect(await listDeliveries(id)).toEqual([]);
  expect(harness.sent).toMatchObject([{ name: 'make-report', id }]);
  await t.db.query(`UPDATE reports SET released_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  await makeReport(deps, id);
  expect((await listDeliveries(id)).map(({ state }) => state)).toEqual(emails.map(() => 'failed'));
});

test('a template that this release cannot read is the reason of failed reports', async () => {
  const { id, emails } = await aReadyReport(new Date(Date.now() - 7_200_000));
  await t.db.query(
    `INSERT INTO report_templates (version, template, changed_by, changed_at) VALUES (2, '{}', 'test', now())`,
  );
  try {
    await makeReport(harness.deps, id);
  } finally {
    await t.db.query('DELETE FROM report_templates WHERE version = 2');
  }
  expect(await isMade(id)).toBe(true);
  const error = expect.stringContaining('saved by another release');
  expect(await listDeliveries(id)).toEqual(
    emails.map((email) => ({ email, number: 0, state: 'failed', error })),
  );
});

test('two recipients whose address has become the same get one mail, by the rights of the access', async () => {
  const { company } = await aCompany(t.db);
  const email = anEmail();
  await aRecipient(t, admin, company.id, aPlainRecipient({ email }));
  const { access } = await aPerson(t, admin.cookie, company.id, { email: anEmail(), rights: ['dashboard'] });
  const { name: _n, email: _e, ...rest } = aPlainRecipient();
  const ofAccess = await aRecipient(t, admin, company.id, { ...rest, accessId: access.id });
  const changed = { email: email.toUpperCase() };
  const answer = await send(t, apiPaths.access(company.id, access.id), changed, {
    ...admin,
    method: 'PATCH',
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const id = await aReleasedReport(t.db, company.id);
  await makeReport(harness.deps, id);
  expect(await isMade(id)).toBe(true);
  const { rows } = await t.db.query('SELECT recipient_id FROM report_deliveries WHERE report_id = $1', [id]);
  expect(rows).toEqual([{ recipient_id: ofAccess.id }]);
});

test('while events of the period are not counted, the report waits', async () => {
  const { id, emails } = await aReadyReport();
  const { drawing } = await harness.deps.parts;
  class PendingReader extends StatsReader {
    override findPending() {
      return { kind: 'newest' as const, countedUpTo: '2026-08-01T00:00:00.000Z', events: 1 };
    }
  }
  const parts = Promise.resolve({ openReader: () => new PendingReader(t.server.segments), drawing });
  harness.sent.length = 0;
  await makeReport({ ...harness.deps, parts }, id);
  expect(await listMails(emails)).toEqual([]);
  expect(harness.sent).toMatchObject([{ id, afterSeconds: expect.any(Number) }]);
  await makeReport(harness.deps, id);
  expect(await listMails(emails)).toEqual(emails);
});

test.each<[string, (companyId: string, ids: { accessId: string; recipientId: string }) => Promise<unknown>]>([
  [
    'the access is revoked',
    (companyId, { accessId }) =>
      send(t, apiPaths.access(companyId, accessId), {}, { ...admin, method: 'DELETE' }),
  ],
  [
    'the access loses the right to see money',
    (companyId, { accessId }) =>
      send(t, apiPaths.access(companyId, accessId), { rights: ['dashboard'] }, { ...admin, method: 'PATCH' }),
  ],
  [
    'the access gets a filter',
    (companyId, { accessId }) =>
      send(
        t,
        apiPaths.access(companyId, accessId),
        { filters: ['country:is:DE'] },
        { ...admin, method: 'PATCH' },
      ),
  ],
  [
    'the recipient unsubscribes',
    (_companyId, { recipientId }) =>
      t.db.query('UPDATE report_recipients SET unsubscribed_at = now() WHERE id = $1', [recipientId]),
  ],
  [
    'the recipient is removed',
    (companyId, { recipientId }) =>
      send(t, apiPaths.reportRecipient(companyId, recipientId), {}, { ...admin, method: 'DELETE' }),
  ],
])('nothing is sent if %s while the mail is written', async (_what, change) => {
  const { company } = await aCompany(t.db);
  const email = anEmail();
  const { access } = await aPerson(t, admin.cookie, company.id, { email, rights: ['dashboard', 'money'] });
  const { name: _n, email: _e, ...rest } = aPlainRecipient();
  const { id: recipientId } = await aRecipient(t, admin, company.id, { ...rest, accessId: access.id });
  const reportId = await aReleasedReport(t.db, company.id);
  const recipient = toCurrentRecipient(await requireRecipient(t.db, company.id, recipientId), new Date());
  const scope = toScopeText(recipient.sees);
  // A content for others with the same rights exists.
  const other = await aRecipient(t, admin, company.id, aPlainRecipient());
  await makeReport(harness.deps, reportId);
  await t.db.query('DELETE FROM report_deliveries WHERE recipient_id = $1', [recipientId]);
  await t.db.query(`DELETE FROM mails WHERE recipient = $1 AND class = 'report'`, [email]);
  const content = await findContent(t.db, reportId, scope);
  if (!content) throw new Error('there is no content');
  const report = await requireReport(t.db, company.id, 'monthly-2026-08-01');
  const result = await deliver(harness.deps, { report, content, recipient, number: 0 }, async () => {
    await change(company.id, { accessId: access.id, recipientId });
    return Buffer.from('%PDF-');
  });
  expect(result).toBe('changed');
  expect(await listMails([email])).toEqual([]);
  expect(await listMails([other.email])).toEqual([other.email]);
});
