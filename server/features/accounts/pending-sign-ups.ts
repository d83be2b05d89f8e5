import { randomUUID } from 'node:crypto';
import { deriveKey, hmac } from '../../platform/keys.ts';
import { alreadyKnownMail, confirmationMail } from './account-mails.ts';
import { findPasswordHash, findUserByEmail } from './accounts.queries.ts';
import { type Accounts, takeMailBudget, toAttemptName } from './accounts.ts';
import type { Transaction } from './auth-library.ts';
import { findKnownDevice } from './device-cookie.ts';
import type { HashOwner } from './hash-queue.ts';
import { sealLink } from './mail-links.ts';
import { hashPassword, isSameHash, recipeOf, saltBytes, toRecipe } from './password-hash.ts';
import {
  countPendingSignUps,
  extendPendingSignUp,
  listPendingSignUps,
  type PendingSignUp,
  savePendingSignUp,
} from './pending-sign-ups.queries.ts';
import type { Visitor } from './visitor.ts';

const linkHours = 24;
const keptDays = 7;
/** Most sign-ups stored for an address without a mail. Bounds what a stranger can store in its name. */
const unmailedMax = 50;

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/**
 * Hashes a password the way everything of its address is hashed, the account and the pending sign-ups: under one
 * salt, so that one hash compares with all of them, and a sign-in costs the same for every address. Where there is
 * nothing yet the salt is derived, so that two sign-ups at once agree on it.
 */
export async function hashForAddress(
  accounts: Accounts,
  visitor: Visitor,
  email: string,
  password: string,
): Promise<string> {
  const { appSecret, db, hashes } = accounts;
  const [newest] = await listPendingSignUps(db.orm, email);
  const known = (await findPasswordHash(db.orm, email)) ?? newest?.passwordHash;
  const salt = hmac(deriveKey(appSecret, 'password-salt'), email).subarray(0, saltBytes);
  const recipe = known === undefined ? toRecipe(salt) : recipeOf(known);
  const owner = await toHashOwner(accounts, visitor, email);
  return hashes.run(owner, () => hashPassword(password, recipe));
}

/** Whose share of the hash queue a request uses. */
export async function toHashOwner(accounts: Accounts, visitor: Visitor, email: string): Promise<HashOwner> {
  // Strangers cannot use up the places of a browser that the account knows.
  const device = await findKnownDevice(accounts, visitor, email);
  const account = toAttemptName(accounts.appSecret, email);
  return {
    address: visitor.limitKey,
    network: visitor.network,
    account: device ? `${account} ${device.id}` : account,
  };
}

export async function findPendingByHash(
  { db }: Accounts,
  email: string,
  hash: string,
): Promise<PendingSignUp | undefined> {
  const signUps = await listPendingSignUps(db.orm, email);
  return signUps.find(({ passwordHash }) => isSameHash(passwordHash, hash));
}

/** Stores a sign-up and mails about it. Without room for a mail it is stored alone; a link can be sent later. */
export async function storeSignUp(
  accounts: Accounts,
  transaction: Transaction,
  { email, passwordHash }: Omit<PendingSignUp, 'id'>,
): Promise<void> {
  const hasBudget = await takeMailBudget(accounts, transaction, email);
  if (!hasBudget && (await countPendingSignUps(transaction, email)) >= unmailedMax) return;
  const signUp = await savePendingSignUp(transaction, {
    id: randomUUID(),
    email,
    passwordHash,
    createdAt: new Date(),
    expiresAt: inHours(keptDays * 24),
  });
  if (hasBudget) await queueSignUpMail(accounts, transaction, signUp);
}

/** Sends the link of a sign-up again, within the limits on mails. */
export async function mailSignUpAgain(
  accounts: Accounts,
  transaction: Transaction,
  signUp: PendingSignUp,
): Promise<void> {
  if (!(await takeMailBudget(accounts, transaction, signUp.email))) return;
  await extendPendingSignUp(transaction, signUp.id, inHours(keptDays * 24));
  await queueSignUpMail(accounts, transaction, signUp);
}

/** The link confirms this sign-up alone. The owner of an account gets no link: there is nothing to confirm. */
async function queueSignUpMail(
  { appSecret, mailer, publicUrl }: Accounts,
  transaction: Transaction,
  { id, email }: PendingSignUp,
): Promise<void> {
  if (await findUserByEmail(transaction, email)) {
    return mailer.queue(transaction, alreadyKnownMail(email, publicUrl));
  }
  const token = sealLink(appSecret, 'confirm-address', `${id} ${email}`, inHours(linkHours));
  return mailer.queue(transaction, confirmationMail(email, publicUrl, token));
}
