import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { aGoodPassword, anEmail, aUser, send, type User } from '../../testing/people.ts';
import { buildTestApp, type TestApp, testAdminKey } from '../../testing/test-app.ts';

let t: TestApp;
let known: User;
let unconfirmed: string;
beforeAll(async () => {
  t = await buildTestApp();
  known = await aUser(t);
  unconfirmed = anEmail();
  await send(t, apiPaths.signUp, { email: unconfirmed, password: aGoodPassword });
});
afterAll(() => t.close());

/** All of an answer but what differs from one call to the next. */
function whole(answer: LightMyRequestResponse) {
  const { date: _, ...headers } = answer.headers;
  return { status: answer.statusCode, headers, body: answer.body };
}

describe('an address that is known, one that waits for its confirmation and one that is neither are answered alike', () => {
  const calls: [string, (email: string) => [url: string, body: object]][] = [
    ['sign-up', (email) => [apiPaths.signUp, { email, password: aGoodPassword }]],
    ['sign-in', (email) => [apiPaths.signIn, { email, password: 'some other pass phrase' }]],
    ['resend', (email) => [apiPaths.sendVerificationEmail, { email }]],
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

  test('the right password of an address not confirmed yet is answered as a wrong one', async () => {
    const right = await send(t, apiPaths.signIn, { email: unconfirmed, password: aGoodPassword });
    const wrong = await send(t, apiPaths.signIn, { email: anEmail(), password: aGoodPassword });
    expect(whole(right)).toEqual(whole(wrong));
  });

  test('the right key for an address that is not fit is answered as a wrong key', async () => {
    const grant = (email: string, accessKey: string) => send(t, apiPaths.grantAdmin, { email, accessKey });
    const wrongKey = await grant(known.email, 'a wrong key');
    expect(whole(await grant(anEmail(), testAdminKey))).toEqual(whole(wrongKey));
    expect(whole(await grant(unconfirmed, testAdminKey))).toEqual(whole(wrongKey));
    expect((await grant(known.email, testAdminKey)).statusCode).toBe(200);
  });

  test('and all of them are locked out after ten failures', async () => {
    await t.db.pool.query('DELETE FROM attempts');
    const body = { password: 'some other pass phrase' };
    const locked = async (email: string) => {
      // At once: tries are counted before a password is looked at.
      const tries = Array.from({ length: 12 }, () => send(t, apiPaths.signIn, { ...body, email }));
      const answers = await Promise.all(tries);
      expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
      const refused = answers.filter((answer) => answer.statusCode === 429);
      expect(refused).toHaveLength(2);
      return refused[0]?.body;
    };
    expect(await locked(known.email)).toBe(await locked(anEmail()));
  });
});
