import { randomUUID } from 'node:crypto';
import { lockForTransaction } from '../../../db/locks.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { runInSlot } from '../../../platform/constant-time.ts';
import { AppError } from '../../../platform/errors.ts';
import { isSameHash } from '../../../platform/keys.ts';
import { toAttemptName } from '../../../platform/limits/attempt-name.ts';
import { clearAttempts, consumeAttempt } from '../../../platform/limits/attempts.ts';
import { hashPassword, readHashRecipe } from '../../../platform/passwords/password-hash.ts';
import { translateAuthErrors } from '../../sessions/auth-errors.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { findSession } from '../../sessions/sessions.ts';
import { endReplacedSession, startSession } from '../../sessions/start-session.ts';
import { confirmAddress, findUserByEmail, findUserById } from '../accounts.queries.ts';
import { type Accounts, requireOpenSignUp } from '../accounts.ts';
import { expiredLink, invalidLink, readLinkToken } from '../links/mailed-link.ts';
import { hashForAddress, toHashOwner } from '../password/hash-for-address.ts';
import { clearSignInAttempts, consumeAddressAttempt } from '../sign-in/sign-in-attempts.ts';
import { deletePendingSignUps, findPendingSignUp, type PendingSignUp } from './pending-sign-ups.queries.ts';
import { findPendingByHash, resendSignUpMail, toSignUpToken } from './pending-sign-ups.ts';

/**
 * Creates the account of a pending sign-up and signs its owner in. Requires the link, which proves access to the
 * mailbox, and the password of that sign-up, so that an account cannot be prepared for someone else's address. Returns
 * the cookies to set.
 */
export async function confirmSignUp(
  accounts: Accounts,
  context: RequestContext,
  given: { token: string; password: string },
): Promise<Headers> {
  const { auth, db, appSecret } = accounts;
  await consumeAddressAttempt(accounts, context);
  const { signUp, isExpired } = await requireLinkedSignUp(accounts, given.token);
  if (isExpired) throw expiredLink();
  // Only a holder of a link for this address gets here, so others cannot use up these attempts.
  const limits = [
    { key: `confirm/sign-up/${signUp.id}`, max: 10, windowSeconds: 900 },
    { key: `confirm/account/${toAttemptName(appSecret, signUp.email)}`, max: 20, windowSeconds: 900 },
  ];
  for (const limit of limits) await consumeAttempt(db, limit);
  const owner = await toHashOwner(accounts, context, signUp.email);
  const hash = await accounts.hashes.run(owner, () =>
    hashPassword(given.password, readHashRecipe(signUp.passwordHash)),
  );
  if (!isSameHash(hash, signUp.passwordHash)) {
    // Someone else's sign-up may have used up the address's daily mail budget. The sender has a link that was
    // sent to this address, can therefore read its mailbox, and gets the owner's budget.
    const own = await findPendingByHash(accounts, signUp.email, hash);
    if (!own) throw wrongPassword();
    await sendLink(accounts, context, { signUp: own, isOwner: true });
    throw otherSignUp();
  }

  const { session: replaced } = await findSession(accounts, context);
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      const { email } = signUp;
      await lockForTransaction(tx, { lock: 'account', email });
      if (await findUserByEmail(tx, email)) throw linkUsed();
      if (!(await deletePendingSignUps(tx, signUp))) throw signUpGone();
      const body = { email, password: given.password };
      await auth.api.signUpEmail({ body: { ...body, name: '' }, headers: context.headers });
      const created = await findUserByEmail(tx, email);
      if (!created) throw new Error('the account was not created');
      await confirmAddress(tx, created.id);
      const { headers } = await auth.api.signInEmail({
        body,
        headers: context.headers,
        returnHeaders: true,
      });
      await endReplacedSession(tx, context, replaced);
      const actor = { id: created.id, name: email, address: context.network };
      const record = { action: 'account.confirmed', object: email, objectId: created.id };
      await recordAudit(tx, actor, record);
      // No mail about a new browser: the owner has just used a link from the same mailbox.
      await startSession(accounts, tx, context, { user: created, headers, isKnownBrowser: true });
      for (const { key } of limits) await clearAttempts(tx, key);
      await clearSignInAttempts(accounts, tx, email);
      return headers;
    }, signUp.passwordHash),
  );
}

/**
 * Mails the link of the pending sign-up with this password again. The response does not reveal whether it exists.
 * Returns the token of the link, which confirms nothing without such a sign-up.
 */
export async function resendConfirmation(
  accounts: Accounts,
  context: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<string> {
  requireOpenSignUp(accounts);
  const limit = toMailRequestLimit(context);
  await accounts.challenges.admit({ kind: 'account', solution: context.solution, limit });
  return runInSlot(accounts.slotMs, async () => {
    const hash = await hashForAddress(accounts, context, email, password);
    const signUp = await findPendingByHash(accounts, email, hash);
    if (signUp) await sendLink(accounts, context, { signUp, isOwner: false });
    return toSignUpToken(accounts, { id: signUp?.id ?? randomUUID(), email });
  });
}

/**
 * Sends a new confirmation link to the address that the earlier link was sent to, even if that link has expired.
 * Requires no challenge, because the link proves access to the mailbox.
 */
export async function renewLink(accounts: Accounts, context: RequestContext, token: string): Promise<void> {
  requireOpenSignUp(accounts);
  await consumeAttempt(accounts.db, toMailRequestLimit(context));
  const { signUp } = await requireLinkedSignUp(accounts, token);
  await sendLink(accounts, context, { signUp, isOwner: true });
}

const toMailRequestLimit = ({ limitKey }: RequestContext) => ({
  key: `mail-request/${limitKey}`,
  max: 20,
  windowSeconds: 3_600,
});

function sendLink(
  accounts: Accounts,
  context: RequestContext,
  request: { signUp: PendingSignUp; isOwner: boolean },
): Promise<void> {
  return accounts.db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'account', email: request.signUp.email });
    await resendSignUpMail(accounts, tx, context, request);
  });
}

/** The pending sign-up of a link. Links of earlier versions contain its id without the address. */
async function requireLinkedSignUp(
  { appSecret, db }: Accounts,
  token: string,
): Promise<{ signUp: PendingSignUp; isExpired: boolean }> {
  const link = readLinkToken(appSecret, 'confirm-address', token, new Date());
  if (link.is === 'invalid') throw invalidLink();
  const [id = '', email] = link.content.split(' ');
  const signUp = await findPendingSignUp(db, id);
  const address = signUp?.email ?? email;
  const known = await (address === undefined ? findUserById(db, id) : findUserByEmail(db, address));
  if (known) throw linkUsed();
  if (!signUp) throw signUpGone();
  return { signUp, isExpired: link.is === 'expired' };
}

function wrongPassword(): AppError {
  const message =
    'This password does not match this link. If you have several messages from us, use the link in another one, or sign up again.';
  return new AppError(401, 'wrong-password', message);
}

function otherSignUp(): AppError {
  const message =
    'This password belongs to another sign-up with your address. We have sent you the link for it. Open the newest message and enter the password there.';
  return new AppError(401, 'wrong-password', message);
}

function linkUsed(): AppError {
  return new AppError(409, 'link-used', 'This address is confirmed already. Sign in.');
}

function signUpGone(): AppError {
  return new AppError(400, 'link-invalid', 'This link no longer belongs to a sign-up. Please sign up again.');
}
