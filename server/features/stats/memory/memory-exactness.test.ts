import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNamedDimension, type NamedDimension } from '../../../../contract/stats/model/dimensions.ts';
import { listsQuery } from '../../../../contract/stats/questions.ts';
import { aCompany } from '../../../testing/builders.ts';
import { AskedQuestion } from '../../../testing/stats/asked-question.ts';
import { DatasetModel } from '../../../testing/stats/dataset-model.ts';
import { ensureDatasetPartitions } from '../../../testing/stats/dataset-partitions.ts';
import { type GeneratedDataset, generatedDataset } from '../../../testing/stats/generated-dataset.ts';
import { type GeneratedQuestion, generatedQuestion } from '../../../testing/stats/generated-question.ts';
import { listAnswerDifferences } from '../../../testing/stats/list-answer-differences.ts';
import { productSources } from '../../../testing/stats/product-sources.ts';
import { unhurriedLimits } from '../../../testing/stats/unhurried-limits.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { wholeScope } from '../../access/access.ts';
import { Segments } from '../../segments/segments.ts';
import { listBreakdowns } from '../lists/breakdowns.ts';
import { StatsReader } from '../reader.ts';
import { toVisitorDays } from '../recount/visits.ts';
import { type StatsDeps, summarize } from '../stats.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
let segments: Segments;
let questionsAsked = 0;
const dataDir = mkdtempSync(join(tmpdir(), 'northlight-test-'));
beforeAll(async () => {
  t = await openTestDb();
  await ensureDatasetPartitions(t.db);
  segments = new Segments({
    db: t.db,
    databaseUrl: t.url,
    dataDir,
    retentionDays: undefined,
    diskReserveBytes: 0,
    log: { info: () => {}, warn: () => {} },
    limits: unhurriedLimits,
  });
});
afterAll(async () => {
  await segments.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

/** A question that memory can answer, whatever it asks besides. */
const withoutFilters = (question: GeneratedQuestion): GeneratedQuestion => ({
  ...question,
  filters: [],
  goal: null,
  search: '',
  dimension: isNamedDimension(question.dimension) ? question.dimension : 'page',
  sort: question.sort.by.startsWith('goal') ? { by: 'revenue', isDescending: true } : question.sort,
});

const weekDays = 7;
const weekMinutes = weekDays * 24 * 60;

/**
 * The question a week later, compared with the same weekdays, on which the dataset has events. Most ranges of dates contain
 * the moment of the question, up to which they are compared.
 */
function askAWeekLater(question: GeneratedQuestion): GeneratedQuestion {
  const { period } = question;
  const later = {
    ...question,
    now: question.now + weekMinutes,
    compare: 'previous',
    match: 'weekday',
  } as const;
  if (period.is === 'named') return later;
  return period.is === 'dates'
    ? { ...later, period: { ...period, firstDay: period.firstDay + weekDays } }
    : { ...later, period: { ...period, start: period.start + weekMinutes } };
}

interface Checked {
  dataset: GeneratedDataset;
  model: DatasetModel;
  companyId: string;
}

async function expectRecount(deps: StatsDeps, checked: Checked, question: GeneratedQuestion): Promise<void> {
  const { dataset, model, companyId } = checked;
  const rules = { timeZone: dataset.timeZone, orders: model.orders, sources: productSources };
  const asked = new AskedQuestion(dataset, question, toVisitorDays(model.events.values(), rules));
  if (!asked.isPossible) return;
  questionsAsked += 1;
  const differences = await listAnswerDifferences(deps, companyId, asked);
  expect({ question, differences: differences.slice(0, 20) }).toEqual({ question, differences: [] });
}

/** Compares what a recount does not show: orders in other currencies, and lists that are asked at once. */
async function expectStatements(
  deps: StatsDeps,
  { dataset, companyId }: Checked,
  question: GeneratedQuestion,
) {
  const asked = new AskedQuestion(dataset, question, []);
  if (!asked.isPossible) return;
  const engine = {
    openDatasetView: segments.openDatasetView.bind(segments),
    runQuery: segments.runQuery.bind(segments),
    openStore: segments.openStore.bind(segments),
    openMemory: () => Promise.resolve(undefined),
  };
  const statements = { db: t.db, reader: new StatsReader(engine) };
  const summary = { companyId, now: asked.now, scope: wholeScope, query: asked.summaryQuery };
  expect(await summarize(deps, summary)).toEqual(await summarize(statements, summary));
  const { period, from, to, compare, match } = asked.summaryQuery;
  const dimensions = ['page', 'source', 'exit-page', 'event'] satisfies NamedDimension[];
  const given = { ...(period === undefined ? { from, to } : { period }), compare, match, limit: '3' };
  const query = listsQuery.parse({ ...given, dimension: dimensions });
  const lists = { companyId, now: asked.now, scope: wholeScope, query };
  expect(await listBreakdowns(deps, lists)).toEqual(await listBreakdowns(statements, lists));
}

/** Lets everything happen to a new dataset, and asks a question after each step of it. */
async function checkDataset(dataset: GeneratedDataset, questions: GeneratedQuestion[]): Promise<void> {
  const { company } = await aCompany(t.db, { timeZone: dataset.timeZone });
  await t.db.query('UPDATE companies SET week_start = $2 WHERE id = $1', [company.id, dataset.weekStart]);
  const model = new DatasetModel(t.db, company.id, dataset);
  const checked = { dataset, model, companyId: company.id };
  const deps = { db: t.db, reader: new StatsReader(segments) };
  for (const [index, step] of dataset.steps.entries()) {
    if (step.is === 'build') {
      expect(await segments.builder.runPass([company.id])).toBe(true);
    } else await model.apply(step);
    const question = questions[index % questions.length];
    if (question) await expectRecount(deps, checked, question);
  }
  for (const question of questions) await expectRecount(deps, checked, question);
  const [question] = questions;
  if (question) await expectStatements(deps, checked, question);
}

const shrinkMaxMs = 180_000;

// Repeat a failure with `fc.assert(…, { seed, path })` from its message.
test('every number from memory equals a recount of the events', { timeout: 1_200_000 }, async () => {
  let failedAt = Number.POSITIVE_INFINITY;
  const asked = generatedQuestion.map(withoutFilters);
  const question = fc.oneof(
    { weight: 2, arbitrary: asked },
    { weight: 1, arbitrary: asked.map(askAWeekLater) },
  );
  const questions = fc.array(question, {
    minLength: 4,
    maxLength: 8,
    size: 'max',
  });
  const check = fc.asyncProperty(generatedDataset, questions, async (dataset, list) => {
    if (performance.now() - failedAt > shrinkMaxMs) return;
    try {
      await checkDataset(dataset, list);
    } catch (error) {
      failedAt = Math.min(failedAt, performance.now());
      throw error;
    }
  });
  await fc.assert(check, { numRuns: 12, unbiased: true });
  // Most questions have several answers; how many questions there are, is random.
  expect(segments.memories.counts.answered).toBeGreaterThan(questionsAsked);
});
