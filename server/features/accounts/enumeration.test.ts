import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import {
  anAccount,
  anEmail,
  aStrongPassword,
  callInBatches,
  send,
  type TestAccount,
} from '../../testing/accounts/accounts.ts';
import { findMail, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp, testAdminKey } from '../../testing/test-app.ts';

let t: TestApp;
let known: TestAccount;
let unconfirmed: string;
beforeAll(async () => {
  // With production hash cost and delays, because the response time is part of what is tested.
  t = await buildTestApp({ authTiming: {} });
  known = await anAccount(t);
  unconfirmed = anEmail();
  await send(t, apiPaths.signUp, { email: unconfirmed, password: aStrongPassword });
});
afterAll(() => t.close());

/** Counts the hashes that Node computes during a call. */
async function countHashes(call: () => Promise<unknown>): Promise<number> {
  const { scrypt } = crypto;
  let hashes = 0;
  const counting = (...given: Parameters<typeof scrypt>) => {
    hashes += 1;
    return scrypt(...given);
  };
  Object.assign(crypto, { scrypt: counting });
  syncBuiltinESMExports();
  try {
    await call();
    return hashes;
  } finally {
    Object.assign(crypto, { scrypt });
    syncBuiltinESMExports();
  }
}

/** A response without the parts that differ between calls. */
function whole(answer: LightMyRequestResponse) {
  const { date: _, ...headers } = answer.headers;
  return { status: answer.statusCode, headers, body: answer.body };
}

describe('a known address, one waiting for confirmation and an unknown one get the same response', () => {
  const calls: [string, (email: string) => [url: string, body: object]][] = [
    ['sign-up', (email) => [apiPaths.signUp, { email, password: aStrongPassword }]],
    ['sign-in', (email) => [apiPaths.signIn, { email, password: 'some other pass phrase' }]],
    ['resend', (email) => [apiPaths.sendVerificationEmail, { email, password: aStrongPassword }]],
    ['reset', (email) => [apiPaths.requestPasswordReset, { email }]],
    ['grant with a wrong key', (email) => [apiPaths.grantAdmin, { email, accessKey: 'a wrong key' }]],
  ];
  test.each(calls)('%s', async (_name, toCall) => {
    const [stranger, waiting, user] = await Promise.all(
      [anEmail(), unconfirmed, known.email].map((email) => send(t, ...toCall(email))),
    );
    expect(stranger && waiting && user).toBeDefined();
    if (!stranger || !waiting || !user) return;
    expect(whole(user)).toEqual(whole(stranger));
    expect(whole(waiting)).toEqual(whole(stranger));
  });

  test('signing in with the password of a pending sign-up reveals nothing about the address', async () => {
    const password = 'a pass phrase of the attacker';
    const answers = await Promise.all(
      [anEmail(), unconfirmed, known.email].map(async (email) => {
        const signedUp = await send(t, apiPaths.signUp, { email, password });
        const signedIn = await send(t, apiPaths.signIn, { email, password });
        const resent = await send(t, apiPaths.sendVerificationEmail, { email, password });
        return [signedUp, signedIn, resent].map(whole);
      }),
    );
    const [stranger, waiting, user] = answers;
    expect(stranger?.map(({ status }) => status)).toEqual([200, 403, 200]);
    expect(waiting).toEqual(stranger);
    expect(user).toEqual(stranger);
  });

  test('nor after the owner has set a new password', async () => {
    const owner = await anAccount(t);
    const password = 'a pass phrase of the attacker';
    await send(t, apiPaths.signUp, { email: owner.email, password });
    await send(t, apiPaths.requestPasswordReset, { email: owner.email });
    const token = toLinkToken(await findMail(t, owner.email, /^A new password/));
    await send(t, apiPaths.resetPassword, { token, newPassword: 'nine lanterns under the pier' });
    const answer = await send(t, apiPaths.signIn, { email: owner.email, password });
    expectError(answer, 403, 'email-unconfirmed');
  });

  test('sign-in, resend and sign-up cost one hash each, for known and unknown addresses', async () => {
    const password = 'a third pass phrase';
    for (const email of [anEmail(), unconfirmed, known.email]) {
      for (const url of [apiPaths.signIn, apiPaths.sendVerificationEmail, apiPaths.signUp]) {
        expect(await countHashes(() => send(t, url, { email, password })), `${url} ${email}`).toBe(1);
      }
    }
  });

  test('responses are sent in constant-time slots, and passwords are stored at full hash cost', async () => {
    const email = anEmail();
    const begunAt = performance.now();
    await send(t, apiPaths.signUp, { email, password: aStrongPassword });
    // A timer may fire a millisecond early.
    expect(performance.now() - begunAt).toBeGreaterThan(695);
    const { rows } = await t.db.query('SELECT password_hash FROM pending_sign_ups WHERE email = $1', [email]);
    expect(rows[0]?.password_hash).toMatch(/^scrypt\$15\$8\$3\$/);
  });

  test('the correct key with an unsuitable address is answered like a wrong key', async () => {
    const grant = (email: string, accessKey: string) => send(t, apiPaths.grantAdmin, { email, accessKey });
    const wrongKey = await grant(known.email, 'a wrong key');
    expect(whole(await grant(anEmail(), testAdminKey))).toEqual(whole(wrongKey));
    expect(whole(await grant(unconfirmed, testAdminKey))).toEqual(whole(wrongKey));
    expect((await grant(known.email, testAdminKey)).statusCode).toBe(200);
  });

  test('all of them are slowed down after six failures', async () => {
    await t.db.query('DELETE FROM attempts');
    const body = { password: 'some other pass phrase' };
    const slowed = async (email: string) => {
      const answers = await callInBatches(9, () => send(t, apiPaths.signIn, { ...body, email }), 3);
      expect(answers.map((answer) => answer.statusCode)).toEqual([
        ...Array(6).fill(401),
        ...Array(3).fill(429),
      ]);
      return answers.at(-1);
    };
    const [user, stranger] = [await slowed(known.email), await slowed(anEmail())];
    const withoutSeconds = (text = '') => text.replace(/\d+ seconds?/, '… seconds');
    expect(withoutSeconds(user?.body)).toBe(withoutSeconds(stranger?.body));
    expect(user?.statusCode).toBe(stranger?.statusCode);
  });
});
