import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { anEmail, anIpAddress, aStrongPassword, send } from '../../testing/accounts/accounts.ts';
import {
  challengeThresholds,
  countStatus,
  floodContactForm,
  listStatuses,
  sendContactMessage,
  threshold,
} from '../../testing/flooded-server.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { parseMetrics } from '../../testing/parse-metrics.ts';
import { requireChallenge, solve, toSolutionHeaders } from '../../testing/requests/solve-challenge.ts';
import { buildTestApp, openTestDb, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { AppError } from '../errors.ts';
import { Metrics } from '../metrics/metrics.ts';
import { Challenges } from './challenges.ts';

async function countMails(t: TestApp): Promise<number> {
  return (await t.db.query('SELECT count(*)::int AS n FROM mails')).rows[0]?.n;
}

const readAttempts = async (t: TestApp) =>
  (await t.db.query('SELECT key, times, is_refused, ends_at FROM attempts ORDER BY key')).rows;

async function listStatusesOfFour(t: TestApp): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await sendContactMessage(t)).statusCode);
  return statuses;
}

describe('a server that is flooded', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ challengeThresholds });
  });
  afterAll(() => t.close());

  test('of forms sent at once from 30 addresses only as many as the threshold are accepted', async () => {
    const answers = await floodContactForm(t, 30);
    expect(countStatus(answers, 200)).toBe(threshold);
    expect(countStatus(answers, 428)).toBe(30 - threshold);
    // Each message sends two mails: the acknowledgement and the notice to the agency.
    expect(await countMails(t)).toBe(2 * threshold);
  });

  test('rejecting the flood writes nothing to the database', async () => {
    const before = await readAttempts(t);
    expect(countStatus(await floodContactForm(t, 20), 428)).toBe(20);
    expect(await readAttempts(t)).toEqual(before);
  });

  test('a browser that solves its challenge gets through the flood', async () => {
    const [refused] = await Promise.all([sendContactMessage(t), floodContactForm(t, 20)]);
    const body = messageForms.contact.body();
    const headers = toSolutionHeaders(await solve(requireChallenge(refused)));
    const [answer, others] = await Promise.all([
      send(t, messageForms.contact.path, body, { headers }),
      floodContactForm(t, 20),
    ]);
    expect(answer.statusCode).toBe(200);
    expect(countStatus(others, 428)).toBe(20);
  });

  test('metrics count the challenges that were issued, solved and rejected', async () => {
    const text = (
      await t.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { host: 'localhost' } })
    ).body;
    const read = (outcome: string) =>
      parseMetrics(text).find(
        ({ name, labels }) => name === 'northlight_challenges_total' && labels.outcome === outcome,
      )?.value;
    expect(read('given')).toBeGreaterThanOrEqual(67);
    expect(read('solved')).toBe(1);
    expect(read('refused')).toBeUndefined();
  });
});

test('rejected requests do not count towards the threshold', async () => {
  const t = await buildTestApp({ challengeThresholds });
  try {
    const address = anIpAddress();
    const body = messageForms.contact.body();
    for (let turn = 0; turn < 10; turn += 1) {
      expect(
        (await send(t, messageForms.contact.path, { ...body, email: 'nobody' }, { address })).statusCode,
      ).toBe(400);
      const weak = await send(t, apiPaths.signUp, { email: anEmail(), password: 'password' });
      expect(weak.statusCode).toBe(400);
      const unknown = { priceId: 'price_none', customerEmail: anEmail() };
      expect((await send(t, apiPaths.createCheckout, unknown)).statusCode).toBe(400);
    }
    // An address may sign up five times an hour, so only the first five of ten are accepted.
    const wide = await buildTestApp({
      challengeThresholds: { account: 6 },
      databaseUrl: t.databaseUrl,
    });
    try {
      const signUp = () =>
        send(wide, apiPaths.signUp, { email: anEmail(), password: aStrongPassword }, { address });
      const own: number[] = [];
      for (let turn = 0; turn < 10; turn += 1) own.push((await signUp()).statusCode);
      expect(own).toEqual([...Array(5).fill(200), ...Array(5).fill(429)]);
      const stranger = await send(wide, apiPaths.requestPasswordReset, { email: anEmail() });
      expect(stranger.statusCode).toBe(200);
    } finally {
      await wide.close();
    }
    expect(await listStatusesOfFour(t)).toEqual([200, 200, 200, 428]);
  } finally {
    await t.close();
  }
});

test('repeated and rejected messages of one sender do not count towards the threshold', async () => {
  const t = await buildTestApp({ challengeThresholds: { form: 8 } });
  try {
    const address = anIpAddress();
    const body = messageForms.contact.body();
    const repeat = () =>
      send(t, messageForms.contact.path, body, {
        headers: { 'idempotency-key': 'the-same-message' },
        address,
      });
    const repeated = await Promise.all(Array.from({ length: 5 }, repeat));
    for (let turn = 0; turn < 10; turn += 1) repeated.push(await repeat());
    expect(new Set(listStatuses(repeated))).toEqual(new Set([200]));
    // The limit of this address has room for four more messages.
    const own: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) own.push((await sendContactMessage(t, {}, address)).statusCode);
    expect(own).toEqual([...Array(4).fill(200), ...Array(8).fill(429)]);
    const counted = await t.db.query(
      `SELECT cardinality(times) AS n FROM attempts WHERE key = 'challenge/accepted/form'`,
    );
    expect(counted.rows[0]?.n).toBe(5);
    expect(await listStatusesOfFour(t)).toEqual([200, 200, 200, 428]);
  } finally {
    await t.close();
  }
});

test('a burst of requests does not hold every database connection while it waits for one row', async () => {
  const t = await buildTestApp();
  const database = new pg.Client({ connectionString: t.databaseUrl });
  // A separate connection, because within a transaction pg_stat_activity does not change.
  const observer = new pg.Client({ connectionString: t.databaseUrl });
  await Promise.all([database.connect(), observer.connect()]);
  try {
    const request = () =>
      send(t, apiPaths.requestPasswordReset, { email: anEmail() }, { address: anIpAddress() });
    expect((await request()).statusCode).toBe(200);
    await database.query('BEGIN');
    await database.query(`SELECT FROM attempts WHERE key = 'challenge/accepted/account' FOR UPDATE`);
    const burst = Promise.all(Array.from({ length: 30 }, request));
    const waiting = async () =>
      (
        await observer.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).rows[0]?.n;
    let isOver = false;
    const ended = burst.finally(() => {
      isOver = true;
    });
    let waitingMax = 0;
    while (!isOver) waitingMax = Math.max(waitingMax, await waiting());
    await ended;
    expect(waitingMax).toBe(1);
    await database.query('ROLLBACK');
    // The first query timed out waiting for the row lock, and the requests queued behind it failed too.
    for (const status of listStatuses(await burst)) expect([200, 503]).toContain(status);
  } finally {
    await Promise.all([database.end(), observer.end()]);
    await t.close();
  }
});

test('a database failure fails the waiting burst and no later request', async () => {
  const { db, close } = await openTestDb();
  try {
    const challenges = new Challenges({ db, appSecret: testAppSecret, metrics: new Metrics() });
    const admit = () =>
      challenges.admit({ kind: 'form', solution: undefined }).then(
        () => 'accepted',
        () => 'failed',
      );
    await db.query('ALTER TABLE attempts RENAME TO lost');
    expect(new Set(await Promise.all([admit(), admit(), admit()]))).toEqual(new Set(['failed']));
    await db.query('ALTER TABLE lost RENAME TO attempts');
    expect(await Promise.all([admit(), admit(), admit()])).toEqual(Array(3).fill('accepted'));
  } finally {
    await close();
  }
});

test('an hour after the flood no challenge is required', async () => {
  const { db, close } = await openTestDb();
  try {
    const challenges = new Challenges({
      db,
      appSecret: testAppSecret,
      metrics: new Metrics(),
      thresholds: { form: threshold },
    });
    const admit = async (atSeconds: number) =>
      challenges.admit({ kind: 'form', solution: undefined }, new Date(begin + atSeconds * 1_000)).then(
        () => 'accepted',
        (error: unknown) => (error instanceof AppError ? error.code : error),
      );
    const begin = Date.now();
    const verdicts: unknown[] = [];
    for (const at of [0, 1_000, 2_000, 2_001, 3_599, 3_600, 3_601, 4_600]) verdicts.push(await admit(at));
    expect(verdicts).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'challenge-required',
      'challenge-required',
      // The first accepted request is now an hour old.
      'accepted',
      'challenge-required',
      'accepted',
    ]);
  } finally {
    await close();
  }
});

test('solving fast makes challenges harder, at most four times', async () => {
  const t = await buildTestApp({ challengeThresholds: { form: 2 } });
  try {
    expect(listStatuses([await sendContactMessage(t), await sendContactMessage(t)])).toEqual([200, 200]);
    const counters: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const solved = await solve(requireChallenge(await sendContactMessage(t)));
      counters.push(solved.solution.counter);
      expect((await sendContactMessage(t, toSolutionHeaders(solved))).statusCode).toBe(200);
    }
    const [first = 0, second = 0, ...later] = counters;
    for (const easy of [first, second]) expect(easy).toBeLessThan(1_200);
    for (const hard of later) {
      expect(hard).toBeGreaterThanOrEqual(1_600);
      expect(hard).toBeLessThan(4_800);
    }
  } finally {
    await t.close();
  }
});
