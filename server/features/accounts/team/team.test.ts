import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { me } from '../../../../contract/account/accounts.ts';
import { type MemberRights, openInvitation, team } from '../../../../contract/account/team.ts';
import { auditLog } from '../../../../contract/admin.ts';
import { adminCompanies } from '../../../../contract/company/companies.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import {
  aNewSession,
  anAccount,
  anAdmin,
  anEmail,
  aStrongPassword,
  grantAdminByKey,
  mergeCookies,
  send,
  type TestAccount,
  toCookieHeader,
} from '../../../testing/accounts/accounts.ts';
import { aMember, anInvitation, findInvitationToken } from '../../../testing/accounts/team.ts';
import { aCompany } from '../../../testing/builders.ts';
import { listMails } from '../../../testing/mail/sent-mails.ts';
import { expectError } from '../../../testing/requests/expect-answers.ts';
import { AdminStreamReader } from '../../../testing/streams/admin-stream-reader.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { deleteExpired } from '../clean-up.queries.ts';

let t: TestApp;
let base: string;
let owner: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  owner = await anAdmin(t);
});
afterAll(() => t.close());
beforeEach(() => t.db.query('DELETE FROM attempts'));

const support: MemberRights = { role: 'support', companies: null };
const get = async (url: string, { cookie }: { cookie: string }) =>
  (await t.app.inject({ url, headers: { cookie } })).json();
const readTeam = async (by = owner) => team.strict().parse(await get(apiPaths.team, by));
const whoIs = async (account: { cookie: string }) => me.strict().parse(await get(apiPaths.me, account));
const change = (userId: string, rights: MemberRights, by = owner) =>
  send(t, apiPaths.teamMember(userId), rights, { cookie: by.cookie, method: 'PATCH' });
const remove = (userId: string, by = owner) =>
  send(t, apiPaths.teamMember(userId), {}, { cookie: by.cookie, method: 'DELETE' });
const join = (token: string, given: { password?: string; cookie?: string } = {}) => {
  const { cookie, ...body } = given;
  return send(t, apiPaths.joinTeam, { token, ...body }, cookie === undefined ? {} : { cookie });
};
const listActions = async () =>
  auditLog.parse(await get(apiPaths.auditLog, owner)).entries.map(({ action, object }) => [action, object]);

test('an invited person chooses a password and is a member with the companies of the invitation', async () => {
  const { company } = await aCompany(t.db, { name: 'Ember Coffee' });
  const rights: MemberRights = { role: 'manager', companies: [company.id] };
  const { email, token } = await anInvitation(t, owner, rights);
  const [mail] = await listMails(t, email);
  expect(mail?.text).toContain(`${owner.email} invites you`);
  expect(mail?.text).toContain('manager of 1 company');
  const shown = await send(t, apiPaths.openInvitation, { token });
  expect(openInvitation.strict().parse(shown.json())).toEqual({
    email,
    role: 'manager',
    companies: 1,
    hasAccount: false,
  });
  const joined = await join(token, { password: aStrongPassword });
  expect(joined.statusCode, joined.body).toBe(200);
  const member = { cookie: toCookieHeader(joined) };
  expect(await whoIs(member)).toMatchObject({ user: { email }, role: 'manager', companies: 'chosen' });
  const { companies } = adminCompanies.parse(await get(apiPaths.companies, member));
  expect(companies.map(({ name }) => name)).toEqual(['Ember Coffee']);
  expect(await listActions()).toEqual(
    expect.arrayContaining([
      ['team.invited', `${email} (manager of 1 company)`],
      ['team.joined', 'manager of 1 company'],
    ]),
  );
  // The password works for the next sign-in.
  expect((await send(t, apiPaths.signIn, { email, password: aStrongPassword })).statusCode).toBe(200);
});

test('the team shows roles, companies, last sign-ins, two-factor and open invitations', async () => {
  const { company } = await aCompany(t.db, { name: 'Harbour' });
  const member = await aMember(t, owner, { role: 'manager', companies: [company.id] });
  const pending = await anInvitation(t, owner, support);
  await send(t, apiPaths.signOut, {}, member);
  const { members, invitations } = await readTeam();
  expect(members.find(({ id }) => id === member.id)).toEqual({
    id: member.id,
    email: member.email,
    role: 'manager',
    companies: [{ id: company.id, name: 'Harbour' }],
    since: expect.any(String),
    // Also of someone who has signed out.
    lastSignInAt: expect.any(String),
    hasTwoFactor: false,
  });
  expect(members.find(({ id }) => id === owner.id)).toMatchObject({ role: 'owner', companies: null });
  expect(invitations.find(({ id }) => id === pending.id)).toMatchObject({
    email: pending.email,
    role: 'support',
    companies: null,
    invitedBy: owner.email,
  });
});

test('someone with an account accepts with its session, which is replaced', async () => {
  const account = await anAccount(t);
  const other = await aNewSession(t, account);
  const { token } = await anInvitation(t, owner, support, account.email);
  expect((await send(t, apiPaths.openInvitation, { token })).json()).toMatchObject({ hasAccount: true });
  // Without its session the invitation is not accepted, and no password is set.
  expectError(await join(token, { password: 'another strong phrase here' }), 401, 'not-signed-in');
  const joined = await join(token, account);
  expect(joined.statusCode, joined.body).toBe(200);
  const cookie = mergeCookies(account.cookie, joined);
  expect(await whoIs({ cookie })).toMatchObject({ role: 'support', companies: null });
  expect((await whoIs(account)).user).toBeNull();
  expect((await whoIs(other)).user).toBeNull();
  const { rows } = await t.db.query('SELECT 1 FROM "user" WHERE email = $1', [account.email]);
  expect(rows).toHaveLength(1);
});

test('a manager with chosen companies gets the companies that she creates', async () => {
  const manager = await aMember(t, owner, { role: 'manager', companies: [] });
  const list = async () => adminCompanies.parse(await get(apiPaths.companies, manager)).companies;
  expect(await list()).toEqual([]);
  const answer = await send(t, apiPaths.companies, { name: 'Mine', domain: 'mine.test' }, manager);
  expect(answer.statusCode, answer.body).toBe(201);
  expect((await list()).map(({ name }) => name)).toEqual(['Mine']);
  const { id } = answer.json();
  const portal = await t.app.inject({ url: apiPaths.company(id), headers: { cookie: manager.cookie } });
  expect(portal.json()).toMatchObject({ viewedAs: 'admin' });
});

test('the mails to a manager for whom no company was chosen yet say that', async () => {
  const rights: MemberRights = { role: 'manager', companies: [] };
  const { email } = await anInvitation(t, owner, rights);
  const [invitation] = await listMails(t, email);
  expect(invitation?.text).toContain('as manager, so far without companies.');
  const member = await aMember(t, owner, support);
  await change(member.id, rights);
  const notice = (await listMails(t, member.email)).at(-1);
  expect(notice?.text).toContain('you are now manager, so far without companies.');
});

test('a changed role ends the sessions of the member; changed companies do not', async () => {
  const [one, two] = [(await aCompany(t.db)).company, (await aCompany(t.db)).company];
  const member = await aMember(t, owner, { role: 'manager', companies: [one.id] });
  const changed = await change(member.id, { role: 'manager', companies: [two.id] });
  expect(changed.statusCode, changed.body).toBe(200);
  const { companies } = adminCompanies.parse(await get(apiPaths.companies, member));
  expect(companies.map(({ id }) => id)).toEqual([two.id]);
  expect((await change(member.id, support)).statusCode).toBe(200);
  expect((await whoIs(member)).user).toBeNull();
  const again = await aNewSession(t, member);
  expect(await whoIs(again)).toMatchObject({ role: 'support', companies: null });
  // Back to a manager of chosen companies: none is left over from before.
  await change(member.id, { role: 'manager', companies: [] });
  const third = await aNewSession(t, member);
  expect(adminCompanies.parse(await get(apiPaths.companies, third)).companies).toEqual([]);
  expect((await listMails(t, member.email)).map(({ subject }) => subject)).toContain(
    'Your role at Northlight has changed',
  );
});

test('a removed member loses sessions and role, keeps the account, and can be invited again', async () => {
  const member = await aMember(t, owner, support);
  expect((await remove(member.id)).statusCode).toBe(204);
  expect((await whoIs(member)).user).toBeNull();
  const again = await aNewSession(t, member);
  expect(await whoIs(again)).toMatchObject({ role: null, companies: null });
  expectError(await remove(member.id), 404, 'not-found');
  const { id } = await anInvitation(t, owner, support, member.email);
  expect(id).toMatch(/-/);
});

test('open portals and admin pages end at once when a member leaves, and those of a company that was taken away', async () => {
  const [kept, taken] = [(await aCompany(t.db)).company, (await aCompany(t.db)).company];
  const member = await aMember(t, owner, { role: 'manager', companies: [kept.id, taken.id] });
  const admin = await AdminStreamReader.open(base, member.cookie);
  const keptPortal = await PortalStreamReader.open(base, kept.id, member.cookie);
  const takenPortal = await PortalStreamReader.open(base, taken.id, member.cookie);
  await keptPortal.waitForFrame((frame) => frame.is === 'snapshot');
  await change(member.id, { role: 'manager', companies: [kept.id] });
  await takenPortal.waitForEnd();
  await expect.poll(() => admin.topics).toContain('companies');
  expect(keptPortal.frames.at(-1)?.is).not.toBe('end');
  expect(admin.isClosed).toBe(false);
  await remove(member.id);
  await keptPortal.waitForEnd();
  await expect.poll(() => admin.hasEndFrame && admin.isClosed).toBe(true);
});

test('a renewed invitation works with the newest link alone, a withdrawn one not at all', async () => {
  const first = await anInvitation(t, owner, support);
  const renewed = await send(t, apiPaths.renewInvitation(first.id), {}, owner);
  expect(renewed.statusCode, renewed.body).toBe(200);
  expect(expectError(await join(first.token, { password: aStrongPassword }), 400, 'link-invalid')).toContain(
    'newest mail',
  );
  const newest = (await listMails(t, first.email)).at(-1);
  const token = /#([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? '';
  expect(token).not.toBe(first.token);
  const withdrawn = await send(
    t,
    apiPaths.teamInvitation(first.id),
    {},
    { cookie: owner.cookie, method: 'DELETE' },
  );
  expect(withdrawn.statusCode).toBe(204);
  expect(expectError(await join(token, { password: aStrongPassword }), 400, 'link-invalid')).toContain(
    'withdrawn',
  );
  expectError(await send(t, apiPaths.renewInvitation(first.id), {}, owner), 404, 'not-found');
});

test('an expired invitation is refused, shown to owners, renewed, and replaced by a new one', async () => {
  const first = await anInvitation(t, owner, support);
  const expire = () =>
    t.db.query(`UPDATE team_invitations SET expires_at = now() - interval '1 minute' WHERE email = $1`, [
      first.email,
    ]);
  await expire();
  expectError(await join(first.token, { password: aStrongPassword }), 400, 'link-expired');
  expect((await readTeam()).invitations.map(({ id }) => id)).toContain(first.id);
  expect((await send(t, apiPaths.renewInvitation(first.id), {}, owner)).statusCode).toBe(200);
  await expire();
  const body = { email: first.email, ...support };
  expect((await send(t, apiPaths.teamInvitations, body, owner)).statusCode).toBe(201);
  await t.db.query(`UPDATE team_invitations SET expires_at = now() - interval '31 days' WHERE email = $1`, [
    first.email,
  ]);
  await deleteExpired(t.db, new Date());
  expect((await readTeam()).invitations.map(({ email }) => email)).not.toContain(first.email);
});

test.each([
  ['a manager without companies', { role: 'manager', companies: null }, 'companies'],
  ['an owner with companies', { role: 'owner', companies: 'all' }, 'companies'],
  ['support with companies', { role: 'support', companies: [] }, 'companies'],
  ['an unknown role', { role: 'admin', companies: null }, 'role'],
  [
    'a company that does not exist',
    { role: 'manager', companies: ['0198c0de-0000-4000-8000-000000000000'] },
    'companies',
  ],
])('%s is refused with the name of the field', async (_what, rights, field) => {
  const answer = await send(t, apiPaths.teamInvitations, { email: anEmail(), ...rights }, owner);
  expectError(answer, 400, 'invalid-request', field);
  const member = await aMember(t, owner, support);
  const changed = await send(t, apiPaths.teamMember(member.id), rights, {
    cookie: owner.cookie,
    method: 'PATCH',
  });
  expectError(changed, 400, 'invalid-request', field);
  expect(await whoIs(member)).toMatchObject({ role: 'support' });
});

test('an address that is in the team or has an open invitation is not invited', async () => {
  const member = await aMember(t, owner, support);
  const invite = (email: string) => send(t, apiPaths.teamInvitations, { email, ...support }, owner);
  expectError(await invite(member.email), 409, 'conflict', 'email');
  const pending = await anInvitation(t, owner, support);
  expectError(await invite(pending.email.toUpperCase()), 409, 'conflict', 'email');
  expect(await findInvitationToken(t, pending.email)).toBe(pending.token);
});

test('an account that became an owner with the key loses the limits of its earlier role', async () => {
  const member = await aMember(t, owner, { role: 'manager', companies: [] });
  const cookie = await grantAdminByKey(t, member);
  expect(await whoIs({ cookie })).toMatchObject({ role: 'owner', companies: 'all' });
  const { rows } = await t.db.query('SELECT role, companies FROM user_roles WHERE user_id = $1', [member.id]);
  expect(rows).toEqual([{ role: 'admin', companies: null }]);
});

test('changes of the team need a recent sign-in', async () => {
  const late = await aMember(t, owner, { role: 'owner', companies: null });
  await t.db.query(`UPDATE session SET signed_in_at = now() - interval '25 hours' WHERE user_id = $1`, [
    late.id,
  ]);
  const body = { email: anEmail(), ...support };
  expectError(await send(t, apiPaths.teamInvitations, body, late), 403, 'recent-sign-in-required');
  expectError(await change(owner.id, support, late), 403, 'recent-sign-in-required');
  expectError(await remove(owner.id, late), 403, 'recent-sign-in-required');
  expect((await t.app.inject({ url: apiPaths.team, headers: { cookie: late.cookie } })).statusCode).toBe(200);
});

test('a member whose rights this release does not know has none', async () => {
  const member = await aMember(t, owner, support);
  await t.db.query(`UPDATE user_roles SET role = 'auditor' WHERE user_id = $1`, [member.id]);
  expect(await whoIs(member)).toMatchObject({ role: null, companies: null });
  await expect(
    t.db.query(`UPDATE user_roles SET role = 'manager', companies = NULL WHERE user_id = $1`, [member.id]),
  ).rejects.toThrow('user_roles_companies');
});
