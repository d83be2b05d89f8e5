import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitDimensions } from '../../../../contract/stats/model/dimensions.ts';
import {
  aLoadedEvent,
  days,
  inBerlin,
  openStatsFixture,
  type StatsFixture,
} from '../../../testing/stats/stats-fixture.ts';

let fixture: StatsFixture;
beforeAll(async () => {
  fixture = await openStatsFixture();
});
afterAll(() => fixture.close());

const everyMetric = 'visits,visitors,page-views,bounce-rate,revenue,conversion-rate';
const filters: Record<string, string[]> = {
  'no filter': [],
  'a filter of visits': ['country:is-not:FR'],
  'a filter of rows': ['page:starts-with:/'],
  'a filter of other rows of the visit': ['saw-page:is:/pricing'],
  'a filter that rows without a visit match': ['page:is-not:/pricing'],
};
const pageSize = 8;

/** Whole days, and days of which a part is asked about. */
const ranges = {
  'whole days': days,
  'parts of days': { from: '2026-10-24T10:01:30', to: '2026-10-25T12:30:00' },
};

for (const [filterName, filter] of Object.entries(filters))
  for (const [rangeName, range] of Object.entries(ranges))
    test(`lists asked together have the rows that each has alone: ${filterName}, ${rangeName}`, async () => {
      const query = { ...range, filter, metrics: everyMetric };
      const asked = [
        () => fixture.summarize({ ...query, compare: 'previous' }),
        () => fixture.list(query),
        ...visitDimensions.map((dimension) => () => fixture.breakDown({ ...query, dimension })),
        () => fixture.breakDown({ ...query, dimension: 'source', sort: 'visits', limit: '1', page: '2' }),
        () => fixture.breakDown({ ...query, dimension: 'source', search: 'goo' }),
        () => fixture.breakDown({ ...query, dimension: 'page' }),
      ];
      const alone: unknown[] = [];
      for (const ask of asked) alone.push(await ask());
      // A later event of another day: the answers that are kept are not used again.
      await fixture.load(fixture.companyId, [aLoadedEvent(99, inBerlin(10, '10:00'))]);
      const together: unknown[] = [];
      // As many as a page asks: more would wait too long where the machine is busy.
      for (let first = 0; first < asked.length; first += pageSize)
        together.push(...(await Promise.all(asked.slice(first, first + pageSize).map((ask) => ask()))));
      expect(together).toEqual(alone);
    });
