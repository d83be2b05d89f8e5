import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany } from '../../../testing/builders.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { planReports } from './plan-reports.ts';

let database: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());

interface Given {
  isHeld?: boolean;
  since?: string | null;
  isMonthly?: boolean;
  timeZone?: string;
}

async function aReportingCompany({
  isHeld = false,
  since = null,
  isMonthly = true,
  timeZone = 'UTC',
}: Given) {
  const { company } = await aCompany(database.db);
  await database.db.query('UPDATE companies SET time_zone = $2 WHERE id = $1', [company.id, timeZone]);
  await database.db.query(
    `INSERT INTO report_settings (company_id, is_weekly, is_monthly, is_held, weekly_since, monthly_since)
     VALUES ($1, $2, $3, $4, $5, $5)`,
    [company.id, !isMonthly, isMonthly, isHeld, since],
  );
  return company.id;
}

async function plan(companyId: string, now: string): Promise<string[]> {
  const sent: string[] = [];
  const jobs = {
    send: async (_tx: unknown, _name: string, id: string) => {
      sent.push(id);
    },
  };
  await planReports(database.db, { jobs }, { companyId, now: new Date(now) });
  return sent;
}

const list = async (companyId: string) =>
  (
    await database.db.query<{ id: string; first_day: string; state: string; comment: string }>(
      `SELECT id, first_day::text, state, comment FROM reports WHERE company_id = $1 ORDER BY first_day`,
      [companyId],
    )
  ).rows;
const listStates = async (companyId: string) =>
  (await list(companyId)).map(({ first_day, state }) => `${first_day} ${state}`);

test('the report of a month is released at six on the first day after it, once', async () => {
  const id = await aReportingCompany({ since: '2026-10-15T00:00:00Z' });
  expect(await plan(id, '2026-10-15T08:00:00Z')).toEqual([]);
  expect(await listStates(id)).toEqual(['2026-10-01 planned']);
  expect(await plan(id, '2026-11-01T05:59:00Z')).toEqual([]);
  expect(await listStates(id)).toEqual(['2026-10-01 planned', '2026-11-01 planned']);
  expect(await plan(id, '2026-11-01T06:00:00Z')).toEqual([(await list(id))[0]?.id]);
  expect(await listStates(id)).toEqual(['2026-10-01 released', '2026-11-01 planned']);
  expect(await plan(id, '2026-11-01T06:10:00Z')).toEqual([]);
});

test('ten plans at once release a report once', async () => {
  const id = await aReportingCompany({});
  const sent = await Promise.all(Array.from({ length: 10 }, () => plan(id, '2026-11-01T06:00:00Z')));
  // September is older than ten days.
  expect(sent.flat()).toHaveLength(1);
  expect(await listStates(id)).toEqual(['2026-09-01 held', '2026-10-01 released', '2026-11-01 planned']);
});

test('a server that was down sends the report later, but holds one that has grown old', async () => {
  const inTime = await aReportingCompany({ since: '2026-10-15T00:00:00Z' });
  expect(await plan(inTime, '2026-11-11T05:59:00Z')).toHaveLength(1);
  const tooLate = await aReportingCompany({ since: '2026-10-15T00:00:00Z' });
  expect(await plan(tooLate, '2026-11-11T06:00:00Z')).toEqual([]);
  expect(await listStates(tooLate)).toEqual(['2026-10-01 held', '2026-11-01 planned']);
});

test('a report that is to be reviewed is held, with the comment that was written before', async () => {
  const id = await aReportingCompany({ isHeld: true, since: '2026-10-15T00:00:00Z' });
  await plan(id, '2026-10-20T00:00:00Z');
  await database.db.query(`UPDATE reports SET comment = 'Good.' WHERE company_id = $1`, [id]);
  expect(await plan(id, '2026-11-02T00:00:00Z')).toEqual([]);
  expect(await list(id)).toMatchObject([
    { first_day: '2026-10-01', state: 'held', comment: 'Good.' },
    { first_day: '2026-11-01', state: 'planned', comment: '' },
  ]);
});

test('another first day of the week moves the planned report and its comment', async () => {
  const id = await aReportingCompany({ isMonthly: false, since: '2026-11-25T00:00:00Z' });
  await plan(id, '2026-11-28T12:00:00Z');
  await database.db.query(`UPDATE reports SET comment = 'Good.' WHERE company_id = $1`, [id]);
  await database.db.query('UPDATE companies SET week_start = 7 WHERE id = $1', [id]);
  await plan(id, '2026-11-28T12:10:00Z');
  expect(await list(id)).toMatchObject([{ first_day: '2026-11-22', state: 'planned', comment: 'Good.' }]);
});

test.each([
  ['Sunday', 7],
  ['Saturday', 6],
  ['Wednesday', 3],
  ['Thursday', 4],
])('no day is reported twice after the week begins on a %s', async (_name, weekStart) => {
  const id = await aReportingCompany({ isMonthly: false, since: '2026-09-01T00:00:00Z' });
  for (const monday of ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'])
    await plan(id, `${monday}T06:00:00Z`);
  await database.db.query(
    `UPDATE reports SET comment = 'Next.' WHERE company_id = $1 AND state = 'planned'`,
    [id],
  );
  const before = (await listStates(id)).filter((each) => !each.endsWith('planned'));
  await database.db.query('UPDATE companies SET week_start = $2 WHERE id = $1', [id, weekStart]);
  expect(await plan(id, '2026-11-25T12:00:00Z')).toEqual([]);
  expect((await listStates(id)).filter((each) => !each.endsWith('planned'))).toEqual(before);
  const sent: string[] = [];
  for (let day = 26; day <= 43; day += 1)
    sent.push(...(await plan(id, new Date(Date.UTC(2026, 10, day, 6)).toISOString())));
  const { rows } = await database.db.query<{ first_day: string; comment: string }>(
    `SELECT first_day::text, comment FROM reports WHERE id = ANY($1) ORDER BY first_day`,
    [sent],
  );
  // The comment on the planned week moved to the first week that is reported.
  expect(rows.map(({ comment }) => comment)).toEqual(['Next.', ...rows.slice(1).map(() => '')]);
  const overlapping = await database.db.query(
    `SELECT 1 FROM reports a JOIN reports b ON b.company_id = a.company_id AND b.id > a.id
       AND b.first_day <= a.last_day AND b.last_day >= a.first_day WHERE a.company_id = $1`,
    [id],
  );
  expect(overlapping.rows).toEqual([]);
});

test('a planned report of a time without reports is not sent when they are on again', async () => {
  const id = await aReportingCompany({ since: '2026-11-20T00:00:00Z' });
  await database.db.query(
    `INSERT INTO reports (company_id, id, kind, first_day, last_day, state, comment, created_at)
     VALUES ($1, $2, 'monthly', '2026-09-01', '2026-09-30', 'planned', 'Of September.', now())`,
    [id, randomUUID()],
  );
  expect(await plan(id, '2026-11-20T00:00:00Z')).toEqual([]);
  expect(await list(id)).toMatchObject([{ first_day: '2026-11-01', state: 'planned', comment: '' }]);
});

test('the zone of the company decides when a report is due', async () => {
  const id = await aReportingCompany({ timeZone: 'Pacific/Auckland', since: '2026-10-15T00:00:00Z' });
  expect(await plan(id, '2026-10-31T16:59:00Z')).toEqual([]);
  expect(await plan(id, '2026-10-31T17:00:00Z')).toHaveLength(1);
});

test('a company whose reports cannot be planned does not keep others from theirs', async () => {
  const broken = await aReportingCompany({ timeZone: 'Nowhere/Nothing', since: '2026-10-15T00:00:00Z' });
  const id = await aReportingCompany({ since: '2026-10-15T00:00:00Z' });
  const failed: string[] = [];
  const onError = (_error: unknown, companyId: string) => failed.push(companyId);
  const deps = { jobs: { send: async () => undefined }, onError };
  await planReports(database.db, deps, { now: new Date('2026-11-02T00:00:00Z') });
  expect(failed).toEqual([broken]);
  expect(await listStates(id)).toEqual(['2026-10-01 released', '2026-11-01 planned']);
});
