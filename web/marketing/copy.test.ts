import { expect, test } from 'vitest';
import { summarizeReviews, usualReviews } from '../../contract/site/testimonials.ts';
import { industries, totals as industryTotals } from './industries/industries.ts';
import { countSolutions, totalStats, totals } from './solution/solution-totals.ts';

import { modelsServing, modelsTraining, projectProgress, teamSize } from './workspace/workspace.ts';

test('the specified sample figures equal the sums of the lists below them', () => {
  expect(totals().reduce((sum, total) => sum + countSolutions(total), 0)).toBe(169);
  expect(totalStats.slice(0, 3).map(({ value }) => Number(value))).toEqual([169, 152, 17]);
  expect(industries.reduce((sum, { clients }) => sum + clients, 0)).toBe(284);
  expect(industryTotals.clients).toBe(284);
  const reviews = summarizeReviews(usualReviews);
  expect(reviews.count).toBe(847);
  expect(reviews.average.toFixed(1)).toBe('4.8');
  expect([projectProgress.length, modelsServing + modelsTraining, teamSize]).toEqual([12, 8, 24]);
});
