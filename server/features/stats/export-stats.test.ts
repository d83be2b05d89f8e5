import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { timeseriesFile } from '../../../contract/company/notes.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdmin } from '../../testing/accounts/accounts.ts';
import { publicOrigin } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import {
  aLoadedEvent,
  days,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../testing/stats/stats-fixture.ts';

let fixture: StatsFixture;
beforeAll(async () => {
  fixture = await openStatsFixture();
});
afterAll(() => fixture.close());

const download = (query: Record<string, string>, as = fixture.cookie) => {
  const search = new URLSearchParams({ ...days, ...query });
  const url = `${apiPaths.statsExport(fixture.companyId)}?${search}`;
  return repeatWhileBusy(() => fixture.t.app.inject({ url, headers: { cookie: as } }));
};

test('a CSV file has what the breakdown shows, and no formulas', async () => {
  await fixture.load(fixture.companyId, [
    aLoadedEvent(8, inBerlin(21, '10:00'), { source: '=HYPERLINK("https://evil.test")' }),
  ]);
  const day = { from: '2026-10-21', to: '2026-10-21' };
  const answer = await download({
    of: 'breakdown',
    dimension: 'source',
    metrics: 'visits,bounce-rate',
    compare: 'previous',
    ...day,
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="breakdown-[\d-]+\.csv"$/),
  });
  expect(answer.body.replace('\ufeff', '').split('\r\n')).toEqual([
    '"source","visits","bounce-rate","compared visits","compared bounce-rate"',
    `"'=HYPERLINK(""https://evil.test"")","1","100","0",""`,
    '',
  ]);
});

test('a CSV file of an empty list has the columns that were asked for', async () => {
  const day = { from: '2026-10-20', to: '2026-10-20' };
  const query = { of: 'breakdown', dimension: 'country', metrics: 'visits,revenue', compare: 'previous' };
  const answer = await download({ ...query, ...day });
  expect(answer.body.replace('\ufeff', '')).toBe(
    '"country","visits","revenue","compared visits","compared revenue"\r\n',
  );
});

test('a CSV file of a timeseries has local times', async () => {
  const answer = await download({ of: 'timeseries', metrics: 'visits', interval: 'day' });
  expect(answer.body.replace('\ufeff', '').split('\r\n')).toEqual([
    '"at","visits","annotations"',
    '"2026-10-24T00:00+02:00","3",""',
    '"2026-10-25T00:00+02:00","3",""',
    '',
  ]);
});

test('files of a timeseries have the notes of its range', async () => {
  const { t, companyId, list } = fixture;
  const { cookie } = await anAdmin(t);
  const add = (date: string, text: string, time?: string) =>
    t.app.inject({
      method: 'POST',
      url: apiPaths.notes(companyId),
      headers: { cookie, origin: publicOrigin },
      payload: { date, text, ...(time && { time }) },
    });
  await add('2026-10-23', 'Before the range', '23:59');
  await add('2026-10-24', '=HYPERLINK("https://evil.test")', '09:30');
  await add('2026-10-25', 'First');
  await add('2026-10-25', 'Second', '23:59');
  await add('2026-10-26', 'After the range');
  const query = { of: 'timeseries', metrics: 'visits', interval: 'day', compare: 'previous' };
  const csv = await download(query);
  expect(csv.body.replace('\ufeff', '').split('\r\n')).toEqual([
    '"at","visits","compared visits","annotations"',
    `"2026-10-24T00:00+02:00","3","0","'=HYPERLINK(""https://evil.test"")"`,
    '"2026-10-25T00:00+02:00","3","0","First; Second"',
    '',
  ]);
  const { annotations, ...answer } = timeseriesFile
    .strict()
    .parse((await download({ ...query, format: 'json' })).json());
  expect(answer).toEqual(await list({ metrics: 'visits', interval: 'day', compare: 'previous' }));
  expect(annotations).toEqual([
    { at: '2026-10-24T07:30:00.000Z', text: '=HYPERLINK("https://evil.test")' },
    { at: '2026-10-24T22:00:00.000Z', text: 'First' },
    { at: '2026-10-25T22:59:00.000Z', text: 'Second' },
  ]);
});

test('a JSON file is the answer itself', async () => {
  const query = { dimension: 'page', limit: '2', page: '2', compare: 'previous' };
  const answer = await download({ of: 'breakdown', format: 'json', ...query });
  expect(answer.json()).toEqual(await fixture.breakDown(query));
});

test('raw rows are a Parquet file for administrators alone', async () => {
  const query = { of: 'hits', format: 'parquet' };
  expectError(await download(query), 403, 'not-admin');
  const answer = await download(query, (await anAdmin(fixture.t)).cookie);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.rawPayload.subarray(0, 4).toString()).toBe('PAR1');
});

test('the file of an export that cannot be recorded is deleted', async () => {
  const { t, companyId } = fixture;
  const folder = join(t.config.dataDir, 'segments', 'tmp');
  const list = () => readdirSync(folder).filter((name) => name.endsWith('.parquet'));
  const { cookie } = await anAdmin(t);
  const url = `${apiPaths.statsExport(companyId)}?of=hits&format=parquet&from=2026-10-24&to=2026-10-25`;
  await t.db.query('ALTER TABLE audit_log RENAME TO audit_log_away');
  const refused = await t.app.inject({ url, headers: { cookie } });
  await t.db.query('ALTER TABLE audit_log_away RENAME TO audit_log');
  expect(refused.statusCode).toBe(500);
  await vi.waitFor(() => expect(list()).toEqual([]), 10_000);
});
