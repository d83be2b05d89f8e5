import { randomUUID } from 'node:crypto';
import type { ChangeAddressRequest, PendingAddress } from '../../../../contract/account/self-service.ts';
import type { Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { runInSlot } from '../../../platform/constant-time.ts';
import { AppError } from '../../../platform/errors.ts';
import { consumeAttempt } from '../../../platform/limits/attempts.ts';
import { addKnownBrowserCookie } from '../../sessions/known-browser.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { type Session, toActor } from '../../sessions/sessions.ts';
import { deleteVerifications, findUserByEmail } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { consumeMailBudget } from '../links/link-mail-budget.ts';
import { createLinkToken, expiredLink, invalidLink, readLinkToken } from '../links/mailed-link.ts';
import { lockUnchangedAccount } from '../sign-in/re-authentication.ts';
import { consumeAddressAttempt } from '../sign-in/sign-in-attempts.ts';
import { deletePendingSignUpsOf } from '../sign-up/pending-sign-ups.queries.ts';
import { renameSender } from '../team/team-invitations.queries.ts';
import {
  type AddressChange,
  deleteAddressChange,
  findAddressChange,
  saveAddressChange,
  updateAddress,
} from './address-changes.queries.ts';
import {
  addressChangedMail,
  addressChangeRequestedMail,
  addressHasAccountMail,
  confirmNewAddressMail,
} from './self-service-mails.ts';
import { withProof } from './with-proof.ts';

const linkMs = 24 * 3_600_000;

/**
 * Stores a change of address, mails its link to the new address and a notice to the old one. The response is the same,
 * after the same time, for a new address that has an account: its owner gets a mail without a link.
 */
export async function requestAddressChange(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  { newEmail, ...proof }: ChangeAddressRequest,
): Promise<PendingAddress> {
  const { db, mailer, slotMs } = accounts;
  const { userId, email } = session;
  if (newEmail === email) {
    throw new AppError(400, 'invalid-request', 'This is the address of your account already.', {
      field: 'newEmail',
    });
  }
  await consumeAttempt(db, { key: `address-change/${userId}`, max: 10, windowSeconds: 3_600 });
  return runInSlot(slotMs, () =>
    withProof(accounts, context, session, proof, async (tx) => {
      const createdAt = new Date();
      const change = await saveAddressChange(tx, {
        id: randomUUID(),
        userId,
        newEmail,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + linkMs),
      });
      await queueLinkMail(accounts, tx, context, change);
      await mailer.queue(tx, addressChangeRequestedMail(email, accounts, newEmail));
      const record = { action: 'address.change-requested', object: newEmail, objectId: userId };
      await recordAudit(tx, toActor(session, context), record);
      return { pending: toAnswer(change) };
    }),
  );
}

async function queueLinkMail(
  accounts: Accounts,
  tx: Tx,
  context: RequestContext,
  { id, userId, newEmail, expiresAt }: AddressChange,
): Promise<void> {
  const { appSecret, mailer } = accounts;
  const request = { email: newEmail, context, isOwner: false };
  // Consumed for every address: what is left of it must not depend on whether there is an account.
  const mailClass = await consumeMailBudget(accounts, tx, { kind: 'address-change', ...request });
  if (mailClass === undefined) return;
  if (!(await findUserByEmail(tx, newEmail))) {
    const token = createLinkToken(appSecret, 'change-address', `${id} ${userId}`, expiresAt);
    await mailer.queue(tx, { ...confirmNewAddressMail(newEmail, accounts, token), class: mailClass });
    return;
  }
  const known = await consumeMailBudget(accounts, tx, { kind: 'account-exists', ...request });
  if (known !== undefined) {
    await mailer.queue(tx, { ...addressHasAccountMail(newEmail, accounts), class: known });
  }
}

export async function findPendingAddress(
  { db }: Accounts,
  { userId }: Pick<Session, 'userId'>,
): Promise<PendingAddress> {
  const found = await findAddressChange(db, userId, new Date());
  return { pending: found ? toAnswer(found) : null };
}

/** Withdraws the pending change; its link no longer works. Succeeds without one as well. */
export async function withdrawAddressChange(
  { db }: Accounts,
  context: RequestContext,
  session: Session,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockForTransaction(tx, { lock: 'account', email: session.email });
    const gone = await deleteAddressChange(tx, session.userId);
    if (!gone) return;
    const record = { action: 'address.change-withdrawn', object: gone.newEmail, objectId: session.userId };
    await recordAudit(tx, toActor(session, context), record);
  });
}

/**
 * Changes the address of the account to that of the mailed link. Requires the session of that account besides the link:
 * otherwise a click on a link that another person requested would bind the reader's address to an account that is not
 * theirs. Ends all other links of the account. Returns the new address and the cookies to set.
 */
export async function confirmAddressChange(
  accounts: Accounts,
  context: RequestContext,
  session: Session,
  token: string,
): Promise<{ email: string; headers: Headers }> {
  const { appSecret, db } = accounts;
  await consumeAddressAttempt(accounts, context);
  const link = readLinkToken(appSecret, 'change-address', token, new Date());
  if (link.is === 'invalid') throw invalidLink();
  const [id = '', userId] = link.content.split(' ');
  if (userId !== session.userId) throw otherAccount();
  if (link.is === 'expired') throw expiredLink();
  const pending = await findAddressChange(db, userId, new Date());
  if (pending?.id !== id) throw usedLink();
  const headers = new Headers();
  const hasChanged = await db.transaction(async (tx) => {
    await lockAddresses(tx, [session.email, pending.newEmail]);
    await lockUnchangedAccount(tx, session);
    const change = await deleteAddressChange(tx, userId);
    if (change?.id !== id) throw usedLink();
    // Committed: the change cannot succeed any more.
    if (await findUserByEmail(tx, change.newEmail)) return false;
    await finishChange(accounts, tx, context, { session, change, headers });
    return true;
  });
  if (!hasChanged) throw addressTaken();
  return { email: pending.newEmail, headers };
}

async function finishChange(
  accounts: Accounts,
  tx: Tx,
  context: RequestContext,
  { session, change, headers }: { session: Session; change: AddressChange; headers: Headers },
): Promise<void> {
  const { mailer } = accounts;
  const { userId, newEmail } = change;
  await renameSender(tx, userId, newEmail);
  await updateAddress(tx, userId, newEmail);
  // The mailbox has an account now: sign-ups for it cannot create another one.
  await deletePendingSignUpsOf(tx, newEmail);
  await deleteVerifications(tx, userId);
  await addKnownBrowserCookie(accounts, tx, headers, newEmail);
  const record = { action: 'address.changed', object: newEmail, objectId: userId };
  await recordAudit(tx, toActor(session, context), record);
  await mailer.queue(tx, addressChangedMail(session.email, accounts, newEmail));
}

/** In one order, so that two accounts that swap their addresses do not wait for each other. */
async function lockAddresses(tx: Tx, emails: string[]): Promise<void> {
  for (const email of emails.toSorted()) await lockForTransaction(tx, { lock: 'account', email });
}

const toAnswer = ({ newEmail, createdAt, expiresAt }: AddressChange) => ({
  newEmail,
  requestedAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

function otherAccount(): AppError {
  const message =
    'This link belongs to another account. Sign in to the account that asked for it, and open the link again.';
  return new AppError(400, 'link-invalid', message);
}

function usedLink(): AppError {
  const message = 'This link was used, withdrawn or replaced by a newer one.';
  return new AppError(409, 'link-used', message);
}

function addressTaken(): AppError {
  const message = 'This address has another account by now. Your account keeps its address.';
  return new AppError(409, 'conflict', message);
}
