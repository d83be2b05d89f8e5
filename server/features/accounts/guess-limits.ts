import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  type AttemptLimit,
  clearAttempts,
  consumeAttempt,
  countAttempt,
  refundAttempt,
  tooManyAttempts,
} from '../../platform/limits/attempts.ts';
import { type Accounts, toAttemptName } from './accounts.ts';
import { findKnownDevice } from './device-cookie.ts';
import { noteRefusal } from './refusal-log.ts';
import type { RequestContext } from './request-context.ts';
import { takeSameTime } from './same-time.ts';

const windowSeconds = 900;
const delaysSeconds = [15, 30, 60, 120];
const reason = {
  password: 'Too many attempts to sign in to this account. You can also choose a new password by mail.',
  code: 'Too many codes were entered for this account.',
};

/** What is guessed: the password of an account, or the code after it. */
type Secret = keyof typeof reason;

/** One attempt that was let through, with what to do about its count once it succeeds. */
export interface Guess {
  /** Whether this browser has signed in to the account before. */
  isKnownDevice: boolean;
  /** Takes the attempt out of the counts. Failures of others stay counted. */
  succeed: (transaction: Pick<NodePgDatabase, 'delete' | 'update'>) => Promise<void>;
  /** Takes it out of the counts because it was never looked at. */
  withdraw: () => Promise<void>;
}

/** Twenty a minute for an address, whatever accounts it tries. */
export function takeAddressAttempt(
  { db }: Pick<Accounts, 'db'>,
  { limitKey }: RequestContext,
): Promise<void> {
  return consumeAttempt(db.orm, { key: `sign-in/address/${limitKey}`, max: 20, windowSeconds: 60 });
}

/**
 * Counts a guess before it is looked at, so that many at once are many. A known browser has a count of its own:
 * nobody else can use it up. All others share that of the account, slowed down more and more, and one address
 * cannot use up the whole of it. Known and unknown accounts count alike.
 */
export async function takeGuess(
  accounts: Accounts,
  visitor: RequestContext,
  { email, secret }: { email: string; secret: Secret },
): Promise<Guess> {
  const { appSecret, db } = accounts;
  const device = await findKnownDevice(accounts, visitor, email);
  const name = toAttemptName(appSecret, email);
  const pair = toAttemptName(appSecret, `${email} ${visitor.limitKey}`);
  const prefix = secret === 'password' ? 'sign-in' : 'second-step';
  const limits: AttemptLimit[] = device
    ? [{ key: `${prefix}/device/${device.id}`, max: 10, windowSeconds, delaysSeconds }]
    : [
        { key: `${prefix}/from/${pair}`, max: 7, windowSeconds, delaysSeconds: [15, 30] },
        { key: `${prefix}/account/${name}`, max: 10, windowSeconds, delaysSeconds },
      ];
  const at = new Date();
  const counted: AttemptLimit[] = [];
  const withdraw = async () => {
    for (const { key } of counted) await refundAttempt(db.orm, key, at);
  };
  for (const limit of limits) {
    const waitSeconds = await countAttempt(db.orm, limit, at);
    if (waitSeconds === 0) {
      counted.push(limit);
      continue;
    }
    await withdraw();
    // The entry of a known account may be new, that of unknown ones rarely is: the time must not tell.
    await takeSameTime(accounts.beatMs, () =>
      noteRefusal(accounts, visitor, { action: `${toRecord(secret)}.locked`, email }),
    );
    throw tooManyAttempts(waitSeconds, reason[secret]);
  }
  return {
    isKnownDevice: device !== undefined,
    withdraw,
    succeed: async (transaction) => {
      const [own, ...shared] = counted;
      if (own) await clearAttempts(transaction, own.key);
      for (const { key } of shared) await refundAttempt(transaction, key, at);
    },
  };
}

function toRecord(secret: Secret): string {
  return secret === 'password' ? 'session' : 'two-factor';
}

/** Forgets the failures of an account whose owner has proved to have its mailbox. */
export async function clearGuesses(
  { appSecret }: Accounts,
  transaction: Pick<NodePgDatabase, 'delete'>,
  email: string,
): Promise<void> {
  const name = toAttemptName(appSecret, email);
  for (const prefix of ['sign-in', 'second-step'])
    await clearAttempts(transaction, `${prefix}/account/${name}`);
}
