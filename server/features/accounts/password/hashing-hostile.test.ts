import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  anAccount,
  anEmail,
  anIpAddress,
  callInBatches,
  send,
  type TestAccount,
} from '../../../testing/accounts/accounts.ts';
import { findMail, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let victim: TestAccount;
let attackers: TestAccount[];
beforeAll(async () => {
  // At production hash cost, so that requests queue up in the hash queue.
  t = await buildTestApp({ authTiming: {} });
  victim = await anAccount(t);
  attackers = [];
  for (let turn = 0; turn < 4; turn += 1) attackers.push(await anAccount(t));
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

const statusesOf = async (answers: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode);
const openTransactions = async () =>
  (
    await t.db.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    )
  ).rows[0]?.n;

test('four accounts repeating two-factor/enable neither crash the server nor block other sign-ins', async () => {
  const address = anIpAddress();
  const flood = attackers.flatMap(({ cookie, password }) =>
    Array.from({ length: 25 }, () => send(t, apiPaths.enableTwoFactor, { password }, { cookie, address })),
  );
  const signIns = [victim, attackers[0] ?? victim].map((user) => send(t, apiPaths.signIn, user));
  const [own, ...others] = await statusesOf(signIns);
  expect([own, ...others]).toEqual([200, 200]);
  const got = new Set(await statusesOf(flood));
  expect([...got].sort()).toEqual([200, 429]);
  // The places of the address were released.
  expect(await statusesOf([send(t, apiPaths.enableTwoFactor, {}, { address })])).toEqual([401]);
  // Jobs of the server, such as sending mails, have transactions as well.
  await expect.poll(openTransactions).toBe(0);
  expect((await t.app.inject('/readyz')).statusCode).toBe(200);
});

test('two-factor/enable with the correct password is limited to ten calls within 15 minutes', async () => {
  const [attacker] = attackers;
  if (!attacker) throw new Error('there is no attacker');
  const { cookie, password } = attacker;
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    statuses.push((await send(t, apiPaths.enableTwoFactor, { password }, { cookie })).statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  const last = await send(t, apiPaths.enableTwoFactor, { password }, { cookie });
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(60);
});

test('a used reset link is rejected before anything is hashed', async () => {
  const owner = await anAccount(t);
  await send(t, apiPaths.requestPasswordReset, { email: owner.email });
  const token = toLinkToken(await findMail(t, owner.email, /^A new password/));
  const body = { token, newPassword: 'nine lanterns under the pier' };
  expect((await send(t, apiPaths.resetPassword, body)).statusCode).toBe(200);
  const began = t.server.metrics.read().find(({ name }) => name === 'northlight_password_hashes_total');
  const used = await Promise.all(Array.from({ length: 20 }, () => send(t, apiPaths.resetPassword, body)));
  for (const answer of used) expectError(answer, 409, 'link-used');
  const ended = t.server.metrics.read().find(({ name }) => name === 'northlight_password_hashes_total');
  expect(ended?.samples).toEqual(began?.samples);
  const address = anIpAddress();
  const fromOne = await callInBatches(22, () => send(t, apiPaths.resetPassword, body, { address }));
  expect(fromOne.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
});

test('a flood of sign-ins from one address gets 429 and never fails the sign-ins of others', async () => {
  const address = anIpAddress();
  const flood = Array.from({ length: 40 }, () =>
    send(t, apiPaths.signIn, { email: anEmail(), password: 'anything at all' }, { address }),
  );
  const others = [victim, ...attackers].map((user) => send(t, apiPaths.signIn, user));
  expect(await statusesOf(others)).toEqual(Array(5).fill(200));
  const answers = await Promise.all(flood);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]));
  for (const answer of answers) {
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
});

test('connections that end inside transactions are answered as busy, not as 500', async () => {
  let isOver = false;
  const end = async () => {
    while (!isOver) {
      await t.db
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'northlight'
             AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
        )
        .catch(() => undefined);
    }
  };
  const ending = end();
  const signIns = await Promise.all(
    [victim, ...attackers].flatMap((user) => [1, 2, 3].map(() => send(t, apiPaths.signIn, user))),
  );
  isOver = true;
  await ending;
  for (const { statusCode, body } of signIns) expect([200, 429, 503], body).toContain(statusCode);
  await t.db.query('DELETE FROM attempts');
  await expect.poll(async () => (await send(t, apiPaths.signIn, victim)).statusCode).toBe(200);
});
