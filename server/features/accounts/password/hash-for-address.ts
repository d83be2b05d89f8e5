import { deriveKey, hmac } from '../../../platform/keys.ts';
import { toAttemptName } from '../../../platform/limits/attempt-name.ts';
import type { HashOwner } from '../../../platform/passwords/hash-queue.ts';
import { hashPassword, readHashRecipe, saltBytes } from '../../../platform/passwords/password-hash.ts';
import { findKnownBrowser } from '../../sessions/known-browser.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { findPasswordHash } from '../../sessions/sessions.queries.ts';
import type { Accounts } from '../accounts.ts';
import { listPendingSignUps } from '../sign-up/pending-sign-ups.queries.ts';

/**
 * Hashes a password with the salt that the account and all pending sign-ups of an address share. One hash can be
 * compared with all of them, and a sign-in costs the same for every address. Without any of them the salt is derived
 * from the address, so that two simultaneous sign-ups use the same one.
 */
export async function hashForAddress(
  accounts: Accounts,
  context: RequestContext,
  email: string,
  password: string,
): Promise<string> {
  const { appSecret, db, hashes, hashCost } = accounts;
  const [newest] = await listPendingSignUps(db, email);
  const known = (await findPasswordHash(db, email)) ?? newest?.passwordHash;
  const salt = hmac(deriveKey(appSecret, 'password-salt'), email).subarray(0, saltBytes);
  const recipe = known === undefined ? { salt, cost: hashCost } : readHashRecipe(known);
  const owner = await toHashOwner(accounts, context, email);
  return hashes.run(owner, () => hashPassword(password, recipe));
}

/** The owner under whom the hash queue counts a request. */
export async function toHashOwner(
  accounts: Accounts,
  context: RequestContext,
  email: string,
): Promise<HashOwner> {
  // A known browser has separate places in the queue, which other senders cannot use up.
  const browser = await findKnownBrowser(accounts, context, email);
  const account = toAttemptName(accounts.appSecret, email);
  return {
    address: context.limitKey,
    network: context.network,
    account: browser ? `${account} ${browser.id}` : account,
  };
}
