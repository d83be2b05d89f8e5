import type { Tx } from '../../../db/client.ts';
import { runInSlot } from '../../../platform/constant-time.ts';
import { toAttemptName } from '../../../platform/limits/attempt-name.ts';
import {
  type AttemptLimit,
  clearAttempts,
  consumeAttempt,
  countAttempt,
  refundAttempt,
  tooManyAttempts,
} from '../../../platform/limits/attempts.ts';
import { findKnownBrowser } from '../../sessions/known-browser.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import type { Accounts } from '../accounts.ts';
import { recordFailedAttempt } from '../failed-attempts.ts';

const windowSeconds = 900;
const delaysSeconds = [15, 30, 60, 120];
const reason = {
  password: 'Too many attempts to sign in to this account. You can also choose a new password by mail.',
  code: 'Too many codes were entered for this account.',
};

/** The entered secret: the password, or the two-factor code after it. */
type Secret = keyof typeof reason;

/** One counted attempt, and how to correct the counts afterwards. */
export interface SignInAttempt {
  /** Whether this browser has signed in to the account before. */
  isKnownBrowser: boolean;
  /** Removes a successful attempt from the counts. Failed attempts of other browsers stay counted. */
  succeed: (tx: Tx) => Promise<void>;
  /** Removes the attempt from the counts because it was not checked. */
  withdraw: () => Promise<void>;
}

/** Limits an address to twenty attempts a minute over all accounts. */
export function consumeAddressAttempt(
  { db }: Pick<Accounts, 'db'>,
  { limitKey }: RequestContext,
): Promise<void> {
  return consumeAttempt(db, { key: `sign-in/address/${limitKey}`, max: 20, windowSeconds: 60 });
}

/**
 * Counts an attempt before it is checked, so that simultaneous attempts are all counted. A known browser has a separate
 * limit, which no other sender can use up. All other browsers share the limit of the account, with increasing delays,
 * and one address can use only a part of it. Addresses without an account are counted in the same way.
 */
export async function consumeSignInAttempt(
  accounts: Accounts,
  context: RequestContext,
  { email, secret }: { email: string; secret: Secret },
): Promise<SignInAttempt> {
  const { appSecret, db } = accounts;
  const browser = await findKnownBrowser(accounts, context, email);
  const name = toAttemptName(appSecret, email);
  const pair = toAttemptName(appSecret, `${email} ${context.limitKey}`);
  // Stored keys: another prefix would reset the counts at an upgrade.
  const prefix = secret === 'password' ? 'sign-in' : 'second-step';
  const limits: AttemptLimit[] = browser
    ? [{ key: `${prefix}/device/${browser.id}`, max: 10, windowSeconds, delaysSeconds }]
    : [
        { key: `${prefix}/from/${pair}`, max: 7, windowSeconds, delaysSeconds: [15, 30] },
        { key: `${prefix}/account/${name}`, max: 10, windowSeconds, delaysSeconds },
      ];
  const at = new Date();
  const counted: AttemptLimit[] = [];
  const withdraw = async () => {
    for (const { key } of counted) await refundAttempt(db, key, at);
  };
  for (const limit of limits) {
    const waitSeconds = await countAttempt(db, limit, at);
    if (waitSeconds === 0) {
      counted.push(limit);
      continue;
    }
    await withdraw();
    // Writing a new audit entry takes longer than counting up one, and reveals whether the account exists.
    await runInSlot(accounts.slotMs, () =>
      recordFailedAttempt(accounts, context, { action: `${toAuditSubject(secret)}.locked`, email }),
    );
    throw tooManyAttempts(waitSeconds, reason[secret]);
  }
  return {
    isKnownBrowser: browser !== undefined,
    withdraw,
    succeed: async (tx) => {
      const [own, ...shared] = counted;
      if (own) await clearAttempts(tx, own.key);
      for (const { key } of shared) await refundAttempt(tx, key, at);
    },
  };
}

function toAuditSubject(secret: Secret): string {
  return secret === 'password' ? 'session' : 'two-factor';
}

/** Clears the failed attempts of an account whose owner has proved access to its mailbox. */
export async function clearSignInAttempts({ appSecret }: Accounts, tx: Tx, email: string): Promise<void> {
  const name = toAttemptName(appSecret, email);
  for (const prefix of ['sign-in', 'second-step']) await clearAttempts(tx, `${prefix}/account/${name}`);
}
