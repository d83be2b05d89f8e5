import type { SignUpMode } from '../../../contract/account/accounts.ts';
import type { Tx } from '../../db/client.ts';
import type { Challenges } from '../../platform/challenges/challenges.ts';
import { defaultSlotMs } from '../../platform/constant-time.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { HashQueue } from '../../platform/passwords/hash-queue.ts';
import { currentHashCost, type HashCost } from '../../platform/passwords/password-hash.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { hasConfirmedAccount } from './accounts.queries.ts';

export interface AccountsDeps {
  sessions: Sessions;
  /** Undefined: granting administrator rights by key is off. */
  adminAccessKey: string | undefined;
  signUp: SignUpMode;
  challenges: Challenges;
  metrics: Metrics;
  /** Only tests lower these values. */
  authTiming?: Partial<AuthTiming> | undefined;
}

/** Deliberate costs and delays of account requests. */
export interface AuthTiming {
  /** The cost of new password hashes. A stored hash contains its own. */
  hashCost: HashCost;
  /** Responses that must not reveal whether an account exists are delayed to a multiple of this. */
  slotMs: number;
}

/** The dependencies of every function about accounts. */
export interface Accounts extends Sessions, AuthTiming {
  adminAccessKey: string | undefined;
  /** Who may sign up: everyone, or only those whom an owner invites. */
  signUp: SignUpMode;
  challenges: Challenges;
  hashes: HashQueue;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { sessions, adminAccessKey, signUp, challenges, metrics, authTiming } = deps;
  return {
    ...sessions,
    adminAccessKey,
    signUp,
    challenges,
    hashCost: currentHashCost,
    slotMs: defaultSlotMs,
    ...authTiming,
    hashes: new HashQueue(metrics),
  };
}

/** Whether an account with this address exists and is confirmed. */
export const isConfirmedAddress = (tx: Tx, address: string): Promise<boolean> =>
  hasConfirmedAccount(tx, address.toLowerCase());

/** Throws where an account needs an invitation. Links that were mailed before still confirm their sign-up. */
export function requireOpenSignUp({ signUp }: Pick<Accounts, 'signUp'>): void {
  if (signUp === 'open') return;
  const message = 'Sign-up is closed on this server. Ask an owner for an invitation.';
  throw new AppError(403, 'sign-up-closed', message);
}
