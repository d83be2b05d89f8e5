import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedDataset, startOfDataset, toRawEvent } from '../../../testing/stats/generated-dataset.ts';
import { generatedQuestion } from '../../../testing/stats/generated-question.ts';
import { testSources } from '../../../testing/stats/raw-rows.ts';
import { listPoints, listValues, summarize } from './answers.ts';
import type { RawOrder } from './raw-rows.ts';
import { toVisitorDays } from './visits.ts';

const everything = { sort: { by: 'value', isDescending: false }, search: '', limit: 1_000, page: 1 } as const;

test('series and breakdowns of random rows add up to the summary', () => {
  let questions = 0;
  let answered = 0;
  const check = fc.property(
    generatedDataset,
    fc.array(generatedQuestion, { minLength: 5 }),
    (dataset, asked) => {
      const { timeZone } = dataset;
      const events = dataset.steps.flatMap((step) =>
        step.is === 'store' ? step.rows.map((row) => toRawEvent(dataset, row)) : [],
      );
      const order: RawOrder = { amount: 199_900n, foreignCurrency: null, isVerified: false };
      const orders = new Map(events.map(({ order_id }) => [order_id ?? '', order]));
      const visitorDays = toVisitorDays(events, { timeZone, orders, sources: testSources });
      const start = startOfDataset(dataset);
      for (const { filters, goal, interval } of asked) {
        const question = { range: { from: start, to: start + 4 * 86_400_000_000 }, filters, goal };
        const summary = summarize(visitorDays, question);
        const series = interval === 'minute' ? 'hour' : interval;
        const points = listPoints(visitorDays, question, series, timeZone);
        const sum = (rows: { metrics: typeof summary }[], metric: keyof typeof summary) =>
          rows.reduce((total, { metrics }) => total + Number(metrics[metric]), 0);
        for (const metric of ['visits', 'page-views', 'events', 'orders'] as const)
          expect(sum(points, metric)).toBe(summary[metric]);
        const { rows } = listValues(visitorDays, question, 'country', everything);
        expect(sum(rows, 'visits')).toBe(summary.visits);
        expect(Number(summary['conversion-rate'])).toBeLessThanOrEqual(100);
        questions += 1;
        if (Number(summary['page-views']) + Number(summary.visits) > 0) answered += 1;
      }
    },
  );
  fc.assert(check, { numRuns: 50 });
  // Questions that match nothing test little.
  expect(answered / questions).toBeGreaterThan(0.3);
});
