import { isAPIError } from 'better-auth/api';
import { clearAttempts, takeAttempt } from '../../platform/attempts.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordChangedMail } from './account-mails.ts';
import { confirmAddress, findUserByEmail, lockAddress, notifyRightsChanged } from './accounts.queries.ts';
import { type Accounts, takeMailBudget } from './accounts.ts';
import { openLink } from './mail-links.ts';
import { requireGoodPassword } from './password-rules.ts';
import { hashForAddress } from './pending-sign-ups.ts';
import { translateRefusals } from './refusals.ts';
import { takeSameTime } from './same-time.ts';
import { expiredLink, toSignInLimit, wrongLink } from './sign-up.ts';
import type { Visitor } from './visitor.ts';

/** Mails a link to a new password, if there is an account. */
export async function requestPasswordReset(
  accounts: Accounts,
  visitor: Visitor,
  email: string,
): Promise<void> {
  const { auth, db } = accounts;
  await takeAttempt(db.orm, { key: `mail-request/${visitor.limitKey}`, max: 20, windowSeconds: 3_600 });
  const request = () =>
    auth.transact(async (transaction) => {
      await lockAddress(transaction, email);
      if (!(await findUserByEmail(transaction, email))) return;
      if (!(await takeMailBudget(accounts, transaction, email))) return;
      await auth.api.requestPasswordReset({ body: { email }, headers: visitor.headers });
    });
  await takeSameTime(() => translateRefusals(request));
}

/** Sets the password a mailed link lets its reader choose, once, and signs every browser out. */
export async function resetPassword(
  accounts: Accounts,
  visitor: Visitor,
  given: { token: string; newPassword: string },
): Promise<void> {
  const { appSecret, auth, mailer, publicUrl } = accounts;
  const link = openLink(appSecret, 'reset-password', given.token, new Date());
  if (link.is === 'wrong') throw wrongLink();
  if (link.is === 'expired') throw expiredLink();
  const [token = '', email = ''] = link.content.split(' ');
  requireGoodPassword(given.newPassword, email, 'newPassword');
  const hash = await hashForAddress(accounts, email, given.newPassword);
  await translateRefusals(() =>
    auth.transact(async (transaction) => {
      await auth.api.resetPassword({ body: { token, newPassword: given.newPassword } }).catch(refuseUsedLink);
      const known = await findUserByEmail(transaction, email);
      if (!known) return;
      // The link came by mail: whoever used it reads the address.
      await confirmAddress(transaction, known.id);
      await clearAttempts(transaction, toSignInLimit(accounts, email).key);
      const actor = { id: known.id, name: email, address: visitor.network };
      await recordAudit(transaction, actor, { action: 'password.reset', object: email, objectId: known.id });
      await notifyRightsChanged(transaction);
      await mailer.queue(transaction, passwordChangedMail(email, publicUrl));
    }, hash),
  );
}

/** The link was whole and in time, so what the library misses was taken by its first use. */
function refuseUsedLink(error: unknown): never {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  const message = 'This link was used already. Please ask for a new one.';
  throw new AppError(409, 'link-used', message, { cause: error });
}
