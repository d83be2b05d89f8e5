import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Challenge } from '../../../contract/account/challenge.ts';
import { solve, toSolutionHeaders } from '../../testing/requests/solve-challenge.ts';
import { openTestDb, testAppSecret } from '../../testing/test-app.ts';
import { AppError } from '../errors.ts';
import { Metrics } from '../metrics/metrics.ts';
import { Challenges } from './challenges.ts';

// Attacks on the counts of accepted requests: repeats with an Idempotency-Key create nothing and must not be counted.

let t: Awaited<ReturnType<typeof openTestDb>>;
beforeAll(async () => {
  t = await openTestDb();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

const threshold = 2;
const limit = { key: 'forms of one network', max: 100, windowSeconds: 3_600 };

const aProcess = () =>
  new Challenges({
    db: t.db,
    appSecret: testAppSecret,
    metrics: new Metrics(),
    thresholds: { form: threshold },
  });

interface Attempt {
  solution?: string | undefined;
  /** The request repeats an earlier one with the same key. */
  isRepeat?: boolean;
  at?: Date;
  /** Delays the end of the request. */
  until?: Promise<unknown>;
}

/** Sends a request that creates something. Returns the challenge if one is required. */
async function attempt(
  challenges: Challenges,
  { solution, isRepeat = false, at = new Date(), until }: Attempt = {},
): Promise<Challenge | undefined> {
  try {
    await challenges.admitCreation(
      { kind: 'form', solution, limit },
      async (count) => {
        if (!isRepeat) await count(t.db);
        await until;
      },
      at,
    );
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.challenge) return error.challenge;
    throw error;
  }
}

const solved = async (challenge: Challenge | undefined): Promise<string> => {
  if (!challenge) throw new Error('no challenge was asked for');
  return Object.values(toSolutionHeaders(await solve(challenge)))[0] ?? '';
};

test('a repeat that solved a challenge does not let the next request pass without one', async () => {
  const challenges = aProcess();
  for (let turn = 0; turn < threshold; turn += 1) expect(await attempt(challenges)).toBeUndefined();
  for (let turn = 0; turn < 3; turn += 1) {
    const solution = await solved(await attempt(challenges));
    expect(await attempt(challenges, { solution, isRepeat: true })).toBeUndefined();
    expect(await attempt(challenges)).toBeDefined();
  }
});

test('a repeat that solved a challenge does not make the next challenges easy again', async () => {
  const challenges = aProcess();
  for (let turn = 0; turn < threshold; turn += 1) await attempt(challenges);
  for (let turn = 0; turn < threshold; turn += 1) {
    await attempt(challenges, { solution: await solved(await attempt(challenges)) });
  }
  const repeat = await solved(await attempt(challenges));
  await attempt(challenges, { solution: repeat, isRepeat: true });
  const hard = await attempt(challenges);
  expect(hard && (await solve(hard)).solution.counter).toBeGreaterThanOrEqual(1_600);
});

test('repeats in one process do not close the forms of another', async () => {
  const [one, other] = [aProcess(), aProcess()];
  await attempt(one);
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const repeats = attempt(one, { isRepeat: true, until });
  await expect.poll(async () => (await attempt(other)) !== undefined).toBe(true);
  release();
  await repeats;
  expect(await attempt(other, { at: new Date(Date.now() + 61_000) })).toBeUndefined();
});

test('a request overtaken by an accepted one needs no challenge', async () => {
  const challenges = aProcess();
  const now = Date.now();
  expect(await attempt(challenges, { at: new Date(now + 50) })).toBeUndefined();
  expect(await attempt(challenges, { at: new Date(now) })).toBeUndefined();
});

test.each([
  ['solved a challenge', true],
  ['repeats an earlier one', false],
])('a request that %s succeeds even if its count cannot be stored', async (_what, isSolved) => {
  const challenges = aProcess();
  if (isSolved) for (let turn = 0; turn < threshold; turn += 1) await attempt(challenges);
  const solution = isSolved ? await solved(await attempt(challenges)) : undefined;
  const creation = challenges.admitCreation({ kind: 'form', solution, limit }, async (count) => {
    if (isSolved) await count(t.db);
    await t.db.query('ALTER TABLE attempts RENAME TO away');
    return 'done';
  });
  expect(await creation.finally(() => t.db.query('ALTER TABLE away RENAME TO attempts'))).toBe('done');
});
