import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedInSessions } from '../../../../contract/account/accounts.ts';
import { accountData, pendingAddress } from '../../../../contract/account/self-service.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  aNewSession,
  anAccount,
  anAdmin,
  aStrongPassword,
  findCurrentUser,
  mergeCookies,
  send,
  type TestAccount,
} from '../../../testing/accounts/accounts.ts';
import { aRequestedAddress } from '../../../testing/accounts/self-service.ts';
import { toTotp } from '../../../testing/accounts/totp.ts';
import { withTwoFactor } from '../../../testing/accounts/two-factor.ts';
import { findMail, listMails } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { AdminStreamReader } from '../../../testing/streams/admin-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let base: string;
beforeAll(async () => {
  t = await buildTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM attempts');
});

const newPassword = 'nine lanterns under the pier';
const password = aStrongPassword;
const get = (url: string, cookie: string) => t.app.inject({ url, headers: { cookie } });
const listActions = async ({ id }: TestAccount) =>
  (
    await t.db.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE actor_id = $1 ORDER BY at DESC, id DESC',
      [id],
    )
  ).rows.map(({ action }) => action);

describe('the name', () => {
  test('is kept and shown to its owner', async () => {
    const user = await anAccount(t);
    const answer = await send(t, apiPaths.myName, { name: '  Ada Lovelace ' }, { ...user, method: 'PUT' });
    expect(answer.statusCode).toBe(200);
    expect((await findCurrentUser(t, user.cookie))?.name).toBe('Ada Lovelace');
    expect((await listActions(user))[0]).toBe('account.renamed');
  });

  test.each([['x'.repeat(101)], ['Ada\nLovelace'], ['Ada\u202eecalevoL']])('%j is refused', async (name) => {
    const user = await anAccount(t);
    const answer = await send(t, apiPaths.myName, { name }, { ...user, method: 'PUT' });
    expectError(answer, 400, 'invalid-request', 'name');
  });
});

describe('the password', () => {
  test('is replaced with the current one, which ends every other session and open page', async () => {
    const user = await anAdmin(t);
    const other = await aNewSession(t, user);
    const stream = await AdminStreamReader.open(base, other.cookie);
    const answer = await send(t, apiPaths.myPassword, { password, newPassword }, user);
    expect(answer.statusCode).toBe(200);
    const cookie = mergeCookies(user.cookie, answer);
    expect(await findCurrentUser(t, cookie)).toMatchObject({ email: user.email });
    // The session has a new token.
    expect(await findCurrentUser(t, user.cookie)).toBeNull();
    expect(await findCurrentUser(t, other.cookie)).toBeNull();
    await expect.poll(() => stream.isClosed, { timeout: 20_000 }).toBe(true);
    await aNewSession(t, { email: user.email, password: newPassword });
    expectError(await send(t, apiPaths.signIn, user), 401, 'invalid-credentials');
    const mail = await findMail(t, user.email, /password .* was changed/);
    expect(mail.text).toContain('Every other browser was signed out');
    expect(await listActions(user)).toContain('password.changed');
  });

  test('stays with a wrong current one, a weak one, and the same one', async () => {
    const user = await anAccount(t);
    const change = (body: object) => send(t, apiPaths.myPassword, body, user);
    const wrong = await change({ password: 'some other pass phrase', newPassword });
    expectError(wrong, 400, 'wrong-password', 'password');
    const weak = await change({ password, newPassword: 'password1234' });
    expectError(weak, 400, 'weak-password', 'newPassword');
    const same = await change({ password, newPassword: password });
    expectError(same, 400, 'weak-password', 'newPassword');
    await aNewSession(t, user);
  });

  test('needs a code while two-factor is on', async () => {
    const user = await anAccount(t);
    const { cookie, totpURI } = await withTwoFactor(t, user);
    const change = (body: object) =>
      send(t, apiPaths.myPassword, { password, newPassword, ...body }, { cookie });
    expectError(await change({}), 400, 'invalid-code', 'code');
    expect((await change({ code: toTotp(totpURI) })).statusCode).toBe(200);
  });

  test('that is replaced withdraws a requested new address', async () => {
    const user = await anAccount(t);
    const { token } = await aRequestedAddress(t, user);
    const answer = await send(t, apiPaths.myPassword, { password, newPassword }, user);
    const cookie = mergeCookies(user.cookie, answer);
    expectError(await send(t, apiPaths.confirmMyAddress, { token }, { cookie }), 409, 'link-used');
  });
});

describe('sessions', () => {
  test('all others end with one request', async () => {
    const user = await anAccount(t);
    const others = [await aNewSession(t, user), await aNewSession(t, user)];
    const answer = await send(t, apiPaths.mySessions, {}, { ...user, method: 'DELETE' });
    expect(answer.statusCode).toBe(204);
    for (const { cookie } of others) expect(await findCurrentUser(t, cookie)).toBeNull();
    const { sessions } = signedInSessions.parse((await get(apiPaths.mySessions, user.cookie)).json());
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });
});

describe('the address', () => {
  test('changes with the link mailed to the new one, and the old one gets a notice twice', async () => {
    const user = await anAccount(t);
    const { newEmail, token } = await aRequestedAddress(t, user);
    const { pending } = pendingAddress.parse((await get(apiPaths.myAddress, user.cookie)).json());
    expect(pending?.newEmail).toBe(newEmail);
    expect((await findCurrentUser(t, user.cookie))?.email).toBe(user.email);
    expect((await findMail(t, user.email, /^A new address/)).text).toContain(newEmail);

    const confirmed = await send(t, apiPaths.confirmMyAddress, { token }, user);
    expect(confirmed.json()).toEqual({ email: newEmail });
    expect((await findCurrentUser(t, user.cookie))?.email).toBe(newEmail);
    expect((await findMail(t, user.email, /^The address .* was changed/)).text).toContain(newEmail);
    expect(pendingAddress.parse((await get(apiPaths.myAddress, user.cookie)).json()).pending).toBeNull();
    await aNewSession(t, { email: newEmail, password });
    expectError(await send(t, apiPaths.signIn, user), 401, 'invalid-credentials');
    expect(await listActions(user)).toEqual(
      expect.arrayContaining(['address.change-requested', 'address.changed']),
    );
  });

  test('the browser that confirmed it is known under the new address', async () => {
    const user = await anAccount(t);
    const { newEmail, token } = await aRequestedAddress(t, user);
    const cookie = mergeCookies(user.cookie, await send(t, apiPaths.confirmMyAddress, { token }, user));
    await send(t, apiPaths.signIn, { email: newEmail, password }, { cookie });
    expect((await listMails(t, newEmail)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Confirm your new address/),
    ]);
  });

  test('a second request for the same address keeps the link of the first mail valid', async () => {
    const user = await anAccount(t);
    const { newEmail, token } = await aRequestedAddress(t, user);
    await send(t, apiPaths.myAddress, { newEmail, password }, user);
    expect((await send(t, apiPaths.confirmMyAddress, { token }, user)).statusCode).toBe(200);
  });

  test('a request for another address replaces the first', async () => {
    const user = await anAccount(t);
    const first = await aRequestedAddress(t, user);
    const second = await aRequestedAddress(t, user);
    expectError(await send(t, apiPaths.confirmMyAddress, { token: first.token }, user), 409, 'link-used');
    const confirmed = await send(t, apiPaths.confirmMyAddress, { token: second.token }, user);
    expect(confirmed.json()).toEqual({ email: second.newEmail });
  });

  test('a withdrawn change cannot be confirmed', async () => {
    const user = await anAccount(t);
    const { token } = await aRequestedAddress(t, user);
    const withdrawn = await send(t, apiPaths.myAddress, {}, { ...user, method: 'DELETE' });
    expect(withdrawn.statusCode).toBe(204);
    expectError(await send(t, apiPaths.confirmMyAddress, { token }, user), 409, 'link-used');
    expect((await listActions(user))[0]).toBe('address.change-withdrawn');
  });

  test('the present address and a wrong password are refused at their fields', async () => {
    const user = await anAccount(t);
    const request = (body: object) => send(t, apiPaths.myAddress, body, user);
    const same = await request({ newEmail: user.email.toUpperCase(), password });
    expectError(same, 400, 'invalid-request', 'newEmail');
    const wrong = await request({ newEmail: 'new@people.test', password: 'some other pass phrase' });
    expectError(wrong, 400, 'wrong-password', 'password');
    const missing = await request({ newEmail: 'new@people.test' });
    expectError(missing, 400, 'wrong-password', 'password');
  });
});

describe('the file with what is stored about a person', () => {
  test('has the account, its sessions, actions and mails, and no secret', async () => {
    const user = await anAdmin(t);
    await aRequestedAddress(t, user);
    const answer = await get(apiPaths.myData, user.cookie);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="account-[\d-]+\.json"$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    const data = accountData.strict().parse(answer.json());
    expect(data.account).toMatchObject({ email: user.email, hasTwoFactor: false });
    expect(data.role).toMatchObject({ role: 'owner', companies: null });
    expect(data.signInMethods).toEqual([{ kind: 'password', id: null, since: expect.any(String) }]);
    expect(data.sessions).toHaveLength(1);
    expect(data.pendingAddress).not.toBeNull();
    expect(data.actions.map(({ action }) => action)).toContain('account.confirmed');
    expect(data.mails.map(({ subject }) => subject).join()).toContain('Confirm your address');
    const { rows } = await t.db.query<{ secret: string }>(
      `SELECT password AS secret FROM account WHERE user_id = $1
       UNION ALL SELECT token FROM session WHERE user_id = $1`,
      [user.id],
    );
    expect(rows).toHaveLength(2);
    for (const { secret } of rows) expect(answer.body).not.toContain(secret);
  });

  test('needs a sign-in within the last 24 hours', async () => {
    const user = await anAccount(t);
    await t.db.query(`UPDATE session SET signed_in_at = now() - interval '25 hours' WHERE user_id = $1`, [
      user.id,
    ]);
    expectError(await get(apiPaths.myData, user.cookie), 403, 'recent-sign-in-required');
  });
});

describe('deleting an account', () => {
  test('ends its sessions and open pages, and keeps its entries in the audit log', async () => {
    await anAdmin(t);
    const user = await anAdmin(t);
    const other = await aNewSession(t, user);
    const stream = await AdminStreamReader.open(base, other.cookie);
    const answer = await send(t, apiPaths.deleteMe, { email: user.email, password }, user);
    expect(answer.statusCode).toBe(200);
    expect(await findCurrentUser(t, user.cookie)).toBeNull();
    expect(await findCurrentUser(t, other.cookie)).toBeNull();
    await expect.poll(() => stream.isClosed, { timeout: 20_000 }).toBe(true);
    expectError(await send(t, apiPaths.signIn, user), 401, 'invalid-credentials');
    expect((await findMail(t, user.email, /was deleted/)).text).toContain('every browser was signed out');
    expect((await listActions(user)).slice(0, 2)).toContain('account.deleted');
    // The address is free again.
    await anAccount(t, { email: user.email });
  });

  test('needs the typed address and the password', async () => {
    const user = await anAccount(t);
    const remove = (body: object) => send(t, apiPaths.deleteMe, body, user);
    const other = await remove({ email: 'other@people.test', password });
    expectError(other, 409, 'conflict', 'email');
    const wrong = await remove({ email: user.email, password: 'some other pass phrase' });
    expectError(wrong, 400, 'wrong-password', 'password');
    expect(await findCurrentUser(t, user.cookie)).not.toBeNull();
  });
});
