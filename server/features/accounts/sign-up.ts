import { takeAttempt } from '../../platform/attempts.ts';
import { recordAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { alreadyKnownMail } from './account-mails.ts';
import {
  confirmAddress,
  deleteUnconfirmed,
  findUserByEmail,
  findUserById,
  lockAddress,
} from './accounts.queries.ts';
import { type Accounts, takeMailBudget, toAttemptName } from './accounts.ts';
import { openLink } from './mail-links.ts';
import { hashPassword } from './password-hash.ts';
import { requireGoodPassword } from './password-rules.ts';
import { translateRefusals } from './refusals.ts';
import { takeSameTime } from './same-time.ts';
import type { Visitor } from './visitor.ts';

/** Makes an account and mails the link that confirms it. To the caller a known address looks no different. */
export async function signUp(
  accounts: Accounts,
  visitor: Visitor,
  given: { email: string; password: string },
): Promise<void> {
  const { auth, db, mailer, publicUrl } = accounts;
  const { email } = given;
  requireGoodPassword(given.password, email);
  await takeAttempt(db.orm, { key: `sign-up/${visitor.limitKey}`, max: 5, windowSeconds: 3_600 });

  await takeSameTime(async () => {
    // Before the transaction, which so stays short, and for a known address too, which so takes as long.
    const hash = await hashPassword(given.password);
    const sign = () =>
      auth.transact(async (transaction) => {
        await lockAddress(transaction, email);
        // Without a mail nothing changes: the link in an earlier one goes on confirming what it spoke of.
        if (!(await takeMailBudget(accounts, transaction, email))) return;
        const known = await findUserByEmail(transaction, email);
        if (known?.emailVerified) return mailer.queue(transaction, alreadyKnownMail(email, publicUrl));
        // Who signs up last, and confirms, chose the password; links to the earlier account end with it.
        if (known) await deleteUnconfirmed(transaction, known.id);
        await auth.api.signUpEmail({
          body: { email, password: given.password, name: '' },
          headers: visitor.headers,
        });
      }, hash);
    await translateRefusals(sign);
  });
}

/** Mails the confirming link again, if there is an account that waits for it. */
export async function resendConfirmation(accounts: Accounts, visitor: Visitor, email: string): Promise<void> {
  const { auth, db } = accounts;
  await takeAttempt(db.orm, { key: `mail-request/${visitor.limitKey}`, max: 20, windowSeconds: 3_600 });
  await takeSameTime(() => auth.transact((transaction) => remindToConfirm(accounts, transaction, email)));
}

export async function remindToConfirm(
  accounts: Accounts,
  transaction: Parameters<typeof takeMailBudget>[1],
  email: string,
): Promise<void> {
  await lockAddress(transaction, email);
  const known = await findUserByEmail(transaction, email);
  if (!known || known.emailVerified) return;
  if (await takeMailBudget(accounts, transaction, email)) await accounts.sendConfirmation(transaction, known);
}

/** Confirms the address the link was mailed to. Works once. */
export async function confirm(accounts: Accounts, visitor: Visitor, token: string): Promise<void> {
  const { appSecret, db } = accounts;
  const link = openLink(appSecret, 'confirm-address', token, new Date());
  if (link.is === 'wrong') throw wrongLink();
  await db.orm.transaction(async (transaction) => {
    const confirmed = link.is === 'good' && (await confirmAddress(transaction, link.content));
    if (confirmed) {
      return recordAudit(
        transaction,
        { id: confirmed.id, name: confirmed.email, address: visitor.network },
        { action: 'account.confirmed', object: confirmed.email, objectId: confirmed.id },
      );
    }
    if (link.is === 'expired') throw expiredLink();
    if (await findUserById(transaction, link.content)) {
      throw new AppError(409, 'link-used', 'This address is confirmed already. You can sign in.');
    }
    throw new AppError(
      400,
      'link-wrong',
      'This address was signed up again since. Please use the newest mail, or sign up once more.',
    );
  });
}

export function wrongLink(): AppError {
  return new AppError(400, 'link-wrong', 'This link is not whole. Please copy all of it from the mail.');
}

export function expiredLink(): AppError {
  return new AppError(400, 'link-expired', 'This link has expired. Please ask for a new one.');
}

/** Whose tries to sign in are counted: known or not, an address counts the same. */
export function toSignInLimit({ appSecret }: Accounts, email: string) {
  return { key: `sign-in/account/${toAttemptName(appSecret, email)}`, max: 10, windowSeconds: 900 };
}
