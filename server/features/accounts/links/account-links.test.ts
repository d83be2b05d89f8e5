import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  ageAttempts,
  aNewSession,
  anAccount,
  anEmail,
  anIpAddress,
  aStrongPassword,
  callInBatches,
  findCurrentUser,
  send,
} from '../../../testing/accounts/accounts.ts';
import { findMail, listMails, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { deleteExpired } from '../clean-up.queries.ts';
import { listPendingSignUps } from '../sign-up/pending-sign-ups.queries.ts';
import { createLinkToken } from './mailed-link.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const anotherPassword = 'nine lanterns under the pier';
const yesterday = new Date(Date.now() - 86_400_000);

test('a confirmation link works once, even if it is clicked twice at once', async () => {
  const email = anEmail();
  await send(t, apiPaths.signUp, { email, password: aStrongPassword });
  const token = toLinkToken(await findMail(t, email, /^Confirm/));
  const body = { token, password: aStrongPassword };
  const answers = await Promise.all([1, 2, 3].map(() => send(t, apiPaths.verifyEmail, body)));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
  expectError(await send(t, apiPaths.verifyEmail, body), 409, 'link-used');
  // Mail scanners that open the link confirm nothing: the API has no GET route for it.
  expect((await t.app.inject({ url: `${apiPaths.verifyEmail}?token=${token}` })).statusCode).toBe(404);
});

test('expired, truncated, forged and foreign links are rejected with different messages', async () => {
  const known = await anAccount(t);
  const waiting = anEmail();
  await send(t, apiPaths.signUp, { email: waiting, password: aStrongPassword });
  const { id } = await findSignUp(waiting);
  const seal = (secret: string, purpose: 'confirm-address' | 'reset-password', at: Date) =>
    createLinkToken(secret, purpose, `${id} ${waiting}`, at);
  const tomorrow = new Date(Date.now() + 86_400_000);
  const good = seal(testAppSecret, 'confirm-address', tomorrow);
  const confirm = (token: string) => send(t, apiPaths.verifyEmail, { token, password: aStrongPassword });
  expectError(await confirm(seal(testAppSecret, 'confirm-address', yesterday)), 400, 'link-expired');
  expectError(await confirm(good.slice(0, -3)), 400, 'link-invalid');
  expectError(await confirm(`B${good.slice(1)}`), 400, 'link-invalid');
  expectError(await confirm(seal('another secret', 'confirm-address', tomorrow)), 400, 'link-invalid');
  expectError(await confirm(seal(testAppSecret, 'reset-password', tomorrow)), 400, 'link-invalid');
  expectError(
    await confirm(createLinkToken(testAppSecret, 'confirm-address', 'nobody', tomorrow)),
    400,
    'link-invalid',
  );
  const ofKnown = (content: string) => createLinkToken(testAppSecret, 'confirm-address', content, tomorrow);
  expectError(await confirm(ofKnown(`gone ${known.email}`)), 409, 'link-used');
  // Links as earlier releases sealed them.
  expectError(await confirm(ofKnown(known.id)), 409, 'link-used');
  expect((await confirm(ofKnown(id))).statusCode).toBe(200);
  expectError(await confirm(good), 409, 'link-used');
  expectError(await confirm(seal(testAppSecret, 'confirm-address', yesterday)), 409, 'link-used');
  const reset = seal(testAppSecret, 'reset-password', yesterday);
  const answer = await send(t, apiPaths.resetPassword, { token: reset, newPassword: anotherPassword });
  expectError(answer, 400, 'link-expired');
});

test('two simultaneous sign-ups with one address and password are one sign-up, and either link confirms it', async () => {
  const email = anEmail();
  const body = { email, password: aStrongPassword };
  const answers = await Promise.all([1, 2].map(() => send(t, apiPaths.signUp, body)));
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
  await expect.poll(async () => (await listMails(t, email)).length).toBe(2);
  const tokens = (await listMails(t, email)).map(toLinkToken);
  const confirmed = await Promise.all(
    tokens.map((token) => send(t, apiPaths.verifyEmail, { token, password: aStrongPassword })),
  );
  expect(confirmed.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  const found = await t.db.query('SELECT id FROM "user" WHERE email = $1', [email]);
  expect(found.rows).toHaveLength(1);
});

test('a password reset by mailed link works once and ends all sessions', async () => {
  const user = await anAccount(t);
  const elsewhere = await aNewSession(t, user);
  const asked = await send(t, apiPaths.requestPasswordReset, { email: user.email });
  expect(asked.json()).toEqual({ status: true, storedMail: {} });
  const mail = await findMail(t, user.email, /^A new password/);
  expect(mail.text).toContain(`${t.config.publicUrl}/auth/reset-password?token=`);
  const token = toLinkToken(mail);

  const weak = await send(t, apiPaths.resetPassword, { token, newPassword: 'password1234' });
  expectError(weak, 400, 'weak-password', 'newPassword');
  const body = { token, newPassword: anotherPassword };
  const answers = await Promise.all([1, 2].map(() => send(t, apiPaths.resetPassword, body)));
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  expectError(await send(t, apiPaths.resetPassword, body), 409, 'link-used');

  expect([await findCurrentUser(t, user.cookie), await findCurrentUser(t, elsewhere.cookie)]).toEqual([
    null,
    null,
  ]);
  expectError(await send(t, apiPaths.signIn, user), 401, 'invalid-credentials');
  expect((await send(t, apiPaths.signIn, { ...user, password: anotherPassword })).statusCode).toBe(200);
  await findMail(t, user.email, /password .* was changed/);
});

test('the owner of an existing account is mailed when a sign-up uses the address', async () => {
  const { email, password } = await anAccount(t);
  await send(t, apiPaths.signUp, { email, password: anotherPassword });
  await findMail(t, email, /^You already have an account/);
  expect((await send(t, apiPaths.signIn, { email, password })).statusCode).toBe(200);
});

test('a new link needs the password of the sign-up, and a network gets two mails a day', async () => {
  const email = anEmail();
  const address = anIpAddress();
  await send(t, apiPaths.signUp, { email, password: aStrongPassword }, { address });
  const again = (password: string) =>
    send(t, apiPaths.sendVerificationEmail, { email, password }, { address });
  expect((await again(anotherPassword)).body).toBe('{"status":true,"storedMail":{}}');
  expect(await listMails(t, email)).toHaveLength(1);
  const answers = await callInBatches(3, () => again(aStrongPassword));
  expect(answers.map((answer) => answer.body)).toEqual(Array(3).fill('{"status":true,"storedMail":{}}'));
  expect(await listMails(t, email)).toHaveLength(2);
  const token = toLinkToken(await findMail(t, email, /^Confirm/));
  expect((await send(t, apiPaths.verifyEmail, { token, password: aStrongPassword })).statusCode).toBe(200);
});

test('an expired link requests a new one for its address without a password', async () => {
  const email = anEmail();
  await send(t, apiPaths.signUp, { email, password: aStrongPassword });
  const { id } = await findSignUp(email);
  const resend = (token: string) => send(t, apiPaths.renewVerificationLink, { token });
  const expired = createLinkToken(testAppSecret, 'confirm-address', `${id} ${email}`, yesterday);
  expect((await resend(expired)).json()).toEqual({ status: true, storedMail: {} });
  await expect.poll(async () => (await listMails(t, email)).length).toBe(2);
  const token = toLinkToken(await findMail(t, email, /^Confirm/));
  expectError(await resend(token.slice(0, -3)), 400, 'link-invalid');
  const other = createLinkToken(testAppSecret, 'confirm-address', `${id} someone@else.test`, yesterday);
  expect((await resend(other)).statusCode).toBe(200);
  expect(await listMails(t, 'someone@else.test')).toEqual([]);
  expect((await send(t, apiPaths.verifyEmail, { token, password: aStrongPassword })).statusCode).toBe(200);
  expectError(await resend(expired), 409, 'link-used');
});

test('a sign-up over the daily mail budget is stored and gets its link on a later request', async () => {
  const email = anEmail();
  for (let turn = 0; turn < 3; turn += 1) {
    await send(t, apiPaths.signUp, { email, password: `${anotherPassword} ${turn}` });
  }
  const body = { email, password: aStrongPassword };
  await send(t, apiPaths.signUp, body);
  expect(await listMails(t, email)).toHaveLength(3);
  expectError(await send(t, apiPaths.signIn, body), 403, 'email-unconfirmed');
  await ageAttempts(t, 86_400);
  await send(t, apiPaths.sendVerificationEmail, body);
  expect(await listMails(t, email)).toHaveLength(4);
  const token = toLinkToken((await listMails(t, email)).at(-1) ?? { subject: '', text: '' });
  expect((await send(t, apiPaths.verifyEmail, { token, password: aStrongPassword })).statusCode).toBe(200);
});

test('an unconfirmed sign-up is deleted after a week', async () => {
  const email = anEmail();
  await send(t, apiPaths.signUp, { email, password: aStrongPassword });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await deleteExpired(t.db, inDays(6.9));
  await findSignUp(email);
  await deleteExpired(t.db, inDays(7.1));
  await expect(findSignUp(email)).rejects.toThrow('no sign-up');
});

async function findSignUp(email: string): Promise<{ id: string }> {
  const [found] = await listPendingSignUps(t.db, email);
  if (!found) throw new Error(`there is no sign-up of ${email}`);
  return found;
}
