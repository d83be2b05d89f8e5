import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { AppError } from '../../platform/errors.ts';
import { aViewerWith } from '../../testing/access/a-viewer-with.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import {
  aLoadedEvent,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../testing/stats/stats-fixture.ts';

let fixture: StatsFixture;
beforeAll(async () => {
  fixture = await openStatsFixture();
});
afterAll(() => fixture.close());

const filtered = 'from=2026-10-24&to=2026-10-25&filter=country:is-not:FR';

const ask = (url: string) => fixture.t.app.inject({ url, headers: { cookie: fixture.cookie } });
const askCurrent = (url: string) => repeatWhileBusy(() => ask(url));

/** Answers every statement with an error, after another event. */
async function whileFailing(status: number, work: () => Promise<void>): Promise<void> {
  await fixture.load(fixture.companyId, [aLoadedEvent(50, inBerlin(24, '20:00'))]);
  const { duckDb } = fixture.t.server.segments;
  const read = duckDb.read.bind(duckDb);
  duckDb.read = () => Promise.reject(new AppError(status, 'unavailable', 'This question took too long.'));
  try {
    await work();
  } finally {
    duckDb.read = read;
  }
}

test.each([
  `${apiPaths.statsSummary('ID')}?${filtered}`,
  `${apiPaths.statsTimeseries('ID')}?${filtered}`,
  `${apiPaths.statsBreakdown('ID')}?${filtered}&dimension=source`,
])('a question that cannot be answered in time has its last answer, with its time (%s)', async (path) => {
  const url = path.replace('ID', fixture.companyId);
  const before = await askCurrent(url);
  expect(before.statusCode).toBe(200);
  expect(before.json().answeredAt).toBeUndefined();
  await whileFailing(503, async () => {
    const repeated = await ask(url);
    expect(repeated.statusCode, repeated.body).toBe(200);
    const { answeredAt, ...answer } = repeated.json();
    expect(answer).toEqual(before.json());
    expect(Math.abs(Date.now() - Date.parse(answeredAt))).toBeLessThan(600_000);
    // Another question has no last answer.
    expect((await ask(`${url}&filter=device:is:desktop`)).statusCode).toBe(503);
  });
  const after = await askCurrent(url);
  expect(after.json().answeredAt).toBeUndefined();
});

test('each of several lists has the time of a last answer', async () => {
  const url = `${apiPaths.statsLists(fixture.companyId)}?${filtered}&dimension=source&dimension=page`;
  const { lists } = (await askCurrent(url)).json();
  await whileFailing(503, async () => {
    const repeated = (await ask(url)).json();
    const answeredAt = expect.any(String);
    expect(repeated.lists).toEqual(lists.map((list: object) => ({ ...list, answeredAt })));
  });
});

test('an answer of another currency is not repeated, and no other error is hidden', async () => {
  const url = `${apiPaths.statsSummary(fixture.companyId)}?${filtered}&metrics=visits`;
  expect((await askCurrent(url)).statusCode).toBe(200);
  await whileFailing(400, async () => {
    expect((await ask(url)).statusCode).toBe(400);
  });
  const setCurrency = (currency: string) =>
    fixture.t.db.query('UPDATE companies SET currency = $2 WHERE id = $1', [fixture.companyId, currency]);
  await setCurrency('USD');
  await whileFailing(503, async () => {
    expect((await ask(url)).statusCode).toBe(503);
  });
  await setCurrency('EUR');
});

test('a last answer is not repeated to a viewer who sees less', async () => {
  const { t, companyId } = fixture;
  const url = `${apiPaths.statsSummary(companyId)}?${filtered}&orders=verified`;
  const askAs = (cookie: string) => t.app.inject({ url, headers: { cookie } });
  const askCurrentAs = (cookie: string) => repeatWhileBusy(() => askAs(cookie));
  const dashboard = ['dashboard'] as const;
  const withoutMoney = await aViewerWith(t, companyId, { rights: dashboard });
  const narrowed = await aViewerWith(t, companyId, {
    rights: ['dashboard', 'money'],
    filters: ['device:is:desktop'],
  });
  expect((await askCurrent(url)).json().metrics.revenue).toBeDefined();
  await whileFailing(503, async () => {
    expect((await ask(url)).statusCode).toBe(200);
    for (const cookie of [withoutMoney, narrowed]) expect((await askAs(cookie)).statusCode).toBe(503);
  });
  expect((await askCurrentAs(withoutMoney)).statusCode).toBe(200);
  await whileFailing(503, async () => {
    const { metrics, answeredAt } = (await askAs(withoutMoney)).json();
    expect([metrics.revenue, answeredAt]).toEqual([undefined, expect.any(String)]);
    expect((await ask(url)).json().metrics.revenue).toBeDefined();
  });
});
