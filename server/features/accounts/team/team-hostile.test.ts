import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { me } from '../../../../contract/account/accounts.ts';
import { type MemberRights, team } from '../../../../contract/account/team.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { purchaseList } from '../../../../contract/public/purchases.ts';
import { operator } from '../../../platform/audit.ts';
import {
  aNewSession,
  anAccount,
  anAdmin,
  anEmail,
  aStrongPassword,
  send,
  type TestAccount,
  toCookieHeader,
} from '../../../testing/accounts/accounts.ts';
import { aMember, anInvitation } from '../../../testing/accounts/team.ts';
import { aCompany, aPageview, track } from '../../../testing/builders.ts';
import { findMail, listMails, toLinkToken } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { AdminStreamReader } from '../../../testing/streams/admin-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { revokeAdmin } from '../admins/grant-admin.ts';

let t: TestApp;
let other: TestApp;
let base: string;
let owner: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  other = await buildTestApp({ databaseUrl: t.databaseUrl });
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  owner = await anAdmin(t);
});
afterAll(async () => {
  await other.close();
  await t.close();
});
beforeEach(() => t.db.query('DELETE FROM attempts'));

const support: MemberRights = { role: 'support', companies: null };
const ownerRights: MemberRights = { role: 'owner', companies: null };
const whoIs = async ({ cookie }: { cookie: string }) =>
  me.parse((await t.app.inject({ url: apiPaths.me, headers: { cookie } })).json());
const change = (app: TestApp, userId: string, rights: MemberRights, by: TestAccount) =>
  send(app, apiPaths.teamMember(userId), rights, { cookie: by.cookie, method: 'PATCH' });
const remove = (app: TestApp, userId: string, by: TestAccount) =>
  send(app, apiPaths.teamMember(userId), {}, { cookie: by.cookie, method: 'DELETE' });
const withPassword = (token: string) => ({ token, password: aStrongPassword });
const countOwners = async () =>
  (await t.db.query(`SELECT 1 FROM user_roles WHERE role = 'admin'`)).rows.length;
const countAccounts = async (email: string) =>
  (await t.db.query('SELECT 1 FROM "user" WHERE email = $1', [email])).rows.length;

test('of two owners who remove or demote each other at the same time one stays', async () => {
  for (const act of [
    (app: TestApp, target: TestAccount, by: TestAccount) => remove(app, target.id, by),
    (app: TestApp, target: TestAccount, by: TestAccount) => change(app, target.id, support, by),
  ]) {
    const second = await aMember(t, owner, ownerRights);
    const first = await aNewSession(t, owner);
    const answers = await Promise.all([act(t, second, first), act(other, first, second)]);
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses[0], answers.map(({ body }) => body).join()).toBeLessThan(300);
    expect(statuses[1]).toBeGreaterThanOrEqual(401);
    expect(await countOwners()).toBe(1);
    await t.db.query('DELETE FROM user_roles');
    await t.db.query(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`, [owner.id]);
    owner = await aNewSession(t, owner);
  }
});

test('two owners who leave at the same time leave one owner', async () => {
  const second = await aMember(t, owner, ownerRights);
  const answers = await Promise.all([remove(t, owner.id, owner), remove(other, second.id, second)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  expect(await countOwners()).toBe(1);
  await t.db.query('DELETE FROM user_roles');
  await t.db.query(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`, [owner.id]);
  owner = await aNewSession(t, owner);
});

test('the last owner can neither leave nor be demoted', async () => {
  expectError(await remove(t, owner.id, owner), 409, 'last-owner');
  expectError(await change(t, owner.id, support, owner), 409, 'last-owner');
  expectError(await change(t, owner.id, { role: 'manager', companies: 'all' }, owner), 409, 'last-owner');
  expect(await whoIs(owner)).toMatchObject({ role: 'owner' });
});

test('a link that two browsers open at once makes one account with one role', async () => {
  const { email, token } = await anInvitation(t, owner, support);
  const answers = await Promise.all(
    [t, other, t, other].map((app) => send(app, apiPaths.joinTeam, withPassword(token))),
  );
  const won = answers.filter(({ statusCode }) => statusCode === 200);
  expect(won, answers.map(({ body }) => body).join()).toHaveLength(1);
  for (const lost of answers.filter((each) => !won.includes(each))) expectError(lost, 409, 'link-used');
  expect(await countAccounts(email)).toBe(1);
  // Replayed later, with and without the session.
  expectError(await send(t, apiPaths.joinTeam, withPassword(token)), 409, 'link-used');
  const cookie = won.map(toCookieHeader).join('');
  expectError(await send(t, apiPaths.joinTeam, { token }, { cookie }), 409, 'link-used');
  expectError(await send(t, apiPaths.openInvitation, { token }), 409, 'link-used');
});

test('two sessions of one account that accept at once get the role once', async () => {
  const account = await anAccount(t);
  const second = await aNewSession(t, account);
  const { token } = await anInvitation(t, owner, support, account.email);
  const answers = await Promise.all([
    send(t, apiPaths.joinTeam, { token }, account),
    send(other, apiPaths.joinTeam, { token }, second),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const { rows } = await t.db.query('SELECT role FROM user_roles WHERE user_id = $1', [account.id]);
  expect(rows).toEqual([{ role: 'support' }]);
});

test('withdrawing while someone accepts ends with a member or a refusal, never both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id, email, token } = await anInvitation(t, owner, support);
    const [joined, withdrawn] = await Promise.all([
      send(t, apiPaths.joinTeam, withPassword(token)),
      send(other, apiPaths.teamInvitation(id), {}, { cookie: owner.cookie, method: 'DELETE' }),
    ]);
    expect([joined.statusCode === 200, withdrawn.statusCode === 204].filter(Boolean)).toHaveLength(1);
    // Without the role there is no account either.
    expect(await countAccounts(email)).toBe(joined.statusCode === 200 ? 1 : 0);
  }
});

test('someone who is signed in with another account reads why that is refused, and gets no role', async () => {
  const stranger = await anAccount(t);
  const { email, token } = await anInvitation(t, owner, ownerRights);
  for (const body of [{ token }, withPassword(token)]) {
    const message = expectError(await send(t, apiPaths.joinTeam, body, stranger), 403, 'wrong-account');
    expect(message).toContain(stranger.email);
    expect(message).toContain(email);
  }
  expect(await whoIs(stranger)).toMatchObject({ role: null });
  expect(await countAccounts(email)).toBe(0);
  // The invitation still works for the right one.
  expect((await send(t, apiPaths.joinTeam, withPassword(token))).statusCode).toBe(200);
});

test('a stranger’s sign-up with the invited address gets no role and dies with the accepted invitation', async () => {
  const { email, token } = await anInvitation(t, owner, support);
  const strangers = 'a pass phrase of a stranger';
  await send(t, apiPaths.signUp, { email, password: strangers });
  const link = toLinkToken(await findMail(t, email, /^Confirm/));
  expectError(await send(t, apiPaths.signIn, { email, password: strangers }), 403, 'email-unconfirmed');
  expect((await send(t, apiPaths.openInvitation, { token })).json()).toMatchObject({ hasAccount: false });
  expect((await send(t, apiPaths.joinTeam, withPassword(token))).statusCode).toBe(200);
  expectError(await send(t, apiPaths.verifyEmail, { token: link, password: strangers }), 409, 'link-used');
  expectError(await send(t, apiPaths.signIn, { email, password: strangers }), 401, 'invalid-credentials');
  expect(await countAccounts(email)).toBe(1);
});

test('an address that signs up after it was invited has one account, and accepts with it', async () => {
  const { email, token } = await anInvitation(t, owner, support);
  const account = await anAccount(t, { email });
  expect(await whoIs(account)).toMatchObject({ role: null });
  expectError(await send(t, apiPaths.joinTeam, withPassword(token)), 401, 'not-signed-in');
  expect((await send(t, apiPaths.joinTeam, { token }, account)).statusCode).toBe(200);
  expect(await countAccounts(email)).toBe(1);
});

test('confirming a sign-up and accepting an invitation at the same time make one account', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { email, token } = await anInvitation(t, owner, support);
    await send(t, apiPaths.signUp, { email, password: aStrongPassword });
    const link = toLinkToken(await findMail(t, email, /^Confirm/));
    const [joined, confirmed] = await Promise.all([
      send(t, apiPaths.joinTeam, withPassword(token)),
      send(other, apiPaths.verifyEmail, { token: link, password: aStrongPassword }),
    ]);
    expect([joined.statusCode, confirmed.statusCode].filter((status) => status === 200)).toHaveLength(1);
    expect(await countAccounts(email)).toBe(1);
  }
});

test('an unconfirmed account with the invited address gets no role', async () => {
  const account = await anAccount(t);
  const { token } = await anInvitation(t, owner, ownerRights, account.email);
  // As another sign-in would store it that trusts an address without proof.
  await t.db.query('UPDATE "user" SET email_verified = false WHERE id = $1', [account.id]);
  expectError(await send(t, apiPaths.joinTeam, { token }, account), 401, 'not-signed-in');
  expect((await t.db.query('SELECT 1 FROM user_roles WHERE user_id = $1', [account.id])).rows).toEqual([]);
});

test.each(['', 'x', 'x'.repeat(43), '%00', '../..', 'ﬀ'.repeat(43)])(
  'the guessed token %j opens no invitation',
  async (token) => {
    for (const path of [apiPaths.openInvitation, apiPaths.joinTeam]) {
      const answer = await send(t, path, { token, password: aStrongPassword });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).not.toContain('@');
    }
  },
);

test('guessing tokens from one address is slowed down', async () => {
  const address = 'fd00:dead:beef::1';
  const answers = [];
  for (let turn = 0; turn < 22; turn += 1)
    answers.push(await send(t, apiPaths.openInvitation, { token: `guess-${turn}` }, { address }));
  expect(answers.at(-1)?.statusCode).toBe(429);
});

test('a weak password is refused before anything is hashed or used', async () => {
  const { email, token } = await anInvitation(t, owner, support);
  for (const password of ['short', 'password1234', email]) {
    expectError(await send(t, apiPaths.joinTeam, { token, password }), 400, 'weak-password', 'password');
  }
  expectError(await send(t, apiPaths.joinTeam, { token }), 400, 'invalid-request', 'password');
  expect((await send(t, apiPaths.joinTeam, withPassword(token))).statusCode).toBe(200);
});

test('tokens are stored hashed, and no log or audit entry has one', async () => {
  const { token } = await anInvitation(t, owner, support);
  const { rows } = await t.db.query(
    `SELECT i::text AS row FROM team_invitations i UNION ALL SELECT a::text FROM audit_log a`,
  );
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
});

test('a manager learns nothing about companies of others from names that are taken or events that arrive', async () => {
  const own = (await aCompany(t.db, { name: 'Own', domain: 'own.test' })).company;
  const others = (await aCompany(t.db, { name: 'Secret', domain: 'secret.test' })).company;
  const manager = await aMember(t, owner, { role: 'manager', companies: [own.id] });
  const reader = await AdminStreamReader.open(base, manager.cookie);
  await expect.poll(() => reader.topics).toEqual(['companies']);
  reader.topics.length = 0;
  await track(t.app, aPageview(others.id, { url: 'https://secret.test/' }));
  const rename = { name: 'Secret two', domain: 'secret.test', description: '', allowDuplicate: true };
  await send(t, apiPaths.company(others.id), rename, { cookie: owner.cookie, method: 'PATCH' });
  const change = { name: 'Secret two', domain: 'secret.test', description: '' };
  const renamed = await send(t, apiPaths.company(own.id), change, {
    cookie: manager.cookie,
    method: 'PATCH',
  });
  expect(renamed.statusCode, renamed.body).toBe(200);
  await expect.poll(() => reader.topics).toEqual(['companies']);
  reader.close();
  const made = await send(t, apiPaths.companies, { name: 'Secret two', domain: 'secret.test' }, manager);
  // Her own company has this name by now; the other one is not named.
  expectError(made, 409, 'company-exists');
  expect(made.body).toContain(own.id);
  expect(made.body).not.toContain(others.id);
});

test('a repeated request does not return a company that was taken from the manager who created it', async () => {
  const manager = await aMember(t, owner, { role: 'manager', companies: [] });
  const body = { name: 'Taken', domain: 'taken.test' };
  const headers = { 'idempotency-key': 'the-key-of-a-manager-0123456789' };
  const made = await send(t, apiPaths.companies, body, { cookie: manager.cookie, headers });
  expect(made.statusCode, made.body).toBe(201);
  await change(t, manager.id, { role: 'manager', companies: [] }, owner);
  const again = await send(t, apiPaths.companies, body, { cookie: manager.cookie, headers });
  expectError(again, 409, 'conflict');
  expect(again.body).not.toContain(made.json().access_key);
});

test('each role receives only the topics that it may open', async () => {
  const helper = await aMember(t, owner, support);
  const reader = await AdminStreamReader.open(base, helper.cookie);
  const ownerReader = await AdminStreamReader.open(base, owner.cookie);
  await anInvitation(t, owner, support);
  await send(t, apiPaths.companies, { name: 'Heard', domain: 'heard-of.test' }, owner);
  await send(t, apiPaths.sendContactEmail, {
    name: 'Ada',
    email: anEmail(),
    message: 'Hello',
  });
  await expect
    .poll(() => new Set(ownerReader.topics))
    .toEqual(new Set(['team', 'audit', 'companies', 'inbox']));
  await expect.poll(() => new Set(reader.topics)).toEqual(new Set(['inbox']));
  reader.close();
  ownerReader.close();
});

test('a member who was removed a moment ago changes nothing in the team any more', async () => {
  const second = await aMember(t, owner, ownerRights);
  const answers = await Promise.all([
    remove(t, second.id, owner),
    send(other, apiPaths.teamInvitations, { email: 'late@people.test', ...ownerRights }, second),
  ]);
  expect(answers[0]?.statusCode).toBe(204);
  const { invitations } = team.parse(
    (await t.app.inject({ url: apiPaths.team, headers: { cookie: owner.cookie } })).json(),
  );
  expect([201, 401, 403]).toContain(answers[1]?.statusCode);
  expect(invitations.filter(({ email }) => email === 'late@people.test')).toEqual([]);
});

test.each<[string, (leaver: TestAccount) => Promise<unknown>]>([
  ['was removed', (leaver) => remove(t, leaver.id, owner)],
  ['was demoted', (leaver) => change(t, leaver.id, support, owner)],
  ['lost the role by the operator', ({ email }) => revokeAdmin({ db: t.db }, operator, email)],
  [
    'deleted the account',
    ({ email, password, cookie }) => send(t, apiPaths.deleteMe, { email, password }, { cookie }),
  ],
])('an owner who %s cannot come back with an invitation of before', async (_, leave) => {
  const leaver = await aMember(t, owner, ownerRights);
  const { token } = await anInvitation(t, leaver, ownerRights);
  const kept = await anInvitation(t, owner, support);
  await leave(leaver);
  expectError(await send(t, apiPaths.joinTeam, withPassword(token)), 400, 'link-invalid');
  expect((await send(t, apiPaths.joinTeam, withPassword(kept.token))).statusCode).toBe(200);
});

test('support sees orders of the agency and no company', async () => {
  const helper = await aMember(t, owner, support);
  const { cookie } = helper;
  const orders = await t.app.inject({ url: apiPaths.purchases, headers: { cookie } });
  expect(purchaseList.parse(orders.json()).orders).toEqual([]);
  expectError(
    await t.app.inject({ url: apiPaths.companies, headers: { cookie } }),
    403,
    'missing-permission',
  );
});

test('where sign-up is closed, an invitation is the only way to an account', async () => {
  const closed = await buildTestApp({ databaseUrl: t.databaseUrl, env: { SIGN_UP: 'invited' } });
  try {
    const email = anEmail();
    const body = { email, password: aStrongPassword };
    const before = await listMails(t, email);
    expectError(await send(closed, apiPaths.signUp, body), 403, 'sign-up-closed');
    expectError(await send(closed, apiPaths.sendVerificationEmail, body), 403, 'sign-up-closed');
    expectError(await send(closed, apiPaths.renewVerificationLink, { token: 'x' }), 403, 'sign-up-closed');
    expect(await listMails(t, email)).toEqual(before);
    expect((await closed.app.inject({ url: apiPaths.me })).json()).toMatchObject({ signUp: 'invited' });
    expect((await t.app.inject({ url: apiPaths.me })).json()).toMatchObject({ signUp: 'open' });
    const { token } = await anInvitation(closed, owner, support);
    expect((await send(closed, apiPaths.joinTeam, withPassword(token))).statusCode).toBe(200);
    // A link that was mailed while sign-up was open still confirms its sign-up: an account without a role.
    await send(t, apiPaths.signUp, body);
    const link = toLinkToken(await findMail(t, email, /^Confirm/));
    const confirmed = await send(closed, apiPaths.verifyEmail, { token: link, password: aStrongPassword });
    expect(confirmed.statusCode).toBe(200);
  } finally {
    await closed.close();
  }
});
