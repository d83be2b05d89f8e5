import { lockForTransaction } from '../../db/locks.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { clearAttempts, consumeAttempt } from '../../platform/limits/attempts.ts';
import { confirmAddress, findUserByEmail, findUserById } from './accounts.queries.ts';
import { type Accounts, findCaller, toAttemptName } from './accounts.ts';
import { translateAuthErrors } from './auth-errors.ts';
import { clearGuesses, takeAddressAttempt } from './guess-limits.ts';
import { openLink } from './mail-links.ts';
import { hashPassword, isSameHash, recipeOf } from './password-hash.ts';
import { deletePendingSignUps, findPendingSignUp, type PendingSignUp } from './pending-sign-ups.queries.ts';
import { findPendingByHash, hashForAddress, mailSignUpAgain, toHashOwner } from './pending-sign-ups.ts';
import type { RequestContext } from './request-context.ts';
import { takeSameTime } from './same-time.ts';
import { expiredLink, wrongLink } from './sign-up.ts';
import { endReplacedSession, startSession } from './start-session.ts';

/**
 * Makes the account of a pending sign-up and signs its owner in. It takes both the link, which only the mailbox
 * has, and the password of that very sign-up, which only its sender knows: a sign-up by somebody else confirms
 * nothing. Returns the cookies to set.
 */
export async function confirmSignUp(
  accounts: Accounts,
  visitor: RequestContext,
  given: { token: string; password: string },
): Promise<Headers> {
  const { auth, db, appSecret } = accounts;
  await takeAddressAttempt(accounts, visitor);
  const { signUp, isExpired } = await requireLinkedSignUp(accounts, given.token);
  if (isExpired) throw expiredLink();
  // Only a holder of a link for this address gets here, so others cannot use up these attempts.
  const limits = [
    { key: `confirm/sign-up/${signUp.id}`, max: 10, windowSeconds: 900 },
    { key: `confirm/account/${toAttemptName(appSecret, signUp.email)}`, max: 20, windowSeconds: 900 },
  ];
  for (const limit of limits) await consumeAttempt(db, limit);
  const owner = await toHashOwner(accounts, visitor, signUp.email);
  const hash = await accounts.hashes.run(owner, () =>
    hashPassword(given.password, recipeOf(signUp.passwordHash)),
  );
  if (!isSameHash(hash, signUp.passwordHash)) {
    // Someone else's sign-up may have used up the address's daily mail budget. The caller has a link sent to this
    // address, so they can read its mailbox and get the owner's budget.
    const own = await findPendingByHash(accounts, signUp.email, hash);
    if (!own) throw wrongPassword();
    await sendLink(accounts, visitor, { signUp: own, isOwner: true });
    throw otherSignUp();
  }

  const { caller: replaced } = await findCaller(accounts, visitor);
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      const { email } = signUp;
      await lockForTransaction(tx, { lock: 'account', email });
      if (await findUserByEmail(tx, email)) throw linkUsed();
      if (!(await deletePendingSignUps(tx, signUp))) throw signUpGone();
      const body = { email, password: given.password };
      await auth.api.signUpEmail({ body: { ...body, name: '' }, headers: visitor.headers });
      const created = await findUserByEmail(tx, email);
      if (!created) throw new Error('the account was not created');
      await confirmAddress(tx, created.id);
      const { headers } = await auth.api.signInEmail({
        body,
        headers: visitor.headers,
        returnHeaders: true,
      });
      await endReplacedSession(tx, visitor, replaced);
      const actor = { id: created.id, name: email, address: visitor.network };
      const record = { action: 'account.confirmed', object: email, objectId: created.id };
      await recordAudit(tx, actor, record);
      // The mail about the sign-up is in the same mailbox: one about the browser would say nothing new.
      await startSession(accounts, tx, visitor, { user: created, headers, isKnownDevice: true });
      for (const { key } of limits) await clearAttempts(tx, key);
      await clearGuesses(accounts, tx, email);
      return headers;
    }, signUp.passwordHash),
  );
}

/** Mails a link again. The answer is the same for everybody; only a sign-up with that password gets a mail. */
export async function resendConfirmation(
  accounts: Accounts,
  visitor: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const limit = toMailRequestLimit(visitor);
  await accounts.challenges.admit({ kind: 'account', solution: visitor.solution, limit });
  await takeSameTime(accounts.beatMs, async () => {
    const hash = await hashForAddress(accounts, visitor, email, password);
    const signUp = await findPendingByHash(accounts, email, hash);
    if (signUp) await sendLink(accounts, visitor, { signUp, isOwner: false });
  });
}

/**
 * Sends a new confirmation link to the address that the earlier link was sent to, even if that link has expired.
 * Requires no challenge, because the link proves access to the mailbox.
 */
export async function renewLink(accounts: Accounts, visitor: RequestContext, token: string): Promise<void> {
  await consumeAttempt(accounts.db, toMailRequestLimit(visitor));
  const { signUp } = await requireLinkedSignUp(accounts, token);
  await sendLink(accounts, visitor, { signUp, isOwner: true });
}

const toMailRequestLimit = ({ limitKey }: RequestContext) => ({
  key: `mail-request/${limitKey}`,
  max: 20,
  windowSeconds: 3_600,
});

function sendLink(
  accounts: Accounts,
  visitor: RequestContext,
  request: { signUp: PendingSignUp; isOwner: boolean },
): Promise<void> {
  return accounts.db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'account', email: request.signUp.email });
    await mailSignUpAgain(accounts, tx, visitor, request);
  });
}

/** The pending sign-up a link belongs to. Links of earlier versions carry its id without the address. */
async function requireLinkedSignUp(
  { appSecret, db }: Accounts,
  token: string,
): Promise<{ signUp: PendingSignUp; isExpired: boolean }> {
  const link = openLink(appSecret, 'confirm-address', token, new Date());
  if (link.is === 'wrong') throw wrongLink();
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
