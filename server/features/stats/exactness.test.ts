import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany } from '../../testing/builders.ts';
import { AskedQuestion } from '../../testing/stats/asked-question.ts';
import { DatasetModel } from '../../testing/stats/dataset-model.ts';
import { ensureDatasetPartitions } from '../../testing/stats/dataset-partitions.ts';
import { type GeneratedDataset, generatedDataset } from '../../testing/stats/generated-dataset.ts';
import { type GeneratedQuestion, generatedQuestion } from '../../testing/stats/generated-question.ts';
import { listAnswerDifferences } from '../../testing/stats/list-answer-differences.ts';
import { productSources } from '../../testing/stats/product-sources.ts';
import { unhurriedLimits } from '../../testing/stats/unhurried-limits.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { Segments } from '../segments/segments.ts';
import { StatsReader } from './reader.ts';
import { toVisitorDays } from './recount/visits.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
let segments: Segments;
const dataDir = mkdtempSync(join(tmpdir(), 'northlight-test-'));
beforeAll(async () => {
  t = await openTestDb();
  await ensureDatasetPartitions(t.db);
  segments = openSegments();
});
afterAll(async () => {
  await segments.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

function openSegments(): Segments {
  return new Segments({
    db: t.db,
    databaseUrl: t.url,
    dataDir,
    retentionDays: undefined,
    diskReserveBytes: 0,
    log: { info: () => {}, warn: () => {} },
    // Small enough that many datasets need several slices, and tails of files.
    limits: { ...unhurriedLimits, sliceRows: 40, tailTableRows: 20 },
  });
}

async function build(companyId: string, merges: boolean): Promise<void> {
  // Closed months are merged in the first pass of a process: another one with the same store.
  const builder = merges ? openSegments() : segments;
  try {
    expect(await builder.builder.runPass([companyId])).toBe(true);
    expect(builder.builder.counts.failures).toBe(0);
  } finally {
    if (merges) await builder.close();
  }
}

/** Lets everything happen to a new dataset, asks the questions on the way, and returns how many were asked. */
async function checkDataset(dataset: GeneratedDataset, questions: GeneratedQuestion[]): Promise<number> {
  const { company } = await aCompany(t.db, { timeZone: dataset.timeZone });
  await t.db.query('UPDATE companies SET week_start = $2 WHERE id = $1', [company.id, dataset.weekStart]);
  const model = new DatasetModel(t.db, company.id, dataset);
  const deps = { db: t.db, reader: new StatsReader(segments) };
  const lastStep = dataset.steps.length - 1;
  let asked = 0;
  for (const [index, step] of dataset.steps.entries()) {
    if (step.is === 'build') await build(company.id, step.merges);
    else await model.apply(step);
    const now = questions.filter(({ stepsLater }) => Math.max(0, lastStep - stepsLater) === index);
    if (now.length === 0) continue;
    const rules = { timeZone: dataset.timeZone, orders: model.orders, sources: productSources };
    const visitorDays = toVisitorDays(model.events.values(), rules);
    for (const generated of now) {
      const question = new AskedQuestion(dataset, generated, visitorDays);
      if (!question.isPossible) continue;
      const differences = await listAnswerDifferences(deps, company.id, question);
      expect({ question: generated, differences: differences.slice(0, 20) }).toEqual({
        question: generated,
        differences: [],
      });
      asked += 1;
    }
  }
  return asked;
}

/** A smaller example of a failure is searched for this long, so that a slow machine reports one as well. */
const shrinkMaxMs = 180_000;

// Repeat a failure with `fc.assert(…, { seed, path })` from its message.
test('every number of hundreds of random answers equals a recount of the events', {
  timeout: 1_200_000,
}, async () => {
  let asked = 0;
  let failedAt = Number.POSITIVE_INFINITY;
  const questions = fc.array(generatedQuestion, { minLength: 10, maxLength: 30, size: 'max' });
  const check = fc.asyncProperty(generatedDataset, questions, async (dataset, list) => {
    if (performance.now() - failedAt > shrinkMaxMs) return;
    try {
      asked += await checkDataset(dataset, list);
    } catch (error) {
      failedAt = Math.min(failedAt, performance.now());
      throw error;
    }
  });
  // With its bias most datasets would be tiny, and few of them would have what makes the overlay difficult.
  await fc.assert(check, { numRuns: 16, unbiased: true });
  expect(asked).toBeGreaterThan(200);
});
