import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/client.ts';
import { isSameHash } from '../../../platform/keys.ts';
import type { MailClass } from '../../../platform/mail/mail-budgets.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { accountExistsMail, confirmationMail } from '../account-mails.ts';
import { findUserByEmail } from '../accounts.queries.ts';
import type { Accounts } from '../accounts.ts';
import { consumeMailBudget, type MailRequest } from '../links/link-mail-budget.ts';
import { createLinkToken } from '../links/mailed-link.ts';
import {
  countPendingSignUps,
  extendPendingSignUp,
  listPendingSignUps,
  type PendingSignUp,
  savePendingSignUp,
} from './pending-sign-ups.queries.ts';

const linkHours = 24;
const keptDays = 7;
/**
 * Maximum number of pending sign-ups for an address; above it, a sign-up that gets no mail is not stored. Limits the
 * storage that strangers can use. Reaching it takes 60 networks at five sign-ups per hour each.
 */
const unmailedMax = 300;

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

export async function findPendingByHash(
  { db }: Accounts,
  email: string,
  hash: string,
): Promise<PendingSignUp | undefined> {
  const signUps = await listPendingSignUps(db, email);
  return signUps.find(({ passwordHash }) => isSameHash(passwordHash, hash));
}

/**
 * Stores a sign-up and sends its mail. If the mail budget is used up, only stores it; a link can be sent later. Returns
 * its id, or undefined if it is not stored.
 */
export async function storePendingSignUp(
  accounts: Accounts,
  tx: Tx,
  { email, passwordHash, context, isOwner }: Omit<MailRequest, 'kind'> & { passwordHash: string },
): Promise<string | undefined> {
  const mailRequest = { kind: 'confirmation', email, context, isOwner } as const;
  const mailClass = await consumeMailBudget(accounts, tx, mailRequest);
  if (mailClass === undefined && (await countPendingSignUps(tx, email)) >= unmailedMax) return undefined;
  const signUp = await savePendingSignUp(tx, {
    id: randomUUID(),
    email,
    passwordHash,
    createdAt: new Date(),
    expiresAt: inHours(keptDays * 24),
  });
  if (mailClass !== undefined) await queueSignUpMail(accounts, tx, context, signUp, mailClass);
  return signUp.id;
}

/** The token of the link of a sign-up. With an id that does not exist it confirms nothing. */
export const toSignUpToken = ({ appSecret }: Accounts, { id, email }: Pick<PendingSignUp, 'id' | 'email'>) =>
  createLinkToken(appSecret, 'confirm-address', `${id} ${email}`, inHours(linkHours));

/** Sends the link of a sign-up again if the mail budget allows it. */
export async function resendSignUpMail(
  accounts: Accounts,
  tx: Tx,
  context: RequestContext,
  { signUp, isOwner }: { signUp: PendingSignUp; isOwner: boolean },
): Promise<void> {
  const mailRequest = { kind: 'confirmation', email: signUp.email, context, isOwner } as const;
  const mailClass = await consumeMailBudget(accounts, tx, mailRequest);
  if (mailClass === undefined) return;
  await extendPendingSignUp(tx, signUp.id, inHours(keptDays * 24));
  await queueSignUpMail(accounts, tx, context, signUp, mailClass);
}

/** Mails the link of this sign-up or, if the address has an account, a notice without a link. */
async function queueSignUpMail(
  accounts: Accounts,
  tx: Tx,
  context: RequestContext,
  { id, email }: PendingSignUp,
  mailClass: MailClass,
): Promise<void> {
  const { mailer } = accounts;
  if (!(await findUserByEmail(tx, email))) {
    const token = toSignUpToken(accounts, { id, email });
    const mail = confirmationMail(email, accounts, token);
    return mailer.queue(tx, { ...mail, class: mailClass });
  }
  // A separate budget. The sign-up's budget must not depend on whether an account exists, because the stored sign-ups
  // would reveal it.
  const mailRequest = { kind: 'account-exists', email, context, isOwner: false } as const;
  const known = mailClass === 'owner-link' ? mailClass : await consumeMailBudget(accounts, tx, mailRequest);
  if (known !== undefined) {
    await mailer.queue(tx, { ...accountExistsMail(email, accounts), class: known });
  }
}
