import { notify } from '../../../db/notifications/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { type Session, toActor } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { type Credentials, withReAuthentication } from './re-authentication.ts';

/** Makes the sign-in recent again, with the password and a code, in a new session. Returns its cookies. */
export async function renewSignIn(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  credentials: Credentials,
): Promise<Headers> {
  const { auth } = accounts;
  return withReAuthentication(accounts, context, session, credentials, async (tx) => {
    const { headers } = await auth.api.replaceSession({
      body: { isSignedInNow: true },
      headers: context.headers,
      returnHeaders: true,
    });
    const record = { action: 'session.renewed', object: session.email };
    await recordAudit(tx, toActor(session, context), record);
    await notify(tx, { kind: 'rights-changed' });
    return headers;
  });
}
