import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/client.ts';
import { aCompany } from '../../testing/builders.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import type { CompanyFigures } from '../stats/figures/figures.ts';
import { StatsReader } from '../stats/reader.ts';
import { answerOverview, type OverviewDeps } from './overview.ts';
import { SharedWork } from './shared-work.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

/** The parts of the overview, with each of its statements counted. */
function aCountedOverview() {
  const counted = { statements: 0 };
  const { segments } = t.server;
  const db: Db = {
    ...t.db,
    query: (statement, values) => {
      counted.statements += 1;
      return t.db.query(statement, values);
    },
    get orm(): Db['orm'] {
      throw new Error('statements of the query builder are not counted here');
    },
  };
  const errors: unknown[] = [];
  const figures = new SharedWork<CompanyFigures>({
    runningMax: 4,
    keptCharactersMax: 1_000_000,
    isFinal: () => true,
    onError: (error) => errors.push(error),
  });
  const deps: OverviewDeps = {
    db,
    reader: new StatsReader(segments),
    admission: segments.admission,
    figures,
  };
  return { deps, counted, errors };
}

const asked = {
  scope: 'all',
  query: { period: '30d', compare: 'previous', match: 'weekday' },
} as const;

test('the number of statements does not depend on the number of companies', async () => {
  const ids: string[] = [];
  while (ids.length < 30) ids.push((await aCompany(t.db)).company.id);
  const { deps, counted } = aCountedOverview();
  const now = new Date();
  const countFor = async (some: string[]) => {
    // Afterwards the figures are known.
    await answerOverview(deps, { ...asked, ids: some, now });
    counted.statements = 0;
    const { rows, isComplete } = await answerOverview(deps, { ...asked, ids: some, now });
    expect(rows.map(({ counts }) => counts?.current.visitors)).toEqual(some.map(() => 0));
    expect(isComplete).toBe(true);
    return counted.statements;
  };
  const few = await countFor(ids.slice(0, 3));
  expect(few).toBeLessThan(13);
  expect(await countFor(ids)).toBe(few);
});

test('a company whose figures cannot be computed does not take those of others with it', async () => {
  const { company: broken } = await aCompany(t.db);
  const { company: fine } = await aCompany(t.db);
  const { deps, errors } = aCountedOverview();
  const { reader } = deps;
  const inTurn = reader.inTurn.bind(reader);
  let turns = 0;
  reader.inTurn = (turn) => {
    turns += 1;
    if (turns === 1) throw new Error('broken');
    return inTurn(turn);
  };
  const { rows, isComplete } = await answerOverview(deps, {
    ...asked,
    ids: [broken.id, fine.id],
    now: new Date(),
  });
  // The newest is the first.
  expect(rows.map(({ id, counts }) => [id, counts === null])).toEqual([
    [fine.id, true],
    [broken.id, false],
  ]);
  expect(isComplete).toBe(true);
  expect(errors).toHaveLength(1);
});
