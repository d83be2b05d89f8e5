import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import { statsLists } from '../../../../contract/stats/answers.ts';
import { listLimitOf, listMetricsOf, mainMetric } from '../../../../contract/stats/list-metrics.ts';
import { dimensionNames, type NamedDimension } from '../../../../contract/stats/model/dimensions.ts';
import { toListsPath } from '../../../../contract/stats/requests.ts';
import type { PortalView } from '../../../../contract/stats/view.ts';
import { days, openStatsFixture, type StatsFixture } from '../../../testing/stats/stats-fixture.ts';

let fixture: StatsFixture;
beforeAll(async () => {
  fixture = await openStatsFixture();
});
afterAll(() => fixture.close());

const filters: string[][] = [
  [],
  ['country:is-not:FR'],
  ['page:starts-with:/', 'browser:is:Firefox'],
  ['saw-page:is:/pricing'],
  ['event:is:sign-up'],
  ['country:is:nowhere'],
];
const ranges = [days, { from: '2026-10-24T10:01:30', to: '2026-10-25T12:30:00' }];

/** Every dimension once, some at a time, in an order that is not that of the model. */
const screens: NamedDimension[][] = [[], [], []];
for (const [index, name] of dimensionNames.toReversed().entries())
  screens[index % screens.length]?.push(name);

for (const filter of filters)
  for (const range of ranges)
    test(`lists asked at once have the rows of single breakdowns (${filter.join(' ')}, ${range.from})`, async () => {
      const query = { ...range, filter, compare: 'previous', limit: '2' };
      for (const dimension of screens) {
        const alone: unknown[] = [];
        for (const name of dimension.slice(0, 8)) {
          const metrics = listMetricsOf(name).join(',');
          const sort = `-${mainMetric(name)}`;
          alone.push(await fixture.breakDown({ ...query, dimension: name, metrics, sort }));
        }
        expect(await fixture.listAtOnce({ ...query, dimension: dimension.slice(0, 8) })).toEqual(alone);
      }
    });

test('the path of several lists asks for the view of a portal, and for as many rows as it shows', async () => {
  const view: PortalView = {
    period: days,
    compare: 'none',
    match: 'weekday',
    filters: [],
    orders: 'verified',
  };
  const names = ['page', 'country'] satisfies NamedDimension[];
  const url = toListsPath(fixture.companyId, view, names);
  const answer = await fixture.t.app.inject({ url, headers: { cookie: fixture.cookie } });
  expect(answer.statusCode).toBe(200);
  const { lists } = statsLists.parse(answer.json());
  expect(lists).toMatchObject([
    { dimension: 'page', ordersCounted: 'verified' },
    { dimension: 'country', ordersCounted: 'verified' },
  ]);
  expect(lists.map(({ rows: [first] }) => first?.value)).toEqual(['/night', 'unknown']);
  const alone = names.map((dimension) =>
    fixture.breakDown({
      dimension,
      metrics: listMetricsOf(dimension).join(','),
      sort: `-${mainMetric(dimension)}`,
      compare: 'none',
      orders: 'verified',
      limit: String(listLimitOf(dimension)),
    }),
  );
  expect(lists).toEqual(await Promise.all(alone));
});

test.each([
  ['', 'dimension'],
  ['dimension=planet', 'dimension'],
  ['dimension=property:plan', 'dimension'],
  ['dimension=page&dimension=page', 'dimension'],
  [
    dimensionNames
      .slice(0, 9)
      .map((name) => `dimension=${name}`)
      .join('&'),
    'dimension',
  ],
  ['dimension=page&limit=0', 'limit'],
  ['dimension=page&page=2', 'page'],
])('the error of a request for lists names the field (%s)', async (query, field) => {
  const url = `${apiPaths.statsLists(fixture.companyId)}?${query}`;
  const answer = await fixture.t.app.inject({ url, headers: { cookie: fixture.cookie } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error).toMatchObject({ field });
});
