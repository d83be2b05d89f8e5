import { isAPIError } from 'better-auth/api';
import { lockForTransaction } from '../../../db/locks.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { runInSlot } from '../../../platform/constant-time.ts';
import { AppError } from '../../../platform/errors.ts';
import { translateAuthErrors } from '../../sessions/auth-errors.ts';
import { addKnownBrowserCookie } from '../../sessions/known-browser.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { passwordChangedMail, resetMail } from '../account-mails.ts';
import { confirmAddress, deleteVerifications, findUserByEmail, hasResetLink } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { deleteIdentities } from '../identity-provider/identities.queries.ts';
import { consumeMailBudget, isOwnersBrowser } from '../links/link-mail-budget.ts';
import { createLinkToken, expiredLink, invalidLink, readLinkToken } from '../links/mailed-link.ts';
import { deleteAddressChange } from '../self-service/address-changes.queries.ts';
import { clearSignInAttempts, consumeAddressAttempt } from '../sign-in/sign-in-attempts.ts';
import { hashForAddress } from './hash-for-address.ts';
import { requireGoodPassword } from './password-rules.ts';

const resetMs = 3_600_000;
/** How long a mailed link proves access to the mailbox. */
const proofMs = 7 * 86_400_000;

/**
 * Sends a password reset link if there is an account. An earlier link (even used or expired) or a known browser
 * identifies the owner, whose requests have a separate mail budget that other senders cannot use up.
 */
export async function requestPasswordReset(
  accounts: Accounts,
  context: RequestContext,
  { email, earlierLink }: { email: string; earlierLink?: string | undefined },
): Promise<void> {
  const { appSecret, auth, challenges, mailer } = accounts;
  const limit = { key: `mail-request/${context.limitKey}`, max: 20, windowSeconds: 3_600 };
  await challenges.admit({ kind: 'account', solution: context.solution, limit });
  const request = async () => {
    const isOwner =
      isLinkOf(accounts, earlierLink, email) || (await isOwnersBrowser(accounts, context, email));
    await auth.transact(async (tx) => {
      await lockForTransaction(tx, { lock: 'account', email });
      if (!(await findUserByEmail(tx, email))) return;
      const mailRequest = { kind: 'reset', email, context, isOwner } as const;
      const mailClass = await consumeMailBudget(accounts, tx, mailRequest);
      if (mailClass === undefined) return;
      const secret = await auth.createResetToken(email, context.headers);
      if (secret === undefined) return;
      const expiresAt = new Date(Date.now() + resetMs);
      const token = createLinkToken(appSecret, 'reset-password', `${secret} ${email}`, expiresAt);
      await mailer.queue(tx, { ...resetMail(email, accounts, token), class: mailClass });
    });
  };
  await runInSlot(accounts.slotMs, () => translateAuthErrors(accounts, request));
}

/** Whether this reset link was sent to the address within the last 7 days, even if it has been used or has expired. */
function isLinkOf({ appSecret }: Accounts, token: string | undefined, email: string): boolean {
  if (token === undefined) return false;
  const mailedAfter = new Date(Date.now() - proofMs);
  const link = readLinkToken(appSecret, 'reset-password', token, new Date(mailedAfter.getTime() + resetMs));
  return link.is === 'valid' && link.content.split(' ')[1] === email;
}

/**
 * Sets a new password with a mailed link, which works once. Ends all sessions, all other links, a pending change of
 * address and the links to identity providers of the account. The next sign-in with a provider links it again.
 * Returns the cookie that makes this browser known.
 */
export async function resetPassword(
  accounts: Accounts,
  context: RequestContext,
  given: { token: string; newPassword: string },
): Promise<Headers> {
  const { appSecret, auth, db, mailer } = accounts;
  await consumeAddressAttempt(accounts, context);
  const link = readLinkToken(appSecret, 'reset-password', given.token, new Date());
  if (link.is === 'invalid') throw invalidLink();
  if (link.is === 'expired') throw expiredLink();
  const [token = '', email = ''] = link.content.split(' ');
  requireGoodPassword(accounts, given.newPassword, email, 'newPassword');
  // Checked before hashing: a used link must not cost a hash.
  if (!(await hasResetLink(db, token))) throw usedLink();
  const hash = await hashForAddress(accounts, context, email, given.newPassword);
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      // Serializes two links that are used at the same time.
      await lockForTransaction(tx, { lock: 'account', email });
      await auth.api.resetPassword({ body: { token, newPassword: given.newPassword } }).catch(rejectUsedLink);
      const headers = new Headers();
      const known = await findUserByEmail(tx, email);
      if (!known) return headers;
      await deleteVerifications(tx, known.id);
      await deleteAddressChange(tx, known.id);
      await deleteIdentities(tx, known.id);
      // The link proves access to the mailbox.
      await confirmAddress(tx, known.id);
      await clearSignInAttempts(accounts, tx, email);
      await addKnownBrowserCookie(accounts, tx, headers, email);
      const actor = { id: known.id, name: email, address: context.network };
      await recordAudit(tx, actor, { action: 'password.reset', object: email, objectId: known.id });
      await notify(tx, { kind: 'rights-changed' });
      await mailer.queue(tx, passwordChangedMail(email, accounts));
      return headers;
    }, hash),
  );
}

/** The signature and the expiry were checked before, so a token the library does not find was used or revoked. */
function rejectUsedLink(error: unknown): never {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  throw usedLink(error);
}

function usedLink(cause?: unknown): AppError {
  const message = 'This link, or another one we sent you, has already been used. Request a new one.';
  return new AppError(409, 'link-used', message, { cause });
}
