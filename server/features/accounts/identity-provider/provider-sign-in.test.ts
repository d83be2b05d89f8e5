import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { me } from '../../../../contract/account/accounts.ts';
import { accountData } from '../../../../contract/account/self-service.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  aNewSession,
  anAccount,
  anEmail,
  findCurrentUser,
  mergeCookies,
  send,
} from '../../../testing/accounts/accounts.ts';
import {
  signInWithProvider,
  startIdentityProvider,
  startSignIn,
  type TestIdentityProvider,
} from '../../../testing/accounts/identity-provider.ts';
import { toTotp } from '../../../testing/accounts/totp.ts';
import { withTwoFactor } from '../../../testing/accounts/two-factor.ts';
import { findMail, listMails, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let provider: TestIdentityProvider;
let t: TestApp;
beforeAll(async () => {
  provider = await startIdentityProvider();
  t = await buildTestApp({ env: provider.env });
});
afterAll(async () => {
  await t.close();
  await provider.close();
});
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

let people = 0;
function aPerson(given: { email?: string; email_verified?: boolean; name?: string } = {}) {
  people += 1;
  const person = { sub: `person-${people}`, email: anEmail(), email_verified: true, name: 'Ada', ...given };
  provider.person = person;
  return person;
}
const subjectsTo = async (email: string) => (await listMails(t, email)).map(({ subject }) => subject);
const listActions = async (email: string) =>
  (
    await t.db.query<{ action: string }>('SELECT action FROM audit_log WHERE actor = $1 ORDER BY id', [email])
  ).rows.map(({ action }) => action);

test('a person with a new address gets an account and a session, with PKCE, state and nonce', async () => {
  const person = aPerson();
  const { url } = await startSignIn(t);
  const { searchParams, origin } = new URL(url);
  expect(origin).toBe(provider.issuer);
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toBeTruthy();
  expect(searchParams.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile']);

  const { answer, location, cookie } = await signInWithProvider(t);
  expect(answer.statusCode).toBe(303);
  expect(location).toBe('/admin');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(await findCurrentUser(t, cookie)).toMatchObject({
    email: person.email,
    name: 'Ada',
    hasPassword: false,
  });
  expect(await subjectsTo(person.email)).toEqual([]);
  expect(await listActions(person.email)).toEqual(['account.confirmed', 'session.started']);
});

test('nothing that the provider sends besides the identity is stored', async () => {
  const { email, sub } = aPerson();
  await signInWithProvider(t);
  await signInWithProvider(t);
  const { rows } = await t.db.query(
    `SELECT provider_id, account_id, access_token, refresh_token, id_token, scope
     FROM account JOIN "user" u ON u.id = user_id WHERE email = $1`,
    [email],
  );
  const nothing = { access_token: null, refresh_token: null, id_token: null, scope: null };
  expect(rows).toEqual([{ provider_id: `oidc ${provider.issuer}`, account_id: sub, ...nothing }]);
});

test('the button has the configured name, also for people who are not signed in', async () => {
  const answer = me.parse((await t.app.inject({ url: apiPaths.me })).json());
  expect(answer).toMatchObject({ user: null, identityProvider: 'Example ID' });
});

test('an account with the verified address is linked, and its owner gets one mail about it', async () => {
  const user = await anAccount(t);
  aPerson({ email: user.email.toUpperCase(), name: 'Another Name' });
  const { cookie } = await signInWithProvider(t);
  expect(await findCurrentUser(t, cookie)).toMatchObject({ id: user.id, name: '', hasPassword: true });
  expect((await findMail(t, user.email, /with Example ID$/)).text).toContain('Your password works as before');
  expect(await subjectsTo(user.email)).toContainEqual(expect.stringMatching(/^A new browser/));
  const again = await signInWithProvider(t, { cookie });
  expect((await findCurrentUser(t, again.cookie))?.id).toBe(user.id);
  const notices = (await subjectsTo(user.email)).filter((subject) => / with Example ID$/.test(subject));
  expect(notices).toHaveLength(1);
  expect(await listActions(user.email)).toContain('account.linked');
  await aNewSession(t, user);
});

test('a person stays linked when the account or the provider has another address', async () => {
  const person = aPerson();
  const { cookie } = await signInWithProvider(t);
  const account = await findCurrentUser(t, cookie);
  const newEmail = anEmail();
  await send(t, apiPaths.myAddress, { newEmail }, { cookie });
  const token = toLinkToken(await findMail(t, newEmail, /^Confirm your new address/));
  expect((await send(t, apiPaths.confirmMyAddress, { token }, { cookie })).statusCode).toBe(200);
  expect((await findCurrentUser(t, (await signInWithProvider(t)).cookie))?.id).toBe(account?.id);
  provider.person = { ...person, email: anEmail() };
  expect(await findCurrentUser(t, (await signInWithProvider(t)).cookie)).toMatchObject({
    id: account?.id,
    email: newEmail,
  });
});

test('with two-factor on, a code is needed after the provider, and nothing is linked before it', async () => {
  const user = await anAccount(t);
  const { totpURI } = await withTwoFactor(t, user);
  aPerson({ email: user.email });
  const { location, cookie } = await signInWithProvider(t);
  expect(location).toBe('/auth?provider=code');
  expect(await findCurrentUser(t, cookie)).toBeNull();
  const { rows } = await t.db.query('SELECT 1 FROM account WHERE user_id = $1', [user.id]);
  expect(rows).toHaveLength(1);
  const wrong = await send(t, apiPaths.verifyTotp, { code: '000000' }, { cookie });
  expectError(wrong, 401, 'invalid-code');
  const verified = await send(t, apiPaths.verifyTotp, { code: toTotp(totpURI) }, { cookie });
  expect(verified.statusCode).toBe(200);
  expect((await findCurrentUser(t, mergeCookies(cookie, verified)))?.id).toBe(user.id);
});

test('a browser is known to an account without a password as well', async () => {
  const { email } = aPerson();
  const first = await signInWithProvider(t);
  await signInWithProvider(t, { cookie: first.cookie });
  expect(await subjectsTo(email)).toEqual([]);
  await signInWithProvider(t);
  expect(await subjectsTo(email)).toEqual([expect.stringMatching(/^A new browser/)]);
});

test('a sign-in leads back to the page that asked for it, and replaces the session of the browser', async () => {
  aPerson();
  const first = await signInWithProvider(t, { returnTo: '/admin/account' });
  expect(first.location).toBe('/admin/account');
  const second = await signInWithProvider(t, { cookie: first.cookie });
  expect(await findCurrentUser(t, first.cookie)).toBeNull();
  expect(await findCurrentUser(t, second.cookie)).not.toBeNull();
});

test('an account without a password counts its sign-in as recent, and sets a password by mail', async () => {
  const { email } = aPerson();
  const { cookie } = await signInWithProvider(t);
  const file = await t.app.inject({ url: apiPaths.myData, headers: { cookie } });
  const data = accountData.strict().parse(file.json());
  expect(data.signInMethods.map(({ kind }) => kind)).toEqual([`oidc ${provider.issuer}`]);
  const password = 'nine lanterns under the pier';
  const wrong = await send(t, apiPaths.renewSignIn, { password }, { cookie });
  expectError(wrong, 400, 'wrong-password');
  await send(t, apiPaths.requestPasswordReset, { email });
  const token = toLinkToken(await findMail(t, email, /^A new password/));
  const reset = await send(t, apiPaths.resetPassword, { token, newPassword: password });
  expect(reset.statusCode).toBe(200);
  const { cookie: own } = await aNewSession(t, { email, password });
  expect((await findCurrentUser(t, own))?.hasPassword).toBe(true);
  // From now on the account page asks for it.
  expectError(await send(t, apiPaths.deleteMe, { email }, { cookie: own }), 400, 'wrong-password');
});

test('an account without a password needs a recent sign-in where others enter theirs', async () => {
  const { email } = aPerson();
  const { cookie } = await signInWithProvider(t);
  await t.db.query(`UPDATE session SET signed_in_at = now() - interval '25 hours'`);
  const remove = (given: string) => send(t, apiPaths.deleteMe, { email }, { cookie: given });
  expectError(await remove(cookie), 403, 'recent-sign-in-required');
  const again = await signInWithProvider(t, { cookie });
  expect((await remove(again.cookie)).statusCode).toBe(200);
  expect(await findCurrentUser(t, again.cookie)).toBeNull();
});
