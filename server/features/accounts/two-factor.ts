import { notify } from '../../db/notifications.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { consumeAttempt } from '../../platform/limits/attempts.ts';
import { recoveryCodesMail, twoFactorOffMail, twoFactorOnMail } from './account-notices.ts';
import { type Accounts, type Caller, toActor } from './accounts.ts';
import { translateAuthErrors } from './auth-errors.ts';
import { lockUnchanged, type OwnerProof, refuseRepeatedCode, withProof } from './owner-check.ts';
import type { RequestContext } from './request-context.ts';
import { hashToken } from './session-store.ts';
import { deleteSessions, findSessionId } from './sessions.queries.ts';

/** Makes a secret and recovery codes; they count once a first code has been shown to fit. */
export async function enableTwoFactor(
  accounts: Accounts,
  visitor: RequestContext,
  caller: Caller,
  password: string,
) {
  const { auth } = accounts;
  if (caller.hasTwoFactor) throw alreadyOn();
  return withProof(accounts, visitor, caller, { password }, async () => {
    const answer = await auth.api.enableTwoFactor({
      body: { password, method: 'totp' },
      headers: visitor.headers,
    });
    if (answer.method !== 'totp')
      throw new Error('the library created another method than the requested one');
    return { totpURI: answer.totpURI, backupCodes: answer.backupCodes };
  });
}

/** Switches two-factor on with a first code of the new secret. Returns the cookies to set. */
export async function switchOnTwoFactor(
  accounts: Accounts,
  visitor: RequestContext,
  caller: Caller,
  entered: string,
): Promise<Headers> {
  const { auth, db, cookieName, mailer, publicUrl } = accounts;
  const { userId, email } = caller;
  if (caller.hasTwoFactor) throw alreadyOn();
  await consumeAttempt(db, { key: `first-code/${userId}`, max: 10, windowSeconds: 900 });
  const code = entered.replace(/\s/g, '');
  return translateAuthErrors(accounts, () =>
    auth.transact(async (tx) => {
      await lockUnchanged(tx, caller);
      const { headers } = await auth.api.verifyTOTP({
        body: { code },
        headers: visitor.headers,
        returnHeaders: true,
      });
      await refuseRepeatedCode(accounts, tx, userId, code);
      // Sessions begun with the password alone end: from now on it takes both.
      const keptId = await findSessionId(tx, hashToken(findNewToken(headers, cookieName)));
      await deleteSessions(tx, userId, keptId);
      const record = { action: 'two-factor.on', object: email };
      await recordAudit(tx, toActor(caller, visitor), record);
      await mailer.queue(tx, twoFactorOnMail(email, publicUrl));
      await notify(tx, { kind: 'rights-changed' });
      return headers;
    }),
  );
}

export async function disableTwoFactor(
  accounts: Accounts,
  visitor: RequestContext,
  caller: Caller,
  proof: OwnerProof,
): Promise<Headers> {
  const { auth, mailer, publicUrl } = accounts;
  requireTwoFactor(caller);
  return withProof(accounts, visitor, caller, proof, async (tx) => {
    const { headers } = await auth.api.disableTwoFactor({
      body: { password: proof.password },
      headers: visitor.headers,
      returnHeaders: true,
    });
    const record = { action: 'two-factor.off', object: caller.email };
    await recordAudit(tx, toActor(caller, visitor), record);
    await mailer.queue(tx, twoFactorOffMail(caller.email, publicUrl));
    await notify(tx, { kind: 'rights-changed' });
    return headers;
  });
}

/** New recovery codes; the old ones open nothing any more. */
export async function renewBackupCodes(
  accounts: Accounts,
  visitor: RequestContext,
  caller: Caller,
  proof: OwnerProof,
): Promise<string[]> {
  const { auth, mailer, publicUrl } = accounts;
  requireTwoFactor(caller);
  return withProof(accounts, visitor, caller, proof, async (tx) => {
    const { backupCodes } = await auth.api.generateBackupCodes({
      body: { password: proof.password },
      headers: visitor.headers,
    });
    const record = { action: 'two-factor.codes-renewed', object: caller.email };
    await recordAudit(tx, toActor(caller, visitor), record);
    await mailer.queue(tx, recoveryCodesMail(caller.email, publicUrl));
    return backupCodes;
  });
}

function requireTwoFactor({ hasTwoFactor }: Caller): void {
  if (hasTwoFactor) return;
  throw new AppError(400, 'two-factor-off', 'Two-factor authentication is off. Switch it on first.');
}

function alreadyOn(): AppError {
  return new AppError(400, 'two-factor-on', 'Two-factor authentication is already on.');
}

/** The token of the session the library has just begun. Its answer still names the one before. */
function findNewToken(headers: Headers, cookieName: string): string {
  const cookie = headers.getSetCookie().find((each) => each.startsWith(`${cookieName}=`));
  const [value = ''] = cookie?.slice(cookieName.length + 1).split(';') ?? [];
  return decodeURIComponent(value).split('.')[0] ?? '';
}
