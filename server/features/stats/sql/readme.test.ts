import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toTimeRange } from '../period/time-range.ts';
import type { Question, QuestionSources } from './question.ts';
import { toListsStatement } from './statements.ts';

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');

test('the page about SQL shows the statement of its question', () => {
  const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const shown = /```sql\n(.*?)```/s.exec(page)?.[1] ?? '';
  const question: Question = {
    range: toTimeRange(Date.parse('2026-11-01T00:00Z'), Date.parse('2026-11-08T00:00Z'), 'UTC'),
    filters: [
      { subject: 'country', operator: 'is', values: ['DE', 'FR'] },
      { subject: 'page', operator: 'starts-with', values: ['/blog'] },
    ],
    goal: undefined,
  };
  const sources: QuestionSources = {
    ofDays: () => ({ visits: 'visits', hits: 'hits' }),
    summed: () => ({ sums: 'sums', rest: undefined }),
  };
  const statement = toListsStatement(
    question,
    [
      {
        grouping: { by: 'visit-dimension', dimension: 'source' },
        metrics: ['visits', 'conversion-rate'],
        page: { sort: { metric: 'conversion-rate', isDescending: true }, limit: 10, page: 1, digits: 2 },
      },
    ],
    sources,
  );
  expect(withoutSpaces(shown)).toBe(withoutSpaces(statement.sql));
  expect(page).toContain(JSON.stringify(statement.values).replaceAll(',', ', '));
});
