import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { reportRecipients } from '../../../contract/reports/reports.ts';
import { type SubscriptionKind, subscription } from '../../../contract/subscriptions.ts';
import { anAdmin, anIpAddress, send, type TestAccount } from '../../testing/accounts/accounts.ts';
import { aCompany } from '../../testing/builders.ts';
import { aPlainRecipient, aRecipient } from '../../testing/reports/reporting-company.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { toReportToken } from '../reports/links/report-token.ts';
import { toSubscriptionToken } from './subscription-token.ts';

let t: TestApp;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
afterAll(() => t.close());

const tokenOf = (kind: SubscriptionKind, recipientId: string) =>
  toSubscriptionToken(testAppSecret, { kind, recipientId });

async function aReader() {
  const { company } = await aCompany(t.db, { name: 'Harbour & Pine' });
  const email = `ada-${randomUUID()}@people.test`;
  const { id } = await aRecipient(t, admin, company.id, aPlainRecipient({ email }));
  return { companyId: company.id, id, email, token: tokenOf('report', id) };
}

async function anAlertRecipient(companyId: string | null): Promise<string> {
  const id = randomUUID();
  await t.db.query(
    `INSERT INTO alert_recipients (company_id, id, name, email, locale, kinds, sees_money, time_zone, created_at, created_by)
     VALUES ($1, $2, 'Bo', $3, 'en-GB', '{silence}', true, 'UTC', now(), '')`,
    [companyId, id, `bo-${id}@people.test`],
  );
  return id;
}

const look = async (token: string) =>
  subscription.parse((await send(t, apiPaths.subscription, { token })).json());
const change = (token: string, body: object) => send(t, apiPaths.changeSubscription, { token, ...body });

/** As a mail program sends it: a form, without an Origin and cookies. */
const oneClick = (
  token: string,
  { body = 'List-Unsubscribe=One-Click', contentType = 'application/x-www-form-urlencoded' } = {},
) =>
  t.app.inject({
    method: 'POST',
    url: apiPaths.unsubscribe(token),
    remoteAddress: anIpAddress(),
    headers: { 'content-type': contentType },
    payload: body,
  });

test('one click in a mail program ends the subscription, and again', async () => {
  const { companyId, id, token } = await aReader();
  expect((await look(token)).isSubscribed).toBe(true);
  expect((await oneClick(token)).statusCode).toBe(200);
  const list = async () => {
    const answer = await t.app.inject({
      url: apiPaths.reportRecipients(companyId),
      headers: { cookie: admin.cookie },
    });
    return reportRecipients.parse(answer.json()).recipients;
  };
  const [first] = await list();
  expect(first).toMatchObject({ id, unsubscribedAt: expect.any(String) });
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const again = await oneClick(token, { body: multipart, contentType: 'multipart/form-data; boundary=x' });
  expect(again.statusCode, again.body).toBe(200);
  // The time of the first click stays.
  expect(await list()).toEqual([first]);
  const { rows } = await t.db.query(
    `SELECT object FROM audit_log WHERE action = 'report-recipient.unsubscribed'
    AND object_id = $1`,
    [companyId],
  );
  expect(rows).toHaveLength(1);
});

test.each(['GET', 'HEAD'] as const)('a scanner that sends %s unsubscribes no one', async (method) => {
  const { token } = await aReader();
  const answer = await t.app.inject({ method, url: apiPaths.unsubscribe(token) });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe(`/unsubscribe#${token}`);
  expect((await look(token)).isSubscribed).toBe(true);
});

test('a token that was changed or guessed does nothing', async () => {
  const { id, token } = await aReader();
  const bytes = Buffer.from(token, 'base64url');
  const flipped = Array.from({ length: bytes.length }, (_, index) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(index) ^ 1, index);
    return copy.toString('base64url');
  });
  const others = [
    `A${token}`,
    token.slice(0, -1),
    `${token}A`,
    'r',
    '%00',
    tokenOf('alert', id),
    tokenOf('report', randomUUID()),
    toReportToken(testAppSecret, id),
  ];
  for (const wrong of [...flipped, ...others]) {
    expectError(await oneClick(encodeURIComponent(wrong)), 404, 'not-found');
    expectError(await send(t, apiPaths.subscription, { token: wrong }), 404, 'not-found');
    expectError(await change(wrong, { isSubscribed: false }), 404, 'not-found');
  }
  expect((await look(token)).isSubscribed).toBe(true);
});

test('only the recipient subscribes again, and sees a shortened address', async () => {
  const { companyId, id, email, token } = await aReader();
  await oneClick(token);
  const path = apiPaths.reportRecipient(companyId, id);
  await send(t, path, { isWeekly: true, isMonthly: true }, { ...admin, method: 'PATCH' });
  expect(await look(token)).toEqual({
    ...{ kind: 'report', company: 'Harbour & Pine', email: 'a…@people.test', isSubscribed: false },
    mutedUntil: null,
  });
  expect(JSON.stringify(await look(token))).not.toContain(email);
  expect((await change(token, { isSubscribed: true })).json().isSubscribed).toBe(true);
  expectError(await change(token, { mutedDays: 7 }), 400, 'invalid-request');
  expectError(await change(token, { mutedDays: 91 }), 400, 'invalid-request');
});

test('a member cannot undo an unsubscription by removing the recipient', async () => {
  const { companyId, id, email, token } = await aReader();
  await oneClick(token);
  const removed = await send(t, apiPaths.reportRecipient(companyId, id), {}, { ...admin, method: 'DELETE' });
  expectError(removed, 409, 'conflict');
  expect(removed.json().error.message).toContain('is not subscribed again');
  const added = await send(
    t,
    apiPaths.reportRecipients(companyId),
    aPlainRecipient({ email: email.toUpperCase() }),
    admin,
  );
  expectError(added, 409, 'conflict');
  expect(added.json().error.message).toContain('has unsubscribed');
  for (const owner of [companyId, null]) {
    const recipientId = await anAlertRecipient(owner);
    const remove = () =>
      send(t, apiPaths.alertRecipient(owner, recipientId), {}, { ...admin, method: 'DELETE' });
    await oneClick(tokenOf('alert', recipientId));
    expectError(await remove(), 409, 'conflict');
    expect((await change(tokenOf('alert', recipientId), { isSubscribed: true })).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(204);
  }
});

test('a mail that waits is not sent to a recipient that unsubscribed', async () => {
  const { companyId, id, email, token } = await aReader();
  const [reportId, contentId, mailId] = [randomUUID(), randomUUID(), randomUUID()];
  await t.db.query(
    `INSERT INTO reports (company_id, id, kind, first_day, last_day, state, created_at, made_at)
     VALUES ($1, $2, 'monthly', '2026-08-01', '2026-08-31', 'released', now(), now())`,
    [companyId, reportId],
  );
  await t.db.query(
    `INSERT INTO report_contents (id, report_id, scope, content, created_at) VALUES ($1, $2, '', '{}', now())`,
    [contentId, reportId],
  );
  // Failed: nothing sends it until an administrator retries it.
  await t.db.query(
    `INSERT INTO mails (id, class, recipient, subject, state, content, created_at)
     VALUES ($1, 'report', $2, 'x', 'failed', '{"text":"x","html":"x"}', now())`,
    [mailId, email],
  );
  await t.db.query(
    `INSERT INTO report_deliveries (id, report_id, content_id, recipient_id, number, name, email, locale, mail_id, state, created_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 0, 'Ada', $4, 'en-GB', $5, 'waiting', now())`,
    [reportId, contentId, id, email, mailId],
  );
  await oneClick(token);
  expect((await t.db.query('SELECT 1 FROM mails WHERE id = $1', [mailId])).rows).toEqual([]);
  const { rows } = await t.db.query('SELECT state, error FROM report_deliveries WHERE report_id = $1', [
    reportId,
  ]);
  expect(rows).toEqual([{ state: 'failed', error: 'The recipient unsubscribed before it was sent.' }]);
});

test('alerts are paused, continued and ended, of one company and of all', async () => {
  const { companyId } = await aReader();
  for (const of of [companyId, null]) {
    const token = tokenOf('alert', await anAlertRecipient(of));
    expect(await look(token)).toMatchObject({
      kind: 'alert',
      company: of === null ? null : 'Harbour & Pine',
    });
    const before = Date.now();
    const { mutedUntil } = subscription.parse((await change(token, { mutedDays: 7 })).json());
    expect(Date.parse(mutedUntil ?? '')).toBeGreaterThanOrEqual(before + 7 * 86_400_000);
    expect((await change(token, { mutedDays: 0 })).json().mutedUntil).toBeNull();
    expect((await oneClick(token)).statusCode).toBe(200);
    expect((await look(token)).isSubscribed).toBe(false);
  }
});

test('the one-click address accepts no JSON and no large form, and forms work nowhere else', async () => {
  const { token } = await aReader();
  expect((await oneClick(token, { body: '{}', contentType: 'application/json' })).statusCode).toBe(415);
  expect((await oneClick(token, { body: `a=${'x'.repeat(2_000)}` })).statusCode).toBe(413);
  const form = await t.app.inject({
    ...{ method: 'POST', url: apiPaths.changeSubscription, payload: `token=${token}&isSubscribed=false` },
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.statusCode).toBe(415);
  expect((await look(token)).isSubscribed).toBe(true);
});

test('the page needs the own origin, the mail program none', async () => {
  const { token } = await aReader();
  const foreign = await send(
    t,
    apiPaths.changeSubscription,
    { token, isSubscribed: false },
    {
      headers: { origin: 'https://evil.test' },
    },
  );
  expectError(foreign, 403, 'foreign-origin');
  expect((await look(token)).isSubscribed).toBe(true);
});
