import type { Tx } from '../../../db/client.ts';
import { toAttemptName } from '../../../platform/limits/attempt-name.ts';
import { countAttempt } from '../../../platform/limits/attempts.ts';
import { type MailClass, toMailbox } from '../../../platform/mail/mail-budgets.ts';
import { findKnownBrowser } from '../../sessions/known-browser.ts';
import type { RequestContext } from '../../sessions/request-context.ts';
import { findSession } from '../../sessions/sessions.ts';
import type { Accounts } from '../accounts.ts';

/** A mail that anyone can request, to any address. A change of address needs a session, which anyone can have. */
export type RequestedMail = 'address-change' | 'account-exists' | 'confirmation' | 'reset';

const daySeconds = 86_400;

/**
 * Mails that anyone can request to one mailbox per day, from all networks together. The confirmation and reset mails
 * contain a link that proves access to the mailbox. If this budget is used up, the owner can therefore use a link
 * already received to request another mail.
 */
const perDay: Record<RequestedMail, number> = {
  'address-change': 3,
  confirmation: 3,
  reset: 3,
  'account-exists': 1,
};
/** The part of the daily budget available to one network. A flood from one network leaves mails for the owner. */
const perDayAndNetwork = 2;
/** Mails per hour that the verified owner can request. No other sender can use this budget. */
const ownerPerHour = 5;

const classes: Record<RequestedMail, MailClass> = {
  'address-change': 'sign-up',
  confirmation: 'sign-up',
  reset: 'account',
  'account-exists': 'account',
};

export interface MailRequest {
  kind: RequestedMail;
  email: string;
  context: RequestContext;
  /** The request contains a link that was sent to the address, or comes from a known browser of its account. */
  isOwner: boolean;
}

/** Consumes one mail from the sender's budget. Returns the class of the mail, or undefined if it must not be sent. */
export async function consumeMailBudget(
  { appSecret, mailer }: Pick<Accounts, 'appSecret' | 'mailer'>,
  tx: Tx,
  { kind, email, context, isOwner }: MailRequest,
): Promise<MailClass | undefined> {
  const consume = async (key: string, max: number, windowSeconds: number) =>
    (await countAttempt(tx, { key: `mail/${key}`, max, windowSeconds })) === 0;
  const mailbox = toAttemptName(appSecret, toMailbox(email));
  if (isOwner && (await consume(`owner/${mailbox}`, ownerPerHour, 3_600))) return 'owner-link';
  const isWithinLimits =
    !isOwner &&
    (await consume(`${kind}/${mailbox}/${context.limitKey}`, perDayAndNetwork, daySeconds)) &&
    (await consume(`${kind}/${mailbox}`, perDay[kind], daySeconds));
  if (isWithinLimits) return classes[kind];
  mailer.countWithheld(isOwner ? 'owner-link' : classes[kind]);
  return undefined;
}

/** Whether the browser is signed in to the account with this address or has signed in to it before. */
export async function isOwnersBrowser(
  accounts: Accounts,
  context: RequestContext,
  email: string,
): Promise<boolean> {
  if (await findKnownBrowser(accounts, context, email)) return true;
  const { session } = await findSession(accounts, context);
  return session?.email === email;
}
