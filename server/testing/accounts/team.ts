import type { MemberRights } from '../../../contract/account/team.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { findMail } from '../mail/sent-mails.ts';
import type { TestApp } from '../test-app.ts';
import {
  anEmail,
  aStrongPassword,
  findCurrentUser,
  send,
  type TestAccount,
  toCookieHeader,
} from './accounts.ts';

/** The token in the fragment of an invitation's link. */
export async function findInvitationToken(t: TestApp, email: string): Promise<string> {
  const { text } = await findMail(t, email, /^Your invitation/);
  const [, token] = /\/auth\/join#([\w-]+)/.exec(text) ?? [];
  if (token === undefined) throw new Error(`there is no link in: ${text}`);
  return token;
}

/** Invites an address. Returns the token of the mailed link. */
export async function anInvitation(
  t: TestApp,
  owner: TestAccount,
  rights: MemberRights,
  email = anEmail(),
): Promise<{ id: string; email: string; token: string }> {
  const answer = await send(t, apiPaths.teamInvitations, { email, ...rights }, owner);
  if (answer.statusCode !== 201) throw new Error(`the invitation failed: ${answer.body}`);
  return { id: answer.json().id, email, token: await findInvitationToken(t, email) };
}

/** A member who accepted an invitation and chose a password. */
export async function aMember(
  t: TestApp,
  owner: TestAccount,
  rights: MemberRights,
  email = anEmail(),
): Promise<TestAccount> {
  const { token } = await anInvitation(t, owner, rights, email);
  const joined = await send(t, apiPaths.joinTeam, { token, password: aStrongPassword });
  if (joined.statusCode !== 200) throw new Error(`joining failed: ${joined.body}`);
  const cookie = toCookieHeader(joined);
  const user = await findCurrentUser(t, cookie);
  return { id: user?.id ?? '', email, password: aStrongPassword, cookie };
}
