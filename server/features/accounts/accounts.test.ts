import { afterAll, beforeAll, expect, test } from 'vitest';
import { me } from '../../../contract/account/accounts.ts';
import { adminCompanies, adminCompany } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import {
  anAccount,
  anAdmin,
  anEmail,
  aStrongPassword,
  send,
  toCookieHeader,
} from '../../testing/accounts/accounts.ts';
import { findMail, toLinkToken } from '../../testing/mail/sent-mails.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

async function whoIs(cookie: string) {
  const answer = await t.app.inject({ url: apiPaths.me, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return me.strict().parse(answer.json());
}

test('an account signs up, confirms by link and password, is signed in by that, and signs out', async () => {
  const email = anEmail();
  const signedUp = await send(t, apiPaths.signUp, {
    email: ` ${email.toUpperCase()} `,
    password: aStrongPassword,
  });
  expect(signedUp.json()).toEqual({ status: true, storedMail: {} });
  expect(signedUp.cookies).toEqual([]);
  const early = await send(t, apiPaths.signIn, { email, password: aStrongPassword });
  expectError(early, 403, 'email-unconfirmed');

  const mail = await findMail(t, email, /^Confirm your address/);
  expect(mail.text).toContain(`${t.config.publicUrl}/auth/confirm?token=`);
  const link = { token: toLinkToken(mail), password: aStrongPassword };
  const confirmed = await send(t, apiPaths.verifyEmail, link);
  expect(confirmed.json()).toEqual({ status: true });
  const cookie = toCookieHeader(confirmed);
  expect(await whoIs(cookie)).toMatchObject({
    user: { email, hasTwoFactor: false },
    role: null,
    needsTwoFactor: false,
  });
  const recorded = await t.db.query('SELECT action FROM audit_log WHERE object = $1', [email]);
  // Both may have the same millisecond.
  const actions = recorded.rows.map(({ action }) => action).sort();
  expect(actions).toEqual(['account.confirmed', 'session.started']);
  const again = await send(t, apiPaths.signIn, { email, password: aStrongPassword });
  expect(again.json()).toEqual({ twoFactorRedirect: false });

  const signedOut = await send(t, apiPaths.signOut, {}, { cookie });
  expect(signedOut.json()).toEqual({ status: true });
  expect((await whoIs(cookie)).user).toBeNull();
});

test('an administrator creates companies and lists them, newest first, with working keys', async () => {
  const { cookie } = await anAdmin(t);
  expect(await whoIs(cookie)).toMatchObject({ role: 'owner', needsTwoFactor: false });
  const created = await send(
    t,
    apiPaths.companies,
    { name: 'A', domain: 'https://www.Shop.example/' },
    { cookie },
  );
  expect(created.statusCode, created.body).toBe(201);
  const company = adminCompany.strict().parse(created.json());
  expect(company.domain).toBe('shop.example');
  await send(t, apiPaths.companies, { name: 'B', domain: 'localhost' }, { cookie });
  const list = await t.app.inject({ url: apiPaths.companies, headers: { cookie } });
  const { companies } = adminCompanies.strict().parse(list.json());
  expect(companies.map(({ name }) => name)).toEqual(['B', 'A']);
  expect(companies[1]).toEqual(company);
});

test('without a session or the role, companies cannot be managed', async () => {
  expectError(await t.app.inject({ url: apiPaths.companies }), 401, 'not-signed-in');
  const { cookie } = await anAccount(t);
  expectError(await t.app.inject({ url: apiPaths.companies, headers: { cookie } }), 403, 'not-admin');
});

test('signed-in accounts see how to become the first administrator until there is one', async () => {
  const empty = await buildTestApp();
  const keyless = await buildTestApp({ databaseUrl: empty.databaseUrl, env: { ADMIN_ACCESS_KEY: '' } });
  const ask = async (app: TestApp, cookie: string) =>
    me.strict().parse((await app.app.inject({ url: apiPaths.me, headers: { cookie } })).json()).firstAdminBy;
  const owner = await anAccount(empty);
  expect(await ask(empty, '')).toBeNull();
  expect(await ask(empty, owner.cookie)).toBe('key');
  expect(await ask(keyless, owner.cookie)).toBe('command');
  await anAdmin(empty);
  expect(await ask(empty, owner.cookie)).toBeNull();
  expect(await ask(keyless, owner.cookie)).toBeNull();
  await keyless.close();
  await empty.close();
});
