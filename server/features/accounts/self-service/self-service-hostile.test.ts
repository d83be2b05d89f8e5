import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  aNewSession,
  anAccount,
  anAdmin,
  anEmail,
  anIpAddress,
  aStrongPassword,
  findCurrentUser,
  send,
} from '../../../testing/accounts/accounts.ts';
import { aRequestedAddress } from '../../../testing/accounts/self-service.ts';
import { findMail, listMails, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { createLinkToken } from '../links/mailed-link.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

const password = aStrongPassword;
const newPassword = 'nine lanterns under the pier';
const confirm = (token: string, { cookie }: { cookie: string }) =>
  send(t, apiPaths.confirmMyAddress, { token }, { cookie });
const requestAddress = (newEmail: string, { cookie }: { cookie: string }) =>
  send(t, apiPaths.myAddress, { newEmail, password }, { cookie });
const countAccounts = async (email: string) =>
  (await t.db.query('SELECT 1 FROM "user" WHERE email = $1', [email])).rows.length;

describe('a change of address', () => {
  test('a link works once', async () => {
    const user = await anAccount(t);
    const { token } = await aRequestedAddress(t, user);
    const answers = await Promise.all([confirm(token, user), confirm(token, user), confirm(token, user)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expectError(await confirm(token, user), 409, 'link-used');
  });

  test('the link of another account changes nothing, and stays valid for its account', async () => {
    const attacker = await anAccount(t);
    const victim = await anAccount(t);
    const { token, newEmail } = await aRequestedAddress(t, attacker);
    expectError(await confirm(token, victim), 400, 'link-invalid');
    expect((await findCurrentUser(t, victim.cookie))?.email).toBe(victim.email);
    expectError(await send(t, apiPaths.confirmMyAddress, { token }), 401, 'not-signed-in');
    expect((await confirm(token, attacker)).json()).toEqual({ email: newEmail });
  });

  test('links of other kinds, forged and expired ones are refused', async () => {
    const user = await anAccount(t);
    await aRequestedAddress(t, user);
    const { rows } = await t.db.query<{ id: string }>('SELECT id FROM address_changes WHERE user_id = $1', [
      user.id,
    ]);
    const content = `${rows[0]?.id} ${user.id}`;
    const later = new Date(Date.now() + 60_000);
    const make = (...[purpose, expiresAt]: ['reset-password' | 'change-address', Date]) =>
      createLinkToken(testAppSecret, purpose, content, expiresAt);
    expectError(await confirm(make('reset-password', later), user), 400, 'link-invalid');
    const forged = createLinkToken('another secret', 'change-address', content, later);
    expectError(await confirm(forged, user), 400, 'link-invalid');
    const old = make('change-address', new Date(Date.now() - 60_000));
    expectError(await confirm(old, user), 400, 'link-expired');
    expect((await confirm(make('change-address', later), user)).statusCode).toBe(200);
  });

  test('an address that signs up in the meantime keeps its account', async () => {
    const user = await anAccount(t);
    const { token, newEmail } = await aRequestedAddress(t, user);
    const other = await anAccount(t, { email: newEmail });
    expectError(await confirm(token, user), 409, 'conflict');
    expect((await findCurrentUser(t, user.cookie))?.email).toBe(user.email);
    expect((await findCurrentUser(t, other.cookie))?.email).toBe(newEmail);
    expectError(await confirm(token, user), 409, 'link-used');
  });

  test('of a sign-up and a change of address that are confirmed at once, one gets the address', async () => {
    const user = await anAccount(t);
    const { token, newEmail } = await aRequestedAddress(t, user);
    await send(t, apiPaths.signUp, { email: newEmail, password });
    const signUp = toLinkToken(await findMail(t, newEmail, /^Confirm your address/));
    const answers = await Promise.all([
      confirm(token, user),
      send(t, apiPaths.verifyEmail, { token: signUp, password }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await countAccounts(newEmail)).toBe(1);
  });

  test('a sign-up for the address cannot be confirmed after the change', async () => {
    const user = await anAccount(t);
    const { token, newEmail } = await aRequestedAddress(t, user);
    await send(t, apiPaths.signUp, { email: newEmail, password: newPassword });
    const signUp = toLinkToken(await findMail(t, newEmail, /^Confirm your address/));
    expect((await confirm(token, user)).statusCode).toBe(200);
    const late = await send(t, apiPaths.verifyEmail, { token: signUp, password: newPassword });
    expectError(late, 409, 'link-used');
    expect(await countAccounts(newEmail)).toBe(1);
  });

  test('of two accounts that want the same address, the first to confirm gets it', async () => {
    const newEmail = anEmail();
    const users = [await anAccount(t), await anAccount(t)];
    const tokens: string[] = [];
    for (const user of users) {
      tokens.push((await aRequestedAddress(t, user, newEmail)).token);
      // Else the second account would be given the mail of the first.
      await t.db.query('UPDATE mails SET recipient = $1 WHERE recipient = $2', [anEmail(), newEmail]);
    }
    const answers = await Promise.all(users.map((user, index) => confirm(tokens[index] ?? '', user)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await countAccounts(newEmail)).toBe(1);
  });

  test('two accounts that take each other’s address do not block each other', async () => {
    const [ann, ben] = [await anAccount(t), await anAccount(t)];
    await requestAddress(ben.email, ann);
    await requestAddress(ann.email, ben);
    const toToken = async ({ id }: { id: string }) => {
      const { rows } = await t.db.query<{ id: string }>('SELECT id FROM address_changes WHERE user_id = $1', [
        id,
      ]);
      const later = new Date(Date.now() + 60_000);
      return createLinkToken(testAppSecret, 'change-address', `${rows[0]?.id} ${id}`, later);
    };
    const answers = await Promise.all([confirm(await toToken(ann), ann), confirm(await toToken(ben), ben)]);
    for (const answer of answers) expectError(answer, 409, 'conflict');
  });

  test('a reset link to the old address no longer works after the change', async () => {
    const user = await anAccount(t);
    await send(t, apiPaths.requestPasswordReset, { email: user.email });
    const reset = toLinkToken(await findMail(t, user.email, /^A new password/));
    const { token } = await aRequestedAddress(t, user);
    expect((await confirm(token, user)).statusCode).toBe(200);
    expectError(await send(t, apiPaths.resetPassword, { token: reset, newPassword }), 409, 'link-used');
  });

  test('a password that its owner resets withdraws a change that was requested with the old one', async () => {
    const user = await anAccount(t);
    const thief = await aNewSession(t, user);
    const { token } = await aRequestedAddress(t, thief);
    await send(t, apiPaths.requestPasswordReset, { email: user.email });
    const reset = toLinkToken(await findMail(t, user.email, /^A new password/));
    await send(t, apiPaths.resetPassword, { token: reset, newPassword });
    const owner = await aNewSession(t, { email: user.email, password: newPassword });
    expectError(await confirm(token, thief), 401, 'not-signed-in');
    expectError(await confirm(token, owner), 409, 'link-used');
  });

  test('requests are limited for each account, and wrong passwords are counted', async () => {
    const user = await anAccount(t);
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const body = { newEmail: anEmail(), password: 'some other pass phrase' };
      statuses.push((await send(t, apiPaths.myAddress, body, user)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test('one mailbox gets at most three links a day, from whatever accounts', async () => {
    const newEmail = anEmail();
    for (let turn = 0; turn < 5; turn += 1) await requestAddress(newEmail, await anAccount(t));
    const links = (await listMails(t, newEmail)).filter(({ subject }) => /^Confirm your new/.test(subject));
    expect(links).toHaveLength(3);
  });
});

describe('a new password', () => {
  test('of two changes at once one succeeds, and the other session ends', async () => {
    const user = await anAccount(t);
    const other = await aNewSession(t, user);
    const change = ({ cookie }: { cookie: string }, next: string) =>
      send(t, apiPaths.myPassword, { password, newPassword: next }, { cookie, address: anIpAddress() });
    const answers = await Promise.all([
      change(user, newPassword),
      change(other, 'eleven otters below the weir'),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers) expect(answer.statusCode).toBeLessThan(500);
  });

  test('a stolen session cannot guess the password without limit', async () => {
    const user = await anAccount(t);
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const body = { password: `wrong pass phrase ${turn}`, newPassword };
      statuses.push((await send(t, apiPaths.myPassword, body, user)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});

describe('deleting an account', () => {
  test('two owners who delete their accounts at once leave one', async () => {
    await t.db.query(`DELETE FROM user_roles`);
    const admins = [await anAdmin(t), await anAdmin(t)];
    const remove = ({ email, cookie }: { email: string; cookie: string }) =>
      send(t, apiPaths.deleteMe, { email, password }, { cookie });
    const answers = await Promise.all(admins.map(remove));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { rows } = await t.db.query<{ email: string }>(
      'SELECT email FROM user_roles JOIN "user" ON id = user_id',
    );
    expect(rows).toHaveLength(1);
    const last = admins.find(({ email }) => email === rows[0]?.email);
    expect(last).toBeDefined();
    if (!last) return;
    expectError(await remove(last), 409, 'last-owner');
    expect(await findCurrentUser(t, last.cookie)).not.toBeNull();
  });

  test('ends the links that were mailed to it', async () => {
    const user = await anAccount(t);
    await send(t, apiPaths.requestPasswordReset, { email: user.email });
    const reset = toLinkToken(await findMail(t, user.email, /^A new password/));
    const { newEmail, token } = await aRequestedAddress(t, user);
    await send(t, apiPaths.deleteMe, { email: user.email, password }, user);
    expectError(await send(t, apiPaths.resetPassword, { token: reset, newPassword }), 409, 'link-used');
    expectError(await confirm(token, user), 401, 'not-signed-in');
    expect(await countAccounts(newEmail)).toBe(0);
  });
});
