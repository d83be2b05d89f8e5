import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GoalTarget } from '../../../../contract/company/goals.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { Segments } from '../../segments/segments.ts';
import { toTimeRange } from '../period/time-range.ts';
import type { Question, QuestionSources } from '../sql/question.ts';
import { toFunnelStatement } from './funnel-statement.ts';
import { toGoalsStatement } from './goals-statement.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
let segments: Segments;
const dataDir = mkdtempSync(join(tmpdir(), 'northlight-test-'));
beforeAll(async () => {
  t = await openTestDb();
  const log = { info: () => {}, warn: () => {} };
  const settings = { retentionDays: undefined, diskReserveBytes: 0 };
  segments = new Segments({ db: t.db, databaseUrl: t.url, dataDir, log, ...settings });
});
afterAll(async () => {
  await segments.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const visits = 40_000;
const rowsPerVisit = 8;

/** Visits of one day that see eight pages of one second each, out of 20,000 different ones. */
const rows = `(SELECT DATE '2026-05-04' AS day, i // ${rowsPerVisit} AS visit_no,
    TIMESTAMP '2026-05-04 00:00:00' + INTERVAL (i // ${rowsPerVisit}) MILLISECOND AS visit_started_at,
    TIMESTAMP '2026-05-04 00:00:00' + INTERVAL (i % ${rowsPerVisit}) SECOND
      + INTERVAL (i // ${rowsPerVisit}) MILLISECOND AS "at",
    '/shop/' || (i * 7919 % 20000) || '/page' AS path, NULL::VARCHAR AS event_name,
    true AS is_page_view, false AS is_event
  FROM range(${visits * rowsPerVisit}) AS r(i))`;
const sources: QuestionSources = {
  ofDays: () => ({
    hits: rows,
    visits: `(SELECT day, visit_no, min(visit_started_at) AS started_at FROM ${rows} GROUP BY ALL)`,
  }),
  summed: () => ({ sums: undefined, rest: undefined }),
};
const from = Date.UTC(2026, 4, 4);
const question: Question = {
  range: toTimeRange(from, from + 86_400_000, 'UTC'),
  filters: [],
  goal: undefined,
};
const page = (target: string): GoalTarget => ({ kind: 'page', target });

const ask = async ({ sql, values }: { sql: string; values: readonly (string | number)[] }) =>
  segments.runQuery<Record<string, string | number | null>>(sql, [...values], { timeoutMs: 300_000 });

test('a funnel of six steps that every page matches fits in memory', { timeout: 300_000 }, async () => {
  const steps = ['*', '/*', '/shop/*', '/*/page', '*page', '/s*p/*e'].map(page);
  const found = await ask(toFunnelStatement(question, steps, sources));
  expect(found.toSorted((a, b) => String(a.key).localeCompare(String(b.key)))).toEqual([
    ...steps.map((_, index) => ({ key: `${index}`, visits, seconds: index === 0 ? null : 1 })),
    { key: 'all', visits, seconds: null },
  ]);
});

test('fifty goals are one answer, also with many stars', { timeout: 300_000 }, async () => {
  const goals = Array.from({ length: 50 }, (_, index) =>
    page(index % 25 === 0 ? `/s*h*o*p*/*${index % 10}*/*p*a*e` : `/shop/*${index}*page`),
  );
  const found = await ask(toGoalsStatement(question, goals, sources));
  expect(found.every((row) => row.visits === visits)).toBe(true);
  const ofGoals = found.filter(({ key }) => key !== 'all');
  expect(ofGoals).toHaveLength(50);
  expect(ofGoals.every(({ goals: reached }) => Number(reached) > 0)).toBe(true);
});
