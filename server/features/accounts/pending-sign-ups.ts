import { randomUUID } from 'node:crypto';
import { deriveKey, hmac } from '../../platform/keys.ts';
import type { MailClass } from '../../platform/mail/mail-budgets.ts';
import { alreadyKnownMail, confirmationMail } from './account-mails.ts';
import { findPasswordHash, findUserByEmail } from './accounts.queries.ts';
import { type Accounts, toAttemptName } from './accounts.ts';
import type { Transaction } from './auth-library.ts';
import { findKnownDevice } from './device-cookie.ts';
import type { HashOwner } from './hash-queue.ts';
import { type MailRequest, spendMailBudget } from './link-mail-budget.ts';
import { sealLink } from './mail-links.ts';
import { hashPassword, isSameHash, recipeOf, saltBytes } from './password-hash.ts';
import {
  countPendingSignUps,
  extendPendingSignUp,
  listPendingSignUps,
  type PendingSignUp,
  savePendingSignUp,
} from './pending-sign-ups.queries.ts';
import type { RequestContext } from './request-context.ts';

const linkHours = 24;
const keptDays = 7;
/**
 * Maximum number of pending sign-ups for an address; above it, a sign-up that gets no mail is not stored. Limits the
 * storage that strangers can use. Reaching it takes 60 networks at five sign-ups per hour each.
 */
const unmailedMax = 300;

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

/**
 * Hashes a password the way everything of its address is hashed, the account and the pending sign-ups: under one
 * salt, so that one hash compares with all of them, and a sign-in costs the same for every address. Where there is
 * nothing yet the salt is derived, so that two sign-ups at once agree on it.
 */
export async function hashForAddress(
  accounts: Accounts,
  visitor: RequestContext,
  email: string,
  password: string,
): Promise<string> {
  const { appSecret, db, hashes, hashCost } = accounts;
  const [newest] = await listPendingSignUps(db.orm, email);
  const known = (await findPasswordHash(db.orm, email)) ?? newest?.passwordHash;
  const salt = hmac(deriveKey(appSecret, 'password-salt'), email).subarray(0, saltBytes);
  const recipe = known === undefined ? { salt, cost: hashCost } : recipeOf(known);
  const owner = await toHashOwner(accounts, visitor, email);
  return hashes.run(owner, () => hashPassword(password, recipe));
}

/** Whose share of the hash queue a request uses. */
export async function toHashOwner(
  accounts: Accounts,
  visitor: RequestContext,
  email: string,
): Promise<HashOwner> {
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

/** Stores a sign-up and sends its mail. If the mail budget is used up, only stores it; a link can be sent later. */
export async function storeSignUp(
  accounts: Accounts,
  transaction: Transaction,
  { email, passwordHash, visitor, isOwner }: Omit<MailRequest, 'kind'> & { passwordHash: string },
): Promise<void> {
  const mailRequest = { kind: 'confirmation', email, visitor, isOwner } as const;
  const mailClass = await spendMailBudget(accounts, transaction, mailRequest);
  if (mailClass === undefined && (await countPendingSignUps(transaction, email)) >= unmailedMax) return;
  const signUp = await savePendingSignUp(transaction, {
    id: randomUUID(),
    email,
    passwordHash,
    createdAt: new Date(),
    expiresAt: inHours(keptDays * 24),
  });
  if (mailClass !== undefined) await queueSignUpMail(accounts, transaction, visitor, signUp, mailClass);
}

/** Sends the link of a sign-up again if the mail budget allows it. */
export async function mailSignUpAgain(
  accounts: Accounts,
  transaction: Transaction,
  visitor: RequestContext,
  { signUp, isOwner }: { signUp: PendingSignUp; isOwner: boolean },
): Promise<void> {
  const mailRequest = { kind: 'confirmation', email: signUp.email, visitor, isOwner } as const;
  const mailClass = await spendMailBudget(accounts, transaction, mailRequest);
  if (mailClass === undefined) return;
  await extendPendingSignUp(transaction, signUp.id, inHours(keptDays * 24));
  await queueSignUpMail(accounts, transaction, visitor, signUp, mailClass);
}

/** The link confirms this sign-up alone. The owner of an account gets no link: there is nothing to confirm. */
async function queueSignUpMail(
  accounts: Accounts,
  transaction: Transaction,
  visitor: RequestContext,
  { id, email }: PendingSignUp,
  mailClass: MailClass,
): Promise<void> {
  const { appSecret, mailer, publicUrl } = accounts;
  if (!(await findUserByEmail(transaction, email))) {
    const token = sealLink(appSecret, 'confirm-address', `${id} ${email}`, inHours(linkHours));
    const mail = confirmationMail(email, publicUrl, token);
    return mailer.queue(transaction, { ...mail, class: mailClass });
  }
  // A separate budget. The sign-up's budget must not depend on whether an account exists, because the stored sign-ups
  // would reveal it.
  const mailRequest = { kind: 'account-exists', email, visitor, isOwner: false } as const;
  const known =
    mailClass === 'owner-link' ? mailClass : await spendMailBudget(accounts, transaction, mailRequest);
  if (known !== undefined) {
    await mailer.queue(transaction, { ...alreadyKnownMail(email, publicUrl), class: known });
  }
}
