import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatasetModel } from '../../../testing/stats/dataset-model.ts';
import { ensureDatasetPartitions } from '../../../testing/stats/dataset-partitions.ts';
import { generatedDataset } from '../../../testing/stats/generated-dataset.ts';
import { testSources } from '../../../testing/stats/raw-rows.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { listValues, summarize } from './answers.ts';
import { addDays, startOfDate } from './local-time.ts';
import { recountDay } from './recount-day.ts';
import { toVisitorDays } from './visits.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
  await ensureDatasetPartitions(t.db);
});
afterAll(() => t.close());

test('a day recounted from the database equals the same rows counted in memory', async () => {
  const check = fc.asyncProperty(generatedDataset, async (dataset) => {
    const id = randomUUID();
    const { timeZone } = dataset;
    const model = new DatasetModel(t.db, id, dataset);
    for (const step of dataset.steps) if (step.is !== 'build') await model.apply(step);
    const rules = { timeZone, orders: model.orders, sources: testSources };
    const visitorDays = toVisitorDays(model.events.values(), rules);
    for (const day of [addDays(dataset.day, -1), dataset.day]) {
      const range = { from: startOfDate(day, timeZone), to: startOfDate(addDays(day, 1), timeZone) };
      const question = { range, filters: [], goal: null };
      const recounted = await t.db.transaction((tx) =>
        recountDay(tx, { id, timeZone, day, sources: testSources, ordersCounted: 'all', digits: 2 }),
      );
      expect(recounted.summary).toEqual(summarize(visitorDays, question));
      for (const dimension of ['source', 'page'] as const) {
        const { rows } = listValues(visitorDays, question, dimension, {
          sort: { by: 'value', isDescending: false },
          search: '',
          limit: 1_000,
          page: 1,
        });
        expect(recounted.values.get(dimension)).toEqual(
          new Map(rows.map(({ value, metrics }) => [value, metrics])),
        );
      }
    }
  });
  await fc.assert(check, { numRuns: 15 });
});
