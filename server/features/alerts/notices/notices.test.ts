import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AlertFacts } from '../../../../contract/alerts/alerts.ts';
import type { Company } from '../../../../contract/company/companies.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { anAdmin, anEmail } from '../../../testing/accounts/accounts.ts';
import { aFinding, aRecipient } from '../../../testing/alerts/alerts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { readSubscriptionToken } from '../../subscriptions/subscription-token.ts';
import { createAlertLog } from './alert-log.ts';
import { storeAlertSettings } from './alerts.queries.ts';
import { forgetOldAlerts } from './schedule-notices.ts';
import { type NoticesDeps, sendDueNotices, sendNotice } from './send-notices.ts';

let t: TestApp;
let company: Company;
/** In the future, so that the jobs of the server leave these notices alone. */
let now: Date;
beforeAll(async () => {
  t = await buildTestApp();
});
beforeEach(async () => {
  ({ company } = await aCompany(t.db, { name: 'Harbour & Pine' }));
  // Each test has its own day: notices of others are due before it.
  now = new Date('2030-03-04T10:00:00Z');
  await t.db.query('DELETE FROM alerts');
  await t.db.query('DELETE FROM alert_recipients');
});
afterAll(() => t.close());

const openLog = () =>
  createAlertLog({
    ...{ db: t.db, publicUrl: t.config.publicUrl, portals: t.server.domains, clock: () => now },
    jobs: { send: async () => {} },
  });

const toDeps = (given: Partial<NoticesDeps> = {}): NoticesDeps => ({
  ...{ db: t.db, appSecret: testAppSecret, mails: t.server.mails, portals: t.server.domains },
  onError: (error) => {
    throw error;
  },
  ...given,
});

const record = (facts: Partial<AlertFacts> = {}, given: { subject?: string } = {}) =>
  openLog().record(aFinding(company.id, facts, given));
const end = () => openLog().end({ companyId: company.id, kind: 'silence', subject: '', endedAt: now });
const sendAll = () => sendDueNotices(toDeps(), now);
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};

async function listSubjects(email: string): Promise<string[]> {
  const found = await t.db.query<{ subject: string }>(
    'SELECT subject FROM mails WHERE recipient = $1 ORDER BY created_at, subject',
    [email],
  );
  return found.rows.map(({ subject }) => subject);
}

async function listWithheld(): Promise<string[]> {
  const found = await t.db.query<{ withheld: string }>(
    'SELECT withheld FROM alert_notices WHERE withheld IS NOT NULL ORDER BY id',
  );
  return found.rows.map(({ withheld }) => withheld);
}

const listWaiting = async () =>
  (
    await t.db.query<{ id: string; due_at: Date }>(
      'SELECT id, due_at FROM alert_notices WHERE mail_id IS NULL AND withheld IS NULL ORDER BY id',
    )
  ).rows;

test('an alert is mailed once to each recipient of the company and of all companies', async () => {
  const both = anEmail();
  const [mine, all] = [await aRecipient(t.db, company.id), await aRecipient(t.db, null)];
  await aRecipient(t.db, company.id, { email: both });
  await aRecipient(t.db, null, { email: both.toUpperCase() });
  const other = await aRecipient(t.db, (await aCompany(t.db)).company.id);
  const without = await aRecipient(t.db, company.id, { kinds: ['drop'] });
  await record();
  await record();
  await sendAll();
  await sendAll();
  for (const { email } of [mine, all, { email: both }]) {
    expect(await listSubjects(email)).toEqual([expect.stringMatching(/^Harbour & Pine: /)]);
  }
  for (const email of [other.email, without.email, both.toUpperCase()])
    expect(await listSubjects(email)).toEqual([]);
});

test('the mail can be ended by one click, and links to the page that helps', async () => {
  const recipient = await aRecipient(t.db, company.id);
  // The mail before it is sent.
  let written: { unsubscribeUrl?: string | undefined; text: string; class: string } | undefined;
  const { mails } = t.server;
  const mailer: typeof mails.mailer = {
    ...mails.mailer,
    queue: async (_tx, mail) => {
      written = mail;
    },
  };
  await record();
  await sendDueNotices(toDeps({ mails: { ...mails, mailer } }), now);
  expect(written?.class).toBe('alert');
  expect(written?.text).toContain(`/tracking-script/${company.id}`);
  const [, token = ''] = /\/unsubscribe#([\w-]+)/.exec(written?.text ?? '') ?? [];
  expect(readSubscriptionToken(testAppSecret, token)).toEqual({ kind: 'alert', recipientId: recipient.id });
  expect(written?.unsubscribeUrl).toBe(`http://localhost:3000/api/unsubscribe/${token}`);
});

test('a recovery is reported once, to the recipients that were notified of the beginning', async () => {
  const notified = await aRecipient(t.db, company.id);
  await record();
  await sendAll();
  const new_ = await aRecipient(t.db, company.id);
  later(2);
  await end();
  await end();
  await sendAll();
  expect(await listSubjects(notified.email)).toEqual([
    expect.any(String),
    expect.stringMatching(/^Over: Harbour/),
  ]);
  expect(await listSubjects(new_.email)).toEqual([]);
  later(2);
  await record();
  await sendAll();
  expect(await listSubjects(notified.email)).toHaveLength(3);
  expect(await listSubjects(new_.email)).toHaveLength(1);
});

test('what is not lasting, or unknown, is not ended', async () => {
  const recipient = await aRecipient(t.db, company.id);
  await record({ kind: 'drop', day: '2030-03-03' });
  await end();
  await openLog().end({ companyId: null, kind: 'backup', subject: '', endedAt: now });
  await sendAll();
  expect(await listSubjects(recipient.email)).toHaveLength(1);
});

test('a day is reported once, and a kind that the company has switched off never', async () => {
  const recipient = await aRecipient(t.db, company.id);
  await record({ kind: 'drop', day: '2030-03-03' });
  await record({ kind: 'drop', day: '2030-03-03' });
  await storeAlertSettings(t.db, company.id, { kinds: ['spike'] });
  await record({ kind: 'drop', day: '2030-03-04' });
  await sendAll();
  expect(await listSubjects(recipient.email)).toHaveLength(1);
});

test('alerts about the server are for recipients of all companies alone', async () => {
  const [mine, all] = [await aRecipient(t.db, company.id), await aRecipient(t.db, null)];
  await openLog().record(aFinding(null, { kind: 'backup', reason: 'The disk is full.' }, { lasts: true }));
  await sendAll();
  expect([await listSubjects(mine.email), (await listSubjects(all.email)).length]).toEqual([[], 1]);
});

test('while no recipient of all companies is entered, owners get alerts about the server, but those about backups', async () => {
  const { email } = await anAdmin(t);
  const before = await listSubjects(email);
  const listNew = async () => (await listSubjects(email)).slice(before.length);
  const aProblem = (kind: 'certificate' | 'backup', subject: string) =>
    openLog().record(aFinding(null, { kind, reason: 'A reason.' }, { lasts: true, subject }));
  await aProblem('certificate', 'one');
  await aProblem('backup', '');
  await sendAll();
  expect(await listNew()).toEqual([expect.stringMatching(/certificate/i)]);
  await t.db.query('UPDATE alert_recipients SET unsubscribed_at = now()');
  await aProblem('certificate', 'another');
  const notices = await t.db.query(
    'SELECT FROM alert_notices n JOIN alert_recipients r ON r.id = n.recipient_id WHERE r.email = $1',
    [email],
  );
  expect(notices.rows).toHaveLength(1);
});

test('owners that were entered are listed with their address as name, and get nothing once they have left the team', async () => {
  const { email, cookie } = await anAdmin(t);
  const aProblem = (subject: string) =>
    openLog().record(aFinding(null, { kind: 'job', reason: 'A reason.' }, { lasts: true, subject }));
  await aProblem('one');
  const list = await t.app.inject({ url: apiPaths.alertRecipients(null), headers: { cookie } });
  expect(list.json().recipients).toContainEqual(
    expect.objectContaining({ name: email, email, kinds: ['certificate', 'job'], seesMoney: false }),
  );
  await t.db.query('DELETE FROM user_roles r USING "user" u WHERE u.id = r.user_id AND u.email = $1', [
    email,
  ]);
  await aProblem('another');
  const notices = await t.db.query(
    'SELECT FROM alert_notices n JOIN alert_recipients r ON r.id = n.recipient_id WHERE r.email = $1',
    [email],
  );
  expect(notices.rows).toHaveLength(1);
});

test('with a recipient of all companies, owners are not entered', async () => {
  const { email } = await anAdmin(t);
  const before = await listSubjects(email);
  await aRecipient(t.db, null, { kinds: ['silence'] });
  await openLog().record(aFinding(null, { kind: 'certificate', reason: 'A reason.' }, { lasts: true }));
  await sendAll();
  expect(await listSubjects(email)).toEqual(before);
});

test('an alert about money is not for recipients who may not see it', async () => {
  const blind = await aRecipient(t.db, company.id, { seesMoney: false });
  const seeing = await aRecipient(t.db, company.id);
  await record({ kind: 'revenue-drop', day: '2030-03-03' });
  await sendAll();
  expect([await listSubjects(blind.email), (await listSubjects(seeing.email)).length]).toEqual([[], 1]);
});

test('an address that also gets the alerts of all companies follows the settings for the company alone', async () => {
  const [blind, gone, without, seeing] = [anEmail(), anEmail(), anEmail(), anEmail()];
  await aRecipient(t.db, company.id, { email: blind, seesMoney: false });
  const { id } = await aRecipient(t.db, company.id, { email: gone });
  await t.db.query('UPDATE alert_recipients SET unsubscribed_at = now() WHERE id = $1', [id]);
  await aRecipient(t.db, company.id, { email: without, kinds: ['silence'] });
  await aRecipient(t.db, company.id, { email: seeing });
  for (const email of [blind, gone, without]) await aRecipient(t.db, null, { email: email.toUpperCase() });
  await aRecipient(t.db, null, { email: seeing.toUpperCase(), seesMoney: false });
  await record({ kind: 'revenue-drop', day: '2030-03-03' });
  await sendAll();
  for (const email of [blind, gone, without]) {
    expect([...(await listSubjects(email)), ...(await listSubjects(email.toUpperCase()))]).toEqual([]);
  }
  expect(await listSubjects(seeing)).toHaveLength(1);
});

test('the right to see money ends also for what waits', async () => {
  const quietHours = { from: 8, to: 12 };
  const recipient = await aRecipient(t.db, company.id, { quietHours });
  await record({ kind: 'revenue-drop', day: '2030-03-03' });
  await t.db.query('UPDATE alert_recipients SET sees_money = false WHERE id = $1', [recipient.id]);
  later(3);
  await sendAll();
  expect([await listSubjects(recipient.email), await listWithheld()]).toEqual([[], ['not-wanted']]);
});

test('a muted recipient gets nothing until the pause is over, and an unsubscribed one nothing at all', async () => {
  const muted = await aRecipient(t.db, company.id);
  const gone = await aRecipient(t.db, company.id);
  const until = new Date(now.getTime() + 3_600_000);
  await t.db.query('UPDATE alert_recipients SET muted_until = $2 WHERE id = $1', [muted.id, until]);
  await record({ kind: 'drop', day: '2030-03-03' });
  await t.db.query('UPDATE alert_recipients SET unsubscribed_at = now() WHERE id = $1', [gone.id]);
  await sendAll();
  expect((await listWithheld()).sort()).toEqual(['muted', 'unsubscribed']);
  later(1);
  await record({ kind: 'drop', day: '2030-03-04' });
  await sendAll();
  expect(await listSubjects(gone.email)).toEqual([]);
  expect(await listSubjects(muted.email)).toHaveLength(1);
});

test('a recipient gets two notices of a company and kind in a local day, also if more are sent at once', async () => {
  // 23:00 of the same day in Kiritimati, which is 14 hours ahead.
  now = new Date('2030-03-04T09:00:00Z');
  const recipient = await aRecipient(t.db, company.id, { timeZone: 'Pacific/Kiritimati' });
  const reach = (subject: string) => record({ kind: 'goal-reached', day: '2030-03-04' }, { subject });
  for (const subject of ['a', 'b', 'c', 'd']) await reach(subject);
  const waiting = await listWaiting();
  await Promise.all(waiting.map(({ id }) => sendNotice(toDeps(), id, now)));
  await sendAll();
  expect(await listSubjects(recipient.email)).toHaveLength(2);
  expect(await listWithheld()).toEqual(['limit', 'limit']);
  // Another kind, and another company, have their own.
  await record({ kind: 'drop', day: '2030-03-04' });
  const other = (await aCompany(t.db)).company;
  await aRecipient(t.db, other.id, { email: recipient.email });
  await openLog().record(aFinding(other.id, { kind: 'goal-reached', day: '2030-03-04' }));
  await sendAll();
  expect(await listSubjects(recipient.email)).toHaveLength(4);
  later(1);
  await reach('e');
  await sendAll();
  expect(await listSubjects(recipient.email)).toHaveLength(5);
});

test('a notice waits for the end of the quiet hours, also if they were changed since', async () => {
  const recipient = await aRecipient(t.db, company.id, {
    ...{ quietHours: { from: 22, to: 7 }, timeZone: 'Europe/Berlin' },
  });
  // The night in which clocks are moved forward.
  now = new Date('2030-03-30T22:00:00Z');
  await record();
  expect(await listWaiting()).toMatchObject([{ due_at: new Date('2030-03-31T05:00:00Z') }]);
  later(6.9);
  await sendAll();
  expect(await listSubjects(recipient.email)).toEqual([]);
  await t.db.query('UPDATE alert_recipients SET quiet_to = 8 WHERE id = $1', [recipient.id]);
  later(0.2);
  await sendAll();
  expect(await listWaiting()).toMatchObject([{ due_at: new Date('2030-03-31T06:00:00Z') }]);
  later(1);
  await sendAll();
  expect(await listSubjects(recipient.email)).toHaveLength(1);
});

test('what is over when the quiet hours end is reported neither as begun nor as over', async () => {
  const quiet = await aRecipient(t.db, company.id, { quietHours: { from: 8, to: 12 } });
  const awake = await aRecipient(t.db, company.id);
  await record();
  await sendAll();
  later(1);
  await end();
  later(2);
  await sendAll();
  expect(await listSubjects(quiet.email)).toEqual([]);
  expect(await listWithheld()).toEqual(['over']);
  expect(await listSubjects(awake.email)).toHaveLength(2);
});

test('a notice is sent once, however many processes send it, and again after a failure', async () => {
  const recipient = await aRecipient(t.db, company.id);
  await record();
  const [notice] = await listWaiting();
  const { mails } = t.server;
  const failing = {
    ...mails,
    mailer: {
      ...mails.mailer,
      queue: async (...given: Parameters<typeof mails.mailer.queue>) => {
        await mails.mailer.queue(...given);
        throw new Error('the process ended');
      },
    },
  };
  const id = notice?.id ?? '';
  await expect(sendNotice(toDeps({ mails: failing }), id, now)).rejects.toThrow('the process ended');
  expect(await listSubjects(recipient.email)).toEqual([]);
  await Promise.all(Array.from({ length: 5 }, () => sendNotice(toDeps(), id, now)));
  await sendNotice(toDeps(), id, now);
  expect(await listSubjects(recipient.email)).toHaveLength(1);
});

test('a notice that fails does not keep the others waiting', async () => {
  const [one, other] = [await aRecipient(t.db, company.id), await aRecipient(t.db, company.id)];
  await record();
  const { mails } = t.server;
  const errors: unknown[] = [];
  const mailer: typeof mails.mailer = {
    ...mails.mailer,
    queue: async (tx, mail) => {
      if (mail.to === one.email) throw new Error('no mail to this address');
      return mails.mailer.queue(tx, mail);
    },
  };
  const onError = (error: unknown) => void errors.push(error);
  await sendDueNotices(toDeps({ mails: { ...mails, mailer }, onError }), now);
  expect([errors.length, (await listSubjects(other.email)).length]).toEqual([1, 1]);
});

test('two instances that report the same at once store one alert with its notices', async () => {
  const recipient = await aRecipient(t.db, company.id);
  await Promise.all(Array.from({ length: 6 }, () => record()));
  const stored = await t.db.query('SELECT 1 FROM alerts WHERE company_id = $1', [company.id]);
  expect(stored.rows).toHaveLength(1);
  await sendAll();
  await Promise.all(Array.from({ length: 6 }, () => end()));
  await sendAll();
  expect(await listSubjects(recipient.email)).toHaveLength(2);
});

test('a recovery that is found while the notice is being sent is reported, or neither of both', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const recipient = await aRecipient(t.db, company.id);
    await record();
    const waiting = await listWaiting();
    await Promise.all([...waiting.map(({ id }) => sendNotice(toDeps(), id, now)), end()]);
    await sendAll();
    expect([0, 2]).toContain((await listSubjects(recipient.email)).length);
    await t.db.query('DELETE FROM alert_recipients WHERE id = $1', [recipient.id]);
  }
});

test('old notices and alerts are deleted, except what lasts', async () => {
  await aRecipient(t.db, company.id);
  await record();
  await record({ kind: 'drop', day: '2030-03-03' });
  const count = async (table: string) => (await t.db.query(`SELECT 1 FROM ${table}`)).rows.length;
  await forgetOldAlerts(t.db, new Date(now.getTime() + 89 * 86_400_000));
  expect([await count('alert_notices'), await count('alerts')]).toEqual([2, 2]);
  await forgetOldAlerts(t.db, new Date(now.getTime() + 91 * 86_400_000));
  expect([await count('alert_notices'), await count('alerts')]).toEqual([1, 2]);
  await forgetOldAlerts(t.db, new Date(now.getTime() + 401 * 86_400_000));
  expect([await count('alert_notices'), await count('alerts')]).toEqual([1, 1]);
});

test('a company that was deleted has no alert', async () => {
  await t.db.query('DELETE FROM companies WHERE id = $1', [company.id]);
  await record();
  expect((await t.db.query('SELECT 1 FROM alerts')).rows).toEqual([]);
});

test.each<[string, 'deleted' | 'sent', (recipientId: string) => Promise<unknown>]>([
  [
    'the recipient unsubscribes',
    'deleted',
    (id) => t.db.query('UPDATE alert_recipients SET unsubscribed_at = now() WHERE id = $1', [id]),
  ],
  [
    'the recipient no longer wants the kind',
    'deleted',
    (id) => t.db.query(`UPDATE alert_recipients SET kinds = '{drop}' WHERE id = $1`, [id]),
  ],
  [
    'the recipient is removed',
    'deleted',
    (id) => t.db.query('DELETE FROM alert_recipients WHERE id = $1', [id]),
  ],
  [
    'the company is deleted',
    'deleted',
    () => t.db.query('DELETE FROM companies WHERE id = $1', [company.id]),
  ],
  ['nothing changes', 'sent', async () => undefined],
])('a mail that waits for the mail server, after which %s, is %s', async (_what, expected, change) => {
  const recipient = await aRecipient(t.db, company.id);
  await record();
  const { mails } = t.server;
  let mailId = '';
  // Nothing sends a failed mail until an administrator retries it.
  const queue: typeof mails.mailer.queue = async (tx, mail) => {
    await mails.mailer.queue(tx, mail);
    mailId = mail.id ?? '';
    await tx.query(`UPDATE mails SET state = 'failed' WHERE id = $1`, [mailId]);
  };
  await sendDueNotices(toDeps({ mails: { ...mails, mailer: { ...mails.mailer, queue } } }), now);
  await change(recipient.id);
  expect(await t.db.transaction((tx) => mails.mailer.retry(tx, mailId))).toBe(true);
  const findState = async () =>
    (await t.db.query<{ state: string }>('SELECT state FROM mails WHERE id = $1', [mailId])).rows[0]?.state ??
    'deleted';
  await expect.poll(findState, { timeout: 30_000 }).toBe(expected);
});
