import { clearAttempts, countAttempt, takeAttempt } from '../../platform/attempts.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { notifyRightsChanged } from './accounts.queries.ts';
import { type Accounts, type Caller, findCaller, toActor, toAttemptName } from './accounts.ts';
import type { Transaction } from './auth-library.ts';
import { hashForAddress } from './pending-sign-ups.ts';
import { translateRefusals } from './refusals.ts';
import { deleteOtherSessions } from './sessions.queries.ts';
import { toSignInLimit } from './sign-up.ts';
import type { Visitor } from './visitor.ts';

/** A code is good for its half minute and the ones beside it. */
const codeLivesSeconds = 120;

/** Makes a secret and recovery codes; they count once a first code has been shown to fit. */
export async function enableTwoFactor(
  accounts: Accounts,
  visitor: Visitor,
  caller: Caller,
  password: string,
) {
  const { auth } = accounts;
  return withPassword(accounts, caller, password, async () => {
    const answer = await auth.api.enableTwoFactor({
      body: { password, method: 'totp' },
      headers: visitor.headers,
    });
    if (answer.method !== 'totp') throw new Error('another second factor was made than asked for');
    return { totpURI: answer.totpURI, backupCodes: answer.backupCodes };
  });
}

export async function disableTwoFactor(
  accounts: Accounts,
  visitor: Visitor,
  caller: Caller,
  password: string,
): Promise<Headers> {
  const { auth } = accounts;
  return withPassword(accounts, caller, password, async (transaction) => {
    const { headers } = await auth.api.disableTwoFactor({
      body: { password },
      headers: visitor.headers,
      returnHeaders: true,
    });
    const record = { action: 'second-factor.off', object: caller.email };
    await recordAudit(transaction, toActor(caller, visitor), record);
    await notifyRightsChanged(transaction);
    return headers;
  });
}

/** New recovery codes; the old ones open nothing any more. */
export async function renewBackupCodes(
  accounts: Accounts,
  visitor: Visitor,
  caller: Caller,
  password: string,
): Promise<string[]> {
  const { auth } = accounts;
  return withPassword(accounts, caller, password, async (transaction) => {
    const { backupCodes } = await auth.api.generateBackupCodes({
      body: { password },
      headers: visitor.headers,
    });
    const record = { action: 'second-factor.codes-renewed', object: caller.email };
    await recordAudit(transaction, toActor(caller, visitor), record);
    return backupCodes;
  });
}

/** A password asked for again is guessed as one at the door is: the tries are counted together. */
async function withPassword<Result>(
  accounts: Accounts,
  caller: Caller,
  password: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { auth, db } = accounts;
  const limit = toSignInLimit(accounts, caller.email);
  await takeAttempt(db.orm, limit);
  const hash = await hashForAddress(accounts, caller.email, password);
  const result = await translateRefusals(() => auth.transact(work, hash));
  await clearAttempts(db.orm, limit.key);
  return result;
}

type SecondStep = 'totp' | 'backup-code';

/**
 * Takes a code of the second factor: the second step of a sign-in, or, of somebody signed in, the proof that
 * the new secret is in a phone. Hands back the cookies to set.
 */
export async function verifyCode(
  accounts: Accounts,
  visitor: Visitor,
  step: SecondStep,
  entered: string,
): Promise<Headers> {
  const { auth, db, appSecret, cookieName } = accounts;
  const code = step === 'totp' ? entered.replace(/\s/g, '') : entered;
  await takeAttempt(db.orm, { key: `sign-in/address/${visitor.limitKey}`, max: 20, windowSeconds: 60 });
  const { caller } = await findCaller(accounts, visitor);
  const call = { body: { code }, headers: visitor.headers, returnHeaders: true } as const;
  const verify = () => (step === 'totp' ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call));
  return translateRefusals(() =>
    auth.transact(async (transaction) => {
      const { response, headers } = await verify();
      const { id, email } = response.user;
      // Whoever looked over a shoulder must not use the same code again. Taking it back takes the session too.
      const key = `code/${toAttemptName(appSecret, `${id} ${code}`)}`;
      if ((await countAttempt(transaction, { key, max: 1, windowSeconds: codeLivesSeconds })) > 0) {
        throw new AppError(401, 'auth-refused', 'Invalid code');
      }
      const actor = { id, name: email, address: visitor.network };
      if (!caller) await recordAudit(transaction, actor, { action: 'session.started', object: email });
      else if (!caller.hasTwoFactor) {
        // Sessions begun with the password alone end: from now on it takes both.
        await deleteOtherSessions(transaction, id, findNewToken(headers, cookieName));
        await recordAudit(transaction, actor, { action: 'second-factor.on', object: email });
        await notifyRightsChanged(transaction);
      }
      return headers;
    }),
  );
}

/** The token of the session the library has just begun. Its answer still names the one before. */
function findNewToken(headers: Headers, cookieName: string): string {
  const cookie = headers.getSetCookie().find((each) => each.startsWith(`${cookieName}=`));
  const [value = ''] = cookie?.slice(cookieName.length + 1).split(';') ?? [];
  return decodeURIComponent(value).split('.')[0] ?? '';
}
