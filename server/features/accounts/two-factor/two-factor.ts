import { notify } from '../../../db/notifications/notifications.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { consumeAttempt } from '../../../platform/limits/attempts.ts';
import { translateAuthErrors } from '../../sessions/auth-errors.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { hashToken } from '../../sessions/session-store.ts';
import { deleteSessions, findSessionId } from '../../sessions/sessions.queries.ts';
import { type Session, toActor } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { recoveryCodesMail, twoFactorOffMail, twoFactorOnMail } from '../security-mails.ts';
import {
  type Credentials,
  lockUnchangedAccount,
  withReAuthentication,
} from '../sign-in/re-authentication.ts';
import { requireUnusedCode } from './verify-code.ts';

/** Creates a secret and recovery codes. They take effect once a first code of the secret is entered. */
export async function enableTwoFactor(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  password: string,
) {
  const { auth, mailBrand } = accounts;
  if (session.hasTwoFactor) throw alreadyOn();
  return withReAuthentication(accounts, context, session, { password }, async () => {
    const created = await auth.api.enableTwoFactor({
      body: { password, method: 'totp', issuer: toIssuer(mailBrand().name) },
      headers: context.headers,
    });
    if (created.method !== 'totp')
      throw new Error('the library created another method than the requested one');
    return { totpURI: created.totpURI, backupCodes: created.backupCodes };
  });
}

/** Switches two-factor on with a first code of the new secret. Returns the cookies to set. */
export async function switchOnTwoFactor(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  entered: string,
): Promise<Headers> {
  const { auth, db, cookieName, mailer } = accounts;
  const { userId, email } = session;
  if (session.hasTwoFactor) throw alreadyOn();
  await consumeAttempt(db, { key: `first-code/${userId}`, max: 10, windowSeconds: 900 });
  const code = entered.replace(/\s/g, '');
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      await lockUnchangedAccount(tx, session);
      const { headers } = await auth.api.verifyTOTP({
        body: { code },
        headers: context.headers,
        returnHeaders: true,
      });
      await requireUnusedCode(accounts, tx, userId, code);
      // Ends the sessions that were started with the password alone.
      const keptId = await findSessionId(tx, hashToken(findNewToken(headers, cookieName)));
      await deleteSessions(tx, userId, keptId);
      const record = { action: 'two-factor.on', object: email };
      await recordAudit(tx, toActor(session, context), record);
      await mailer.queue(tx, twoFactorOnMail(email, accounts));
      await notify(tx, { kind: 'rights-changed' });
      return headers;
    }),
  );
}

export async function disableTwoFactor(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  credentials: Credentials,
): Promise<Headers> {
  const { auth, mailer } = accounts;
  requireTwoFactor(session);
  return withReAuthentication(accounts, context, session, credentials, async (tx) => {
    const { headers } = await auth.api.disableTwoFactor({
      body: { password: credentials.password },
      headers: context.headers,
      returnHeaders: true,
    });
    const record = { action: 'two-factor.off', object: session.email };
    await recordAudit(tx, toActor(session, context), record);
    await mailer.queue(tx, twoFactorOffMail(session.email, accounts));
    await notify(tx, { kind: 'rights-changed' });
    return headers;
  });
}

/** Creates new recovery codes. The old ones no longer work. */
export async function renewRecoveryCodes(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  credentials: Credentials,
): Promise<string[]> {
  const { auth, mailer } = accounts;
  requireTwoFactor(session);
  return withReAuthentication(accounts, context, session, credentials, async (tx) => {
    const { backupCodes } = await auth.api.generateBackupCodes({
      body: { password: credentials.password },
      headers: context.headers,
    });
    const record = { action: 'two-factor.codes-renewed', object: session.email };
    await recordAudit(tx, toActor(session, context), record);
    await mailer.queue(tx, recoveryCodesMail(session.email, accounts));
    return backupCodes;
  });
}

/** The name in authenticator apps, which separate it from the account by a colon. */
const toIssuer = (name: string) => name.replaceAll(':', ' ').replace(/\s+/g, ' ').trim();

function requireTwoFactor({ hasTwoFactor }: Session): void {
  if (hasTwoFactor) return;
  throw new AppError(400, 'two-factor-off', 'Two-factor authentication is off. Switch it on first.');
}

function alreadyOn(): AppError {
  return new AppError(400, 'two-factor-on', 'Two-factor authentication is already on.');
}

/** The token of the session the library has just started; its response body still contains the previous one. */
function findNewToken(headers: Headers, cookieName: string): string {
  const cookie = headers.getSetCookie().find((each) => each.startsWith(`${cookieName}=`));
  const [value = ''] = cookie?.slice(cookieName.length + 1).split(';') ?? [];
  return decodeURIComponent(value).split('.')[0] ?? '';
}
