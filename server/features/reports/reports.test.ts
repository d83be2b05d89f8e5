import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { usualReportTemplate } from '../../../contract/reports/report-template.ts';
import {
  companyReports,
  openedReport,
  report,
  reportList,
  reportMailPreview,
  reportRecipients,
  reportWithDeliveries,
} from '../../../contract/reports/reports.ts';
import { aPerson } from '../../testing/accesses.ts';
import { anAdmin, anEmail, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aMember } from '../../testing/accounts/team.ts';
import { aCompany } from '../../testing/builders.ts';
import {
  aHeldReport,
  aPlainRecipient,
  aRecipient,
  type HeldReport,
  pastMonth,
  readSentMail,
  release,
  toHeader,
  toPageToken,
} from '../../testing/reports/reporting-company.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

const get = (url: string, { cookie }: { cookie: string } = admin) =>
  t.app.inject({ url, headers: { cookie } });
const put = (url: string, body: unknown, { cookie }: { cookie: string } = admin) =>
  send(t, url, body, { cookie, method: 'PUT' });
const read = async ({ companyId, period }: Omit<HeldReport, 'id'>) =>
  reportWithDeliveries.parse((await get(apiPaths.report(companyId, period))).json());
const comment = (held: HeldReport, text: string, version: number) =>
  put(apiPaths.reportComment(held.companyId, held.period), { comment: text, version });

const isPdf = (file: Buffer) => file.toString('latin1', 0, 5) === '%PDF-';

test('the template of all reports is changed once per version', async () => {
  const changed = { ...usualReportTemplate, intro: 'Good morning.', sections: ['figures', 'link'] };
  const first = await put(apiPaths.reportTemplate, { version: 0, template: changed });
  expect(first.json()).toEqual({ version: 1, template: changed });
  expectError(
    await put(apiPaths.reportTemplate, { version: 0, template: usualReportTemplate }),
    409,
    'conflict',
  );
  expect((await put(apiPaths.reportTemplate, { version: 1, template: changed })).json().version).toBe(1);
  const twice = { ...usualReportTemplate, sections: ['link', 'link'] };
  expect((await put(apiPaths.reportTemplate, { version: 1, template: twice })).json().error.field).toBe(
    'template.sections',
  );
  expect((await put(apiPaths.reportTemplate, { version: 1, template: usualReportTemplate })).statusCode).toBe(
    200,
  );
});

test('switching reports on plans the periods that have not ended, and no earlier ones', async () => {
  const { company } = await aCompany(t.db);
  const settings = { isWeekly: true, isMonthly: true, isHeld: true };
  expect((await get(apiPaths.reportSettings(company.id))).json()).toEqual({
    ...{ isWeekly: false, isMonthly: false, isHeld: true },
  });
  expect((await put(apiPaths.reportSettings(company.id), settings)).json()).toEqual(settings);
  const list = async () =>
    companyReports.parse((await get(apiPaths.companyReports(company.id))).json()).reports;
  const planned = await list();
  expect(planned.map(({ kind, state }) => [kind, state]).sort()).toEqual([
    ...[
      ['monthly', 'planned'],
      ['weekly', 'planned'],
    ],
  ]);
  await put(apiPaths.reportSettings(company.id), { ...settings, isWeekly: false });
  expect((await list()).map(({ kind }) => kind)).toEqual(['monthly']);
});

test('a held report gets a comment and is sent to its recipients, as mail and PDF', async () => {
  const held = await aHeldReport(t);
  const mia = await aRecipient(t, admin, held.companyId);
  expect((await comment(held, 'A strong month.', 0)).json()).toMatchObject({ commentVersion: 1 });
  expectError(await comment(held, 'Of another tab.', 0), 409, 'conflict');
  const listed = reportList.parse((await get(`${apiPaths.reports}?state=held`)).json()).reports;
  expect(listed.find(({ companyId }) => companyId === held.companyId)).toMatchObject({
    ...{ company: 'Harbour & Pine', period: held.period, comment: 'A strong month.', recipientCount: 1 },
  });
  expect((await release(t, admin.cookie, [held])).json()).toEqual({ released: 1 });
  // A second click.
  expect((await release(t, admin.cookie, [held])).json()).toEqual({ released: 0 });

  const mail = await readSentMail(t, mia.email);
  expect(mail.subject).toContain('Harbour & Pine');
  expect(mail.text).toContain('A strong month.');
  expect(toHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(toHeader(mail, 'list-unsubscribe')).toMatch(/^<http:\/\/localhost:3000\/api\/unsubscribe\/[\w-]+>$/);
  const pdf = mail.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
  expect(pdf?.filename).toBe('Harbour-Pine-monthly-2026-08-01.pdf');
  expect(pdf?.content).toSatisfy((content) => content instanceof ArrayBuffer && isPdf(Buffer.from(content)));

  const after = await read(held);
  expect(after).toMatchObject({ state: 'released', releasedBy: admin.email });
  expect(after.deliveries).toMatchObject([{ email: mia.email, number: 0, state: 'sent', openedAt: null }]);
  expectError(await comment(held, 'Too late.', 1), 409, 'conflict');
});

test('the link of the mail opens the report, which is noted', async () => {
  const held = await aHeldReport(t);
  const { email } = await aRecipient(t, admin, held.companyId);
  await release(t, admin.cookie, [held]);
  const token = toPageToken(await readSentMail(t, email), 'report');
  const opened = openedReport.parse((await send(t, apiPaths.openReport, { token })).json());
  expect(opened).toMatchObject({ company: 'Harbour & Pine' });
  expect(opened.portalUrl).toContain(held.companyId);
  expect((await read(held)).mails).toMatchObject({ sent: 1, opened: 1 });
  const file = await send(t, apiPaths.openReportFile, { token });
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.headers['content-disposition']).toBe('inline; filename="Harbour-Pine-monthly-2026-08-01.pdf"');
  const [first, ...rest] = token;
  for (const wrong of [
    `${first === 'A' ? 'B' : 'A'}${rest.join('')}`,
    token.slice(1),
    'x',
    `${token}${token}`,
  ])
    expectError(await send(t, apiPaths.openReport, { token: wrong }), 404, 'not-found');
  await t.db.query(
    `UPDATE report_deliveries SET created_at = now() - interval '91 days' WHERE report_id = $1`,
    [held.id],
  );
  expectError(await send(t, apiPaths.openReport, { token }), 404, 'not-found');
});

test('the link of a mail ends when its recipient may see less, or is another person', async () => {
  const held = await aHeldReport(t);
  const { companyId } = held;
  const email = anEmail();
  const { access } = await aPerson(t, admin.cookie, companyId, { email, rights: ['dashboard', 'money'] });
  const { name: _, email: _e, ...rest } = aPlainRecipient();
  await aRecipient(t, admin, companyId, { ...rest, accessId: access.id });
  await release(t, admin.cookie, [held]);
  const token = toPageToken(await readSentMail(t, email), 'report');
  const change = (body: object) =>
    send(t, apiPaths.access(companyId, access.id), body, { ...admin, method: 'PATCH' });
  const open = async () => (await send(t, apiPaths.openReport, { token })).statusCode;
  expect(await open()).toBe(200);
  await change({ rights: ['dashboard'] });
  expect(await open()).toBe(404);
  expectError(await send(t, apiPaths.openReportFile, { token }), 404, 'not-found');
  await change({ rights: ['dashboard', 'money', 'orders'] });
  expect(await open()).toBe(200);
  await change({ email: anEmail() });
  expect(await open()).toBe(404);
});

test('a report is skipped, held again, and sent again to one recipient', async () => {
  const held = await aHeldReport(t);
  const { email } = await aRecipient(t, admin, held.companyId);
  const state = (to: string) => put(apiPaths.reportState(held.companyId, held.period), { state: to });
  expect(report.parse((await state('skipped')).json()).state).toBe('skipped');
  expect((await release(t, admin.cookie, [held])).json()).toEqual({ released: 0 });
  expect(report.parse((await state('held')).json()).state).toBe('held');
  await release(t, admin.cookie, [held]);
  await readSentMail(t, email);
  expectError(await state('held'), 409, 'conflict');
  const [delivery] = (await read(held)).deliveries;
  const resend = (deliveryId: string | undefined) =>
    send(t, apiPaths.reportResend(held.companyId, held.period), { deliveryId }, admin);
  const clicks = await Promise.all([1, 2, 3].map(() => resend(delivery?.id)));
  expect(clicks.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409]);
  await readSentMail(t, email, 1);
  expect((await read(held)).deliveries.map(({ number }) => number)).toEqual([0, 1]);
  const mails = await t.db.query(`SELECT 1 FROM mails WHERE recipient = $1 AND class = 'report'`, [email]);
  expect(mails.rows).toHaveLength(2);
  expectError(await resend(pastMonthId), 404, 'not-found');
});

const pastMonthId = '0198c0de-0000-4000-8000-000000000000';

test('a member tries a report: as mail, as PDF, and sent to the own address', async () => {
  const held = await aHeldReport(t);
  const preview = reportMailPreview.parse(
    (await get(apiPaths.reportMail(held.companyId, held.period))).json(),
  );
  expect(preview.subject).toContain('Harbour & Pine');
  expect(preview.text).not.toContain('/unsubscribe#');
  const file = await get(apiPaths.reportFile(held.companyId, held.period));
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(isPdf(file.rawPayload)).toBe(true);
  const tested = await send(t, apiPaths.reportTest(held.companyId, held.period), {}, admin);
  expect(tested.statusCode, tested.body).toBe(204);
  const mail = await readSentMail(t, admin.email);
  expect(mail.subject).toMatch(/^Test: /);
  expect(toHeader(mail, 'list-unsubscribe')).toBeUndefined();
  expect((await read(held)).deliveries).toEqual([]);
});

test('the preview of a sent report is what was sent, and today’s template only if it is asked for', async () => {
  const held = await aHeldReport(t);
  await comment(held, 'A strong month.', 0);
  const mia = await aRecipient(t, admin, held.companyId);
  const blind = await aRecipient(t, admin, held.companyId, aPlainRecipient({ seesMoney: false }));
  const preview = async (query = '') =>
    reportMailPreview.parse((await get(apiPaths.reportMail(held.companyId, held.period) + query)).json());
  expect(await preview()).toMatchObject({ isAsSent: false });
  await release(t, admin.cookie, [held]);
  const mail = await readSentMail(t, mia.email);
  await readSentMail(t, blind.email);

  const later = { ...usualReportTemplate, subject: 'Changed since', intro: 'Written since.' };
  const { version } = (await get(apiPaths.reportTemplate)).json();
  const changed = await put(apiPaths.reportTemplate, { version, template: later });
  expect(changed.statusCode, changed.body).toBe(200);
  await t.db.query(`UPDATE companies SET name = 'Renamed' WHERE id = $1`, [held.companyId]);
  for (const query of ['', `?recipientId=${mia.id}`, `?recipientId=${blind.id}`]) {
    const sent = await preview(query);
    expect(sent).toMatchObject({ isAsSent: true, subject: mail.subject });
    expect(sent.text).toContain('A strong month.');
    expect(sent.text).not.toContain('Written since.');
  }
  const fileName = async (query = '') =>
    (await get(apiPaths.reportFile(held.companyId, held.period) + query)).headers['content-disposition'];
  expect(await fileName()).toContain('Harbour-Pine-monthly');
  expect(await fileName('?content=now')).toContain('Renamed-monthly');
  const now = await preview('?content=now');
  expect(now).toMatchObject({ isAsSent: false });
  expect(now.text).toContain('Written since.');

  // Without a mail to these rights there is nothing to show as it was sent.
  await t.db.query(`DELETE FROM report_contents WHERE report_id = $1 AND scope NOT LIKE '%money%'`, [
    held.id,
  ]);
  expect(await preview(`?recipientId=${blind.id}`)).toMatchObject({ isAsSent: false });
  await put(apiPaths.reportTemplate, { version: version + 1, template: usualReportTemplate });
});

test('people of the access list get what their access allows, and nothing once it has ended', async () => {
  const held = await aHeldReport(t);
  const { companyId } = held;
  const email = anEmail();
  const { access } = await aPerson(t, admin.cookie, companyId, { name: 'Ada', email, rights: ['dashboard'] });
  const { name: _, email: _e, ...rest } = aPlainRecipient();
  const added = await aRecipient(t, admin, companyId, { ...rest, accessId: access.id });
  expect(added).toMatchObject({ name: 'Ada', email, problem: null });
  expectError(
    await send(
      t,
      apiPaths.reportRecipients(companyId),
      aPlainRecipient({ email: email.toUpperCase() }),
      admin,
    ),
    409,
    'conflict',
  );
  const preview = async () => get(`${apiPaths.reportMail(companyId, held.period)}?recipientId=${added.id}`);
  expect((await preview()).statusCode).toBe(200);
  const list = async () =>
    reportRecipients.parse((await get(apiPaths.reportRecipients(companyId))).json()).recipients;
  await send(t, apiPaths.access(companyId, access.id), { rights: ['orders'] }, { ...admin, method: 'PATCH' });
  expect(await list()).toMatchObject([{ problem: 'no-dashboard' }]);
  await send(t, apiPaths.access(companyId, access.id), {}, { ...admin, method: 'DELETE' });
  expect(await list()).toMatchObject([{ problem: 'access-ended', name: 'Ada' }]);
  expectError(await preview(), 409, 'conflict');
  await release(t, admin.cookie, [held]);
  await expect
    .poll(async () => (await t.db.query('SELECT made_at FROM reports WHERE id = $1', [held.id])).rows[0], {
      timeout: 60_000,
    })
    .toMatchObject({ made_at: expect.any(Date) });
  expect((await read(held)).deliveries).toEqual([]);
});

test('a recipient is changed and removed, and wrong input names its field', async () => {
  const { company } = await aCompany(t.db);
  const path = apiPaths.reportRecipients(company.id);
  const { id } = await aRecipient(t, admin, company.id);
  const change = (body: unknown, method: 'PATCH' | 'DELETE' = 'PATCH') =>
    send(t, apiPaths.reportRecipient(company.id, id), body, { ...admin, method });
  expect((await change({ locale: 'de-DE', seesMoney: false })).json()).toMatchObject({
    ...{ locale: 'de-DE', seesMoney: false, isWeekly: true },
  });
  const fields: [Record<string, unknown>, string][] = [
    [aPlainRecipient({ email: undefined }), 'email'],
    [aPlainRecipient({ name: undefined }), 'name'],
    [aPlainRecipient({ email: 'a@b.test\r\nBcc: c@d.test' }), 'email'],
    [aPlainRecipient({ locale: 'xx-nothing-at-all' }), 'locale'],
    [aPlainRecipient({ accessId: pastMonthId }), 'name'],
  ];
  for (const [body, field] of fields) {
    const answer = await send(t, path, body, admin);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().error.field).toBe(field);
  }
  expect((await change({ isSubscribed: true })).statusCode).toBe(400);
  expect((await change({}, 'DELETE')).statusCode).toBe(204);
  expectError(await change({ locale: 'en-GB' }), 404, 'not-found');
});

test('a member sees and sends the reports of the own companies alone', async () => {
  const [own, other] = [await aHeldReport(t), await aHeldReport(t)];
  const member = await aMember(t, admin, { role: 'manager', companies: [own.companyId] });
  const listed = reportList.parse((await get(`${apiPaths.reports}?state=held`, member)).json()).reports;
  expect(listed.map(({ companyId }) => companyId)).toEqual([own.companyId]);
  expectError(await release(t, member.cookie, [own, other]), 404, 'company-not-found');
  expect((await read(own)).state).toBe('held');
  expectError(await get(apiPaths.report(other.companyId, other.period), member), 404, 'company-not-found');
  // The report is of the own company, but the recipient is another company's.
  const { id } = await aRecipient(t, admin, other.companyId);
  expectError(
    await get(`${apiPaths.reportMail(own.companyId, own.period)}?recipientId=${id}`, member),
    404,
    'not-found',
  );
  expectError(await get(apiPaths.reportTemplate, member), 403, 'missing-permission');
  expect((await release(t, member.cookie, [own])).json()).toEqual({ released: 1 });
});

test('the list continues where the page before ended, planned and held reports first', async () => {
  const companyId = (await aCompany(t.db, { name: 'Paged' })).company.id;
  await t.db.query(
    `INSERT INTO reports (company_id, id, kind, first_day, last_day, state, created_at)
     SELECT $1, gen_random_uuid(), 'weekly', day, day + 6, 'released', now()
     FROM generate_series(date '2020-01-06', date '2022-01-03', interval '7 days') AS each(at), LATERAL (SELECT at::date AS day) d`,
    [companyId],
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page = reportList.parse((await get(apiPaths.reports + query)).json());
    seen.push(...page.reports.map(({ state, companyId: of, period }) => `${state} ${of} ${period}`));
    cursor = page.next;
  } while (cursor !== null);
  expect(new Set(seen).size).toBe(seen.length);
  const isFirst = seen.map((each) => /^(?:planned|held)/.test(each));
  expect(isFirst).toEqual(isFirst.toSorted((one, other) => Number(other) - Number(one)));
  expect(seen.filter((each) => each.includes(companyId))).toHaveLength(105);
  expectError(await get(`${apiPaths.reports}?cursor=1_0000-01-01_${pastMonthId}`), 400, 'invalid-request');
});

test('a period that no calendar has is not found', async () => {
  const { companyId } = await aHeldReport(t);
  expectError(await get(apiPaths.report(companyId, 'monthly-2026-02-30')), 404, 'not-found');
  expectError(await get(apiPaths.report(companyId, 'weekly-2026-08-01')), 404, 'not-found');
  expect((await get(apiPaths.report(companyId, 'monthly'))).statusCode).toBe(400);
  expect(pastMonth.period).toMatch(/^monthly-/);
});
