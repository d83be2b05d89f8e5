import type { ChangePasswordRequest } from '../../../../contract/account/self-service.ts';
import { notify } from '../../../db/notifications/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError, unavailable } from '../../../platform/errors.ts';
import { addKnownBrowserCookie } from '../../sessions/known-browser.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { deleteSessions } from '../../sessions/sessions.queries.ts';
import { type Session, toActor } from '../../sessions/sessions.ts';
import { deleteVerifications } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { deleteIdentities } from '../identity-provider/identities.queries.ts';
import { hashForAddress } from '../password/hash-for-address.ts';
import { requireGoodPassword } from '../password/password-rules.ts';
import { withReAuthentication } from '../sign-in/re-authentication.ts';
import { deleteAddressChange } from './address-changes.queries.ts';
import { setPasswordHash } from './self-service.queries.ts';
import { passwordReplacedMail } from './self-service-mails.ts';

/**
 * Replaces the password. Ends the other sessions, the mailed links, a pending change of address and the links to identity
 * providers of the account: someone else may have started them. The next sign-in with a provider links it again. Returns
 * the cookies to set.
 */
export async function changePassword(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  { newPassword, ...credentials }: ChangePasswordRequest,
): Promise<Headers> {
  const { auth, mailer } = accounts;
  const { userId, email } = session;
  requireGoodPassword(accounts, newPassword, email, 'newPassword');
  if (newPassword === credentials.password) throw samePassword();
  let newHash: string | undefined;
  return withReAuthentication(
    accounts,
    context,
    session,
    credentials,
    async (tx) => {
      // The password became right between two queries: another change ran at the same time.
      if (newHash === undefined) throw unavailable();
      await setPasswordHash(tx, userId, newHash);
      const { headers, response } = await auth.api.replaceSession({
        body: { isSignedInNow: true },
        headers: context.headers,
        returnHeaders: true,
      });
      await deleteSessions(tx, userId, response.sessionId);
      await deleteVerifications(tx, userId);
      await deleteAddressChange(tx, userId);
      await deleteIdentities(tx, userId);
      await addKnownBrowserCookie(accounts, tx, headers, email);
      const record = { action: 'password.changed', object: email, objectId: userId };
      await recordAudit(tx, toActor(session, context), record);
      await mailer.queue(tx, passwordReplacedMail(email, accounts));
      await notify(tx, { kind: 'rights-changed' });
      return headers;
    },
    async () => {
      newHash = await hashForAddress(accounts, context, email, newPassword);
    },
  );
}

function samePassword(): AppError {
  return new AppError(400, 'weak-password', 'This is the password you have now. Please choose another one.', {
    field: 'newPassword',
  });
}
