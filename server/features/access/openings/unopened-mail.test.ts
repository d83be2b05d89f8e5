import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aCompany } from '../../../testing/builders.ts';
import { findMail } from '../../../testing/mail/sent-mails.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { mailUnopenedPortals, scheduleUnopenedMail, toMailId } from './unopened-mail.ts';

let t: TestApp;
let contactTo: string;
beforeAll(async () => {
  t = await buildTestApp();
});
beforeEach(async () => {
  contactTo = `${randomUUID()}@agency.test`;
  await t.db.query('DELETE FROM mails');
  await t.db.query('DELETE FROM companies');
});
afterAll(() => t.close());

const monday = new Date('2026-11-30T06:07:00Z');
const toDeps = () => ({
  ...{ db: t.db, ...t.server.mails },
  ...{ publicUrl: 'https://agency.example', contactTo: () => contactTo },
});
const mail = (now = monday) => mailUnopenedPortals(toDeps(), now);
const countMails = async () => (await t.db.query('SELECT 1 FROM mails')).rows.length;

async function aCompanyOpened(name: string, createdAt: string, lastOpenedAt: string | null) {
  const { company } = await aCompany(t.db, { name });
  await t.db.query('UPDATE companies SET created_at = $2 WHERE id = $1', [company.id, createdAt]);
  await t.db.query('UPDATE accesses SET last_used_at = $2 WHERE company_id = $1', [company.id, lastOpenedAt]);
}

test('the mail lists portals that no one opened for 30 days, those never opened first, with a link to them', async () => {
  await aCompanyOpened('Pine', '2026-01-01T00:00:00Z', '2026-10-03T12:00:00Z');
  await aCompanyOpened('Alder', '2026-10-01T00:00:00Z', null);
  await aCompanyOpened('Opened lately', '2026-01-01T00:00:00Z', '2026-11-10T12:00:00Z');
  await aCompanyOpened('New', '2026-11-10T00:00:00Z', null);
  await mail();
  const { text, subject } = await findMail(t, contactTo, /./);
  expect(subject).toBe('2 portals were not opened for 30 days');
  expect(text).toMatch(/Alder:?\s+never opened[\s\S]*Pine:?\s+last opened on 3 October 2026/);
  expect(text).toContain('https://agency.example/admin?unopened=30');
  expect(text).not.toMatch(/Opened lately|\bNew\b/);
});

test('there is one mail a week, whatever is repeated', async () => {
  await aCompanyOpened('Pine', '2026-01-01T00:00:00Z', null);
  await Promise.all([mail(), mail(), mail(new Date('2026-11-30T23:07:00Z'))]);
  await mail(new Date('2026-12-06T12:00:00Z'));
  expect(await countMails()).toBe(1);
  await mail(new Date('2026-12-07T00:00:00Z'));
  expect(await countMails()).toBe(2);
});

test('a mail that was sent is not sent again in the same week', async () => {
  await aCompanyOpened('Pine', '2026-01-01T00:00:00Z', null);
  await mail();
  await findMail(t, contactTo, /Pine|not opened/);
  await t.db.query(`UPDATE mails SET state = 'sent', content = NULL`);
  await mail(new Date('2026-11-30T07:07:00Z'));
  expect(await countMails()).toBe(1);
});

test('nothing is mailed if every portal is opened', async () => {
  await aCompanyOpened('Pine', '2026-01-01T00:00:00Z', '2026-11-29T00:00:00Z');
  await mail();
  expect(await countMails()).toBe(0);
});

test('a token of a program does not count as opening a portal', async () => {
  await aCompanyOpened('Pine', '2026-01-01T00:00:00Z', null);
  await t.db.query(
    `INSERT INTO accesses (id, company_id, kind, name, rights, created_at, created_by, last_used_at)
     SELECT gen_random_uuid(), id, 'token', 'Sheet', '{dashboard}', now(), '', '2026-11-29' FROM companies`,
  );
  await mail();
  expect(await countMails()).toBe(1);
});

test('more companies than fit are counted, and hostile names stay text', async () => {
  for (let n = 0; n < 3; n += 1)
    await aCompanyOpened(`<b>\r\nBcc: evil@x.test ${n}`, '2026-01-01T00:00:00Z', null);
  await t.db.query(
    `INSERT INTO companies (id, name, domain, description, created_at)
     SELECT gen_random_uuid(), 'C' || n, 'c.test', '', '2026-01-01' FROM generate_series(1, 120) n`,
  );
  // Another week: the mail of this one is a file already, under the same id.
  await mail(new Date('2027-03-01T06:07:00Z'));
  const { text, subject } = await findMail(t, contactTo, /./);
  expect(subject).toBe('123 portals were not opened for 30 days');
  expect(text).toContain('And 23 more.');
  expect(text).not.toMatch(/^Bcc:/m);
});

test('the id of a week is the same from Monday to Sunday, also across a year', () => {
  expect(toMailId(new Date('2026-12-28T00:00:00Z'))).toBe(toMailId(new Date('2027-01-03T23:59:59Z')));
  expect(toMailId(new Date('2027-01-03T23:59:59Z'))).not.toBe(toMailId(new Date('2027-01-04T00:00:00Z')));
  expect(toMailId(monday)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('the job runs on Mondays, and does nothing while the setting is off', async () => {
  await aCompanyOpened('Pine', '2026-01-01T00:00:00Z', null);
  const scheduled: { cron: string; work: () => Promise<void> }[] = [];
  const jobs = {
    schedule: async (_name: string, cron: string, work: () => Promise<void>) => {
      scheduled.push({ cron, work });
    },
  };
  const deps = toDeps();
  await scheduleUnopenedMail(jobs, { ...deps, isOn: false });
  await scheduleUnopenedMail(jobs, { ...deps, isOn: true });
  expect(scheduled.map(({ cron }) => cron)).toEqual(['7 6-23 * * 1', '7 6-23 * * 1']);
  await scheduled[0]?.work();
  expect(await countMails()).toBe(0);
  await scheduled[1]?.work();
  expect(await countMails()).toBe(1);
});
