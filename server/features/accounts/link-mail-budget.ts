import { countAttempt } from '../../platform/attempts.ts';
import { type MailClass, toMailbox } from '../../platform/mail/mail-budgets.ts';
import { type Accounts, findCaller, toAttemptName } from './accounts.ts';
import type { Transaction } from './auth-library.ts';
import { findKnownDevice } from './device-cookie.ts';
import type { Visitor } from './visitor.ts';

/** A mail that somebody without a session can ask for, to an address of their choice. */
export type RequestedMail = 'confirmation' | 'reset' | 'account-exists';

const daySeconds = 86_400;

/**
 * What anybody can have sent to one mailbox in a day, all networks together. Each but the last carries a link,
 * which shows that its holder reads the mailbox: whoever finds this budget used up has at least one to go on from.
 */
const perDay: Record<RequestedMail, number> = { confirmation: 3, reset: 3, 'account-exists': 1 };
/** Of these, the share of one network: a stranger on another one leaves the owner a mail. */
const perDayAndNetwork = 2;
/** At the request of somebody who has shown to be the owner. Nobody else can use these up. */
const ownerPerHour = 5;

const classes: Record<RequestedMail, MailClass> = {
  confirmation: 'sign-up',
  reset: 'account',
  'account-exists': 'account',
};

export interface MailRequest {
  kind: RequestedMail;
  email: string;
  visitor: Visitor;
  /** The request came with a link that was mailed to the address, or from a browser its account knows. */
  isOwner: boolean;
}

/** Uses one mail of the budget of whoever asks. Returns the class to send it in; undefined: it is not sent. */
export async function spendMailBudget(
  { appSecret, mailer }: Pick<Accounts, 'appSecret' | 'mailer'>,
  transaction: Transaction,
  { kind, email, visitor, isOwner }: MailRequest,
): Promise<MailClass | undefined> {
  const passes = async (key: string, max: number, windowSeconds: number) =>
    (await countAttempt(transaction, { key: `mail/${key}`, max, windowSeconds })) === 0;
  const mailbox = toAttemptName(appSecret, toMailbox(email));
  if (isOwner && (await passes(`owner/${mailbox}`, ownerPerHour, 3_600))) return 'owner-link';
  const mayAsk =
    !isOwner &&
    (await passes(`${kind}/${mailbox}/${visitor.limitKey}`, perDayAndNetwork, daySeconds)) &&
    (await passes(`${kind}/${mailbox}`, perDay[kind], daySeconds));
  if (mayAsk) return classes[kind];
  mailer.countWithheld(isOwner ? 'owner-link' : classes[kind]);
  return undefined;
}

/** Whether the browser has signed in to the account of the address before, or is signed in to it. */
export async function isOwnersBrowser(accounts: Accounts, visitor: Visitor, email: string): Promise<boolean> {
  if (await findKnownDevice(accounts, visitor, email)) return true;
  const { caller } = await findCaller(accounts, visitor);
  return caller?.email === email;
}
