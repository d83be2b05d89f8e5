import type { OpenInvitation } from '../../../../contract/account/team.ts';
import type { Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { type Actor, recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { consumeAttempt } from '../../../platform/limits/attempts.ts';
import { translateAuthErrors } from '../../sessions/auth-errors.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { deleteSessions } from '../../sessions/sessions.queries.ts';
import { findSession, type Session, toActor } from '../../sessions/sessions.ts';
import { startSession } from '../../sessions/start-session.ts';
import { confirmAddress, findUserByEmail } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { replaceSession } from '../admins/grant-admin.ts';
import { hashForAddress } from '../password/hash-for-address.ts';
import { requireGoodPassword } from '../password/password-rules.ts';
import { lockUnchangedAccount } from '../sign-in/re-authentication.ts';
import { clearSignInAttempts, consumeAddressAttempt } from '../sign-in/sign-in-attempts.ts';
import { deletePendingSignUps } from '../sign-up/pending-sign-ups.queries.ts';
import { insertMember } from './team.queries.ts';
import { announceChange, describeRights } from './team.ts';
import {
  findInvitationByLink,
  type LinkedInvitation,
  markInvitationUsed,
} from './team-invitations.queries.ts';
import { toInvitationLookup } from './team-invitations.ts';

interface OpenLink {
  invitation: LinkedInvitation;
  lookup: Buffer;
}

/**
 * The invitation of a mailed link, for its holder to accept. Whether the address has an account is no secret to a reader of
 * its mailbox.
 */
export async function findOpenInvitation(
  accounts: Accounts,
  context: RequestContext,
  token: string,
): Promise<OpenInvitation> {
  await consumeAddressAttempt(accounts, context);
  const { invitation } = await requireOpenLink(accounts, token);
  const { email, rights } = invitation;
  const { role, companies } = rights;
  return {
    email,
    role,
    companies: Array.isArray(companies) ? companies.length : companies,
    hasAccount: (await findUserByEmail(accounts.db, email)) !== undefined,
  };
}

/**
 * Accepts an invitation, once. The invited address gets an account with the given password and is signed in; if it has one,
 * the request needs its session. Returns the cookies to set.
 */
export async function joinTeam(
  accounts: Accounts,
  context: RequestContext,
  { token, password }: { token: string; password?: string | undefined },
): Promise<Headers> {
  await consumeAddressAttempt(accounts, context);
  const link = await requireOpenLink(accounts, token);
  const { email, id } = link.invitation;
  const { session } = await findSession(accounts, context);
  if (session) return joinWithSession(accounts, context, link, session);
  if (await findUserByEmail(accounts.db, email)) throw signInFirst(email);
  if (password === undefined) {
    throw new AppError(400, 'invalid-request', 'Please choose a password.', { field: 'password' });
  }
  requireGoodPassword(accounts, password, email);
  // Only a holder of the link gets here, so others cannot use up these attempts.
  await consumeAttempt(accounts.db, { key: `join/${id}`, max: 10, windowSeconds: 900 });
  const hash = await hashForAddress(accounts, context, email, password);
  return joinWithNewAccount(accounts, context, link, { password, hash });
}

async function joinWithSession(
  accounts: Accounts,
  context: RequestContext,
  link: OpenLink,
  session: Session,
): Promise<Headers> {
  const { email } = link.invitation;
  if (session.email !== email) {
    const message = `You are signed in as ${session.email}, but this invitation is for ${email}. Sign out, then open the link in the mail again.`;
    throw new AppError(403, 'wrong-account', message);
  }
  return translateAuthErrors(accounts, () =>
    accounts.auth.transact(async (tx) => {
      await lockUnchangedAccount(tx, session);
      const known = await findUserByEmail(tx, email);
      // The library of another sign-in may know an address whose owner is not proved.
      if (known?.id !== session.userId || !known.emailVerified) throw signInFirst(email);
      await acceptLink(tx, link, known.id, toActor(session, context));
      const { headers, sessionId } = await replaceSession(accounts, context);
      // Ends the sessions that were started with fewer rights.
      await deleteSessions(tx, known.id, sessionId);
      return headers;
    }),
  );
}

function joinWithNewAccount(
  accounts: Accounts,
  context: RequestContext,
  link: OpenLink,
  { password, hash }: { password: string; hash: string },
): Promise<Headers> {
  const { auth } = accounts;
  const { email } = link.invitation;
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      await lockForTransaction(tx, { lock: 'account', email });
      // Another browser may have used the link, or a sign-up of the address, while the password was hashed.
      await requireOpenInvitation(tx, link.lookup);
      if (await findUserByEmail(tx, email)) throw signInFirst(email);
      // Sign-ups of strangers with this address: the link has proved whose mailbox it is.
      await deletePendingSignUps(tx, { id: '', email });
      const body = { email, password };
      await auth.api.signUpEmail({ body: { ...body, name: '' }, headers: context.headers });
      const created = await findUserByEmail(tx, email);
      if (!created) throw new Error('the account was not created');
      await confirmAddress(tx, created.id);
      await acceptLink(tx, link, created.id, { id: created.id, name: email, address: context.network });
      const { headers } = await auth.api.signInEmail({
        body,
        headers: context.headers,
        returnHeaders: true,
      });
      // No mail about a new browser: the owner has just used a link from the same mailbox.
      await startSession(accounts, tx, context, { user: created, headers, isKnownBrowser: true });
      await clearSignInAttempts(accounts, tx, email);
      return headers;
    }, hash),
  );
}

/** Uses the link up and stores the role, or does neither. */
async function acceptLink(tx: Tx, { invitation, lookup }: OpenLink, userId: string, by: Actor) {
  const { rights } = invitation;
  const now = new Date();
  if (!(await markInvitationUsed(tx, lookup, now))) throw usedLink();
  if (!(await insertMember(tx, userId, rights, now))) {
    const message = 'You are in the team already. Ask an owner if your role should change.';
    throw new AppError(409, 'conflict', message);
  }
  await recordAudit(tx, by, { action: 'team.joined', object: describeRights(rights), objectId: userId });
  await announceChange(tx);
}

async function requireOpenLink({ appSecret, db }: Accounts, token: string): Promise<OpenLink> {
  const lookup = toInvitationLookup(appSecret, token);
  return { invitation: await requireOpenInvitation(db, lookup), lookup };
}

async function requireOpenInvitation(tx: Tx, lookup: Buffer): Promise<LinkedInvitation> {
  const invitation = await findInvitationByLink(tx, lookup);
  if (!invitation) {
    const message = 'This link is incomplete, or a newer one replaced it. Open the newest mail.';
    throw new AppError(400, 'link-invalid', message);
  }
  if (invitation.usedAt) throw usedLink();
  if (invitation.withdrawnAt) {
    throw new AppError(400, 'link-invalid', 'This invitation was withdrawn. Ask an owner of the team.');
  }
  if (invitation.expiresAt <= new Date()) {
    throw new AppError(400, 'link-expired', 'This invitation has expired. Ask for a new one.');
  }
  return invitation;
}

function signInFirst(email: string): AppError {
  return new AppError(401, 'not-signed-in', `Sign in as ${email} to accept this invitation.`);
}

function usedLink(): AppError {
  return new AppError(409, 'link-used', 'This invitation was used already. Sign in.');
}
