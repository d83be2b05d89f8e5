import { isAPIError } from 'better-auth/api';
import { lockForTransaction } from '../../db/locks.ts';
import { notify } from '../../db/notifications.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordChangedMail, resetMail } from './account-mails.ts';
import { confirmAddress, deleteVerifications, findUserByEmail, hasResetLink } from './accounts.queries.ts';
import type { Accounts } from './accounts.ts';
import { translateAuthErrors } from './auth-errors.ts';
import { addDeviceCookie } from './device-cookie.ts';
import { clearGuesses, takeAddressAttempt } from './guess-limits.ts';
import { isOwnersBrowser, spendMailBudget } from './link-mail-budget.ts';
import { openLink, sealLink } from './mail-links.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashForAddress } from './pending-sign-ups.ts';
import type { RequestContext } from './request-context.ts';
import { takeSameTime } from './same-time.ts';
import { expiredLink, wrongLink } from './sign-up.ts';

const resetMs = 3_600_000;
/** How long a sent link proves access to the mailbox. */
const proofMs = 7 * 86_400_000;

/**
 * Sends a password reset link if there is an account. An earlier link (even used or expired) or a known browser
 * identifies the owner, whose requests have a separate mail budget that other senders cannot use up.
 */
export async function requestPasswordReset(
  accounts: Accounts,
  visitor: RequestContext,
  { email, earlierLink }: { email: string; earlierLink?: string | undefined },
): Promise<void> {
  const { appSecret, auth, challenges, mailer, publicUrl } = accounts;
  const limit = { key: `mail-request/${visitor.limitKey}`, max: 20, windowSeconds: 3_600 };
  await challenges.admit({ kind: 'account', solution: visitor.solution, limit });
  const request = async () => {
    const isOwner =
      isLinkOf(accounts, earlierLink, email) || (await isOwnersBrowser(accounts, visitor, email));
    await auth.transact(async (tx) => {
      await lockForTransaction(tx, { lock: 'account', email });
      if (!(await findUserByEmail(tx, email))) return;
      const mailRequest = { kind: 'reset', email, visitor, isOwner } as const;
      const mailClass = await spendMailBudget(accounts, tx, mailRequest);
      if (mailClass === undefined) return;
      const secret = await auth.makeResetToken(email, visitor.headers);
      if (secret === undefined) return;
      const expiresAt = new Date(Date.now() + resetMs);
      const token = sealLink(appSecret, 'reset-password', `${secret} ${email}`, expiresAt);
      await mailer.queue(tx, { ...resetMail(email, publicUrl, token), class: mailClass });
    });
  };
  await takeSameTime(accounts.beatMs, () => translateAuthErrors(accounts, request));
}

/** Whether this reset link was sent to the address within the last 7 days, even if it has been used or has expired. */
function isLinkOf({ appSecret }: Accounts, token: string | undefined, email: string): boolean {
  if (token === undefined) return false;
  const mailedAfter = new Date(Date.now() - proofMs);
  const link = openLink(appSecret, 'reset-password', token, new Date(mailedAfter.getTime() + resetMs));
  return link.is === 'good' && link.content.split(' ')[1] === email;
}

/**
 * Sets the password that a mailed link lets its reader choose, once. It signs every browser out and ends all other
 * links of the account. Returns the cookie that makes this browser known.
 */
export async function resetPassword(
  accounts: Accounts,
  visitor: RequestContext,
  given: { token: string; newPassword: string },
): Promise<Headers> {
  const { appSecret, auth, db, mailer, publicUrl } = accounts;
  await takeAddressAttempt(accounts, visitor);
  const link = openLink(appSecret, 'reset-password', given.token, new Date());
  if (link.is === 'wrong') throw wrongLink();
  if (link.is === 'expired') throw expiredLink();
  const [token = '', email = ''] = link.content.split(' ');
  requireGoodPassword(given.newPassword, email, 'newPassword');
  // A link that was used costs no hash.
  if (!(await hasResetLink(db, token))) throw usedLink();
  const hash = await hashForAddress(accounts, visitor, email, given.newPassword);
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      // Of two links used at once one is the first.
      await lockForTransaction(tx, { lock: 'account', email });
      await auth.api.resetPassword({ body: { token, newPassword: given.newPassword } }).catch(refuseUsedLink);
      const headers = new Headers();
      const known = await findUserByEmail(tx, email);
      if (!known) return headers;
      await deleteVerifications(tx, known.id);
      // The link came by mail: whoever used it reads the address.
      await confirmAddress(tx, known.id);
      await clearGuesses(accounts, tx, email);
      await addDeviceCookie(accounts, tx, headers, email);
      const actor = { id: known.id, name: email, address: visitor.network };
      await recordAudit(tx, actor, { action: 'password.reset', object: email, objectId: known.id });
      await notify(tx, { kind: 'rights-changed' });
      await mailer.queue(tx, passwordChangedMail(email, publicUrl));
      return headers;
    }, hash),
  );
}

/** The link was whole and in time, so what the library misses was taken by its first use, or that of another link. */
function refuseUsedLink(error: unknown): never {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  throw usedLink(error);
}

function usedLink(cause?: unknown): AppError {
  const message = 'This link, or another one we sent you, has already been used. Request a new one.';
  return new AppError(409, 'link-used', message, { cause });
}
