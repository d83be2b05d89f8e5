import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { aCompany } from '../../../testing/builders.ts';
import { AskedQuestion } from '../../../testing/stats/asked-question.ts';
import { DatasetModel } from '../../../testing/stats/dataset-model.ts';
import { ensureDatasetPartitions } from '../../../testing/stats/dataset-partitions.ts';
import { type GeneratedDataset, generatedDataset, pools } from '../../../testing/stats/generated-dataset.ts';
import { generatedQuestion } from '../../../testing/stats/generated-question.ts';
import { productSources } from '../../../testing/stats/product-sources.ts';
import { unhurriedLimits } from '../../../testing/stats/unhurried-limits.ts';
import { openTestDb } from '../../../testing/test-app.ts';
import { wholeScope } from '../../access/access.ts';
import { insertFunnel } from '../../goals/funnels.queries.ts';
import { insertGoal } from '../../goals/goals.queries.ts';
import { Segments } from '../../segments/segments.ts';
import { StatsReader } from '../reader.ts';
import { countReached, recountFunnel, type Step } from '../recount/conversions.ts';
import { toVisitorDays } from '../recount/visits.ts';
import { countFunnel, countGoals } from './conversions.ts';

let t: Awaited<ReturnType<typeof openTestDb>>;
let segments: Segments;
const dataDir = mkdtempSync(join(tmpdir(), 'northlight-test-'));
beforeAll(async () => {
  t = await openTestDb();
  await ensureDatasetPartitions(t.db);
  const log = { info: () => {}, warn: () => {} };
  const settings = { retentionDays: undefined, diskReserveBytes: 0, limits: unhurriedLimits };
  segments = new Segments({ db: t.db, databaseUrl: t.url, dataDir, log, ...settings });
});
afterAll(async () => {
  await segments.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const patterns = ['*', '/*', '/blog*', '/*o*', '*/*a', '/s*o*p', '*日*', "/o'*: \\ *_", '/b*g*', '/*%*'];
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...pools.path).map(toStep('page')) },
  { weight: 3, arbitrary: fc.constantFrom(...patterns).map(toStep('page')) },
  { weight: 3, arbitrary: fc.constantFrom(...pools.eventName).map(toStep('event')) },
);
const asked = fc.record({
  question: generatedQuestion,
  goals: fc.array(step, { minLength: 0, maxLength: 8 }),
  steps: fc.array(step, { minLength: 2, maxLength: 6 }),
});
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

function toStep(kind: Step['kind']) {
  return (target: string): Step => ({ kind, target });
}

async function checkDataset(dataset: GeneratedDataset, questions: Asked[]): Promise<number> {
  const { company } = await aCompany(t.db, { timeZone: dataset.timeZone });
  const model = new DatasetModel(t.db, company.id, dataset);
  const reader = new StatsReader(segments);
  const lastStep = dataset.steps.length - 1;
  let count = 0;
  for (const [index, change] of dataset.steps.entries()) {
    if (change.is === 'build') expect(await segments.builder.runPass([company.id])).toBe(true);
    else await model.apply(change);
    const rules = { timeZone: dataset.timeZone, orders: model.orders, sources: productSources };
    for (const each of questions) {
      if (Math.max(0, lastStep - each.question.stepsLater) !== index) continue;
      const visitorDays = toVisitorDays(model.events.values(), rules);
      const question = new AskedQuestion(dataset, each.question, visitorDays);
      if (!question.isPossible) continue;
      await checkAnswers({ ...each, companyId: company.id, reader, question });
      count += 1;
    }
  }
  return count;
}

/** A busy machine may need longer than a portal waits. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    }
  }
}

interface Check {
  companyId: string;
  reader: StatsReader;
  question: AskedQuestion;
  goals: Step[];
  steps: Step[];
}

async function checkAnswers({ companyId, reader, question, goals, steps }: Check): Promise<void> {
  const deps = { db: t.db, reader };
  await t.db.query('DELETE FROM goals WHERE company_id = $1', [companyId]);
  for (const [index, { kind, target }] of goals.entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, index));
    await insertGoal(t.db, {
      company_id: companyId,
      id: randomUUID(),
      name: `${index}`,
      kind,
      target,
      created_at,
    });
  }
  const { goalsQuery, now } = question;
  const answer = await untilAnswered(() =>
    countGoals(deps, { companyId, query: goalsQuery, now, scope: wholeScope }),
  );
  expect({ visits: answer.visits, goals: answer.goals.map(({ conversions }) => conversions) }).toEqual({
    visits: question.ofVisits((visits) => visits.length),
    goals: goals.map((goal) => question.ofVisits((visits) => countReached(visits, goal))),
  });

  const funnelId = randomUUID();
  await insertFunnel(t.db, { company_id: companyId, id: funnelId, name: funnelId, steps });
  const query = question.toFunnelQuery(funnelId);
  const found = await untilAnswered(() => countFunnel(deps, { companyId, query, now, scope: wholeScope }));
  const { value: expected } = question.ofVisits((visits) => recountFunnel(visits, steps));
  expect(found.visits).toBe(question.ofVisits((visits) => visits.length).value);
  expect(found.steps.map(({ visits }) => visits)).toEqual(expected.map(({ visits }) => visits));
  for (const [index, { seconds }] of found.steps.entries()) {
    const right = expected[index]?.seconds ?? null;
    if (right === null) expect(seconds).toBeNull();
    else expect(seconds).toBeCloseTo(right, 5);
  }
}

// Repeat a failure with `fc.assert(…, { seed, path })` from its message.
test('goals and funnels of random datasets equal a recount of the events', {
  timeout: 1_200_000,
}, async () => {
  let count = 0;
  const questions = fc.array(asked, { minLength: 4, maxLength: 20, size: 'max' });
  const check = fc.asyncProperty(generatedDataset, questions, async (dataset, list) => {
    count += await checkDataset(dataset, list);
  });
  await fc.assert(check, { numRuns: 10, unbiased: true, endOnFailure: true });
  expect(count).toBeGreaterThan(40);
});
