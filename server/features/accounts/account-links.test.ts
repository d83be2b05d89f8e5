import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '../../../contract/accounts.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { expectError } from '../../testing/expect-answers.ts';
import { aGoodPassword, anEmail, aSignedInUser, aUser, send } from '../../testing/people.ts';
import { findMail, listMails, toLinkToken } from '../../testing/sent-mails.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { sealLink } from './mail-links.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const anotherPassword = 'nine lanterns under the pier';
const yesterday = new Date(Date.now() - 86_400_000);
const userOf = async (cookie: string) =>
  me.parse((await t.app.inject({ url: apiPaths.me, headers: { cookie } })).json()).user;

test('a confirming link works once, also when it is clicked twice at once', async () => {
  const email = anEmail();
  await send(t, apiPaths.signUp, { email, password: aGoodPassword });
  const token = toLinkToken(await findMail(t, email, /^Confirm/));
  const answers = await Promise.all([1, 2, 3].map(() => send(t, apiPaths.verifyEmail, { token })));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
  expectError(await send(t, apiPaths.verifyEmail, { token }), 409, 'link-used');
  // Looking at a link, as mail scanners do, confirms nothing: there is no such address.
  expect((await t.app.inject({ url: `${apiPaths.verifyEmail}?token=${token}` })).statusCode).toBe(404);
});

test('expired, cut, forged and foreign links are refused in words of their own', async () => {
  const { id } = await aUser(t);
  const seal = (secret: string, purpose: 'confirm-address' | 'reset-password', at: Date) =>
    sealLink(secret, purpose, id, at);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const good = seal(testAppSecret, 'confirm-address', tomorrow);
  const confirm = (token: string) => send(t, apiPaths.verifyEmail, { token });
  expectError(await confirm(seal(testAppSecret, 'confirm-address', yesterday)), 400, 'link-expired');
  expectError(await confirm(good.slice(0, -3)), 400, 'link-wrong');
  expectError(await confirm(`B${good.slice(1)}`), 400, 'link-wrong');
  expectError(await confirm(seal('another secret', 'confirm-address', tomorrow)), 400, 'link-wrong');
  expectError(await confirm(seal(testAppSecret, 'reset-password', tomorrow)), 400, 'link-wrong');
  expectError(
    await confirm(sealLink(testAppSecret, 'confirm-address', 'nobody', tomorrow)),
    400,
    'link-wrong',
  );
  expectError(await confirm(good), 409, 'link-used');
  const reset = seal(testAppSecret, 'reset-password', yesterday);
  const answer = await send(t, apiPaths.resetPassword, { token: reset, newPassword: anotherPassword });
  expectError(answer, 400, 'link-expired');
});

test('whoever signs up last, and confirms, has chosen the password', async () => {
  const email = anEmail();
  await send(t, apiPaths.signUp, { email, password: aGoodPassword });
  const first = toLinkToken(await findMail(t, email, /^Confirm/));
  await send(t, apiPaths.signUp, { email, password: anotherPassword });
  const second = toLinkToken(await findMail(t, email, /^Confirm/));
  expectError(await send(t, apiPaths.verifyEmail, { token: first }), 400, 'link-wrong');
  expect((await send(t, apiPaths.verifyEmail, { token: second })).statusCode).toBe(200);
  expectError(await send(t, apiPaths.signIn, { email, password: aGoodPassword }), 401, 'auth-refused');
  expect((await send(t, apiPaths.signIn, { email, password: anotherPassword })).statusCode).toBe(200);
});

test('the same sign-up twice at once makes one account, and both answers are good', async () => {
  const email = anEmail();
  const answers = await Promise.all(
    [1, 2].map(() => send(t, apiPaths.signUp, { email, password: aGoodPassword })),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  const found = await t.db.pool.query('SELECT id FROM "user" WHERE email = $1', [email]);
  expect(found.rows).toHaveLength(1);
});

test('a forgotten password is replaced once by a mailed link, which signs every browser out', async () => {
  const user = await aUser(t);
  const elsewhere = await aSignedInUser(t, user);
  const asked = await send(t, apiPaths.requestPasswordReset, { email: user.email });
  expect(asked.json()).toEqual({ status: true });
  const mail = await findMail(t, user.email, /^A new password/);
  expect(mail.text).toContain(`${t.config.publicUrl}/auth/reset-password?token=`);
  const token = toLinkToken(mail);

  const weak = await send(t, apiPaths.resetPassword, { token, newPassword: 'password1234' });
  expectError(weak, 400, 'auth-refused');
  const body = { token, newPassword: anotherPassword };
  const answers = await Promise.all([1, 2].map(() => send(t, apiPaths.resetPassword, body)));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  expectError(await send(t, apiPaths.resetPassword, body), 409, 'link-used');

  expect([await userOf(user.cookie), await userOf(elsewhere.cookie)]).toEqual([null, null]);
  expectError(await send(t, apiPaths.signIn, user), 401, 'auth-refused');
  expect((await send(t, apiPaths.signIn, { ...user, password: anotherPassword })).statusCode).toBe(200);
  await findMail(t, user.email, /password .* was changed/);
});

test('the owner of a known address is told that somebody tried to sign up with it', async () => {
  const { email, password } = await aUser(t);
  await send(t, apiPaths.signUp, { email, password: anotherPassword });
  await findMail(t, email, /^You already have an account/);
  expect((await send(t, apiPaths.signIn, { email, password })).statusCode).toBe(200);
});

test('a link is mailed again to who waits for one, five times an hour in all, and to nobody else', async () => {
  const email = anEmail();
  await send(t, apiPaths.signUp, { email, password: aGoodPassword });
  const again = () => send(t, apiPaths.sendVerificationEmail, { email });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(again));
  expect(answers.map((answer) => answer.body)).toEqual(Array(6).fill('{"status":true}'));
  await expect.poll(async () => (await listMails(t, email)).length).toBe(5);
  const confirmed = await aUser(t);
  await send(t, apiPaths.sendVerificationEmail, { email: confirmed.email });
  expect(await listMails(t, confirmed.email)).toHaveLength(1);
});
