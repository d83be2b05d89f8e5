import { domainToASCII } from 'node:url';

/**
 * Why a mail is sent. Each class has a budget of its own, so that mails anybody can cause never delay those that
 * are owed. docs/decisions/0034.
 */
export const mailClasses = [
  /** A paid order: its receipt, the notice of it to the agency, the key of its portal. */
  'receipt',
  /** To the owner of an account: what happened to it. */
  'security',
  /** Links that the owner of an account or address asked for. Anybody can ask for those of addresses of their own. */
  'owner-link',
  /** To the owner of an account, at the request of anybody: a reset link, "you already have an account". */
  'account',
  /** To an address without an account, at the request of anybody: the link that confirms a sign-up. */
  'sign-up',
  /** To whoever sent a form or paid a test order; the address may be anybody's. */
  'acknowledgement',
  /** To the agency itself, at CONTACT_TO: what strangers sent. */
  'notice',
] as const;
export type MailClass = (typeof mailClasses)[number];

/** At most `max` mails in any stretch of this many seconds. */
export interface MailRule {
  max: number;
  seconds: number;
}

/** What is over a budget waits; nothing that is queued is dropped. */
export interface MailBudget {
  /** To one mailbox. */
  recipient: MailRule[];
  /** To all together: a flood must not cost the sender's good name. */
  total: MailRule[];
  /**
   * To all together, for a mail to a mailbox that had two of the class within the hour: somebody with many accounts or
   * addresses leaves the rest to those who wait for their first.
   */
  repeated?: MailRule[];
}
export type MailBudgets = Record<MailClass, MailBudget>;

const minute = 60;
const hour = 3_600;
/** No rule for a minute: with one, a stranger's request would delay the mail its owner waits for at the screen. */
const requested: MailBudget = {
  recipient: [{ max: 5, seconds: hour }],
  total: [{ max: 100, seconds: hour }],
};

/** More an hour to one mailbox than sign-ins from new browsers (5) or links of an owner (5) can use up. */
const owed: MailBudget = {
  recipient: [
    { max: 3, seconds: minute },
    { max: 20, seconds: hour },
  ],
  total: [{ max: 500, seconds: hour }],
  repeated: [{ max: 250, seconds: hour }],
};

export const mailBudgets: MailBudgets = {
  // A portal may be made right after its order was paid: its key does not wait for the receipt's minute.
  receipt: {
    recipient: [
      { max: 3, seconds: minute },
      { max: 20, seconds: hour },
    ],
    total: [{ max: 500, seconds: hour }],
  },
  security: owed,
  'owner-link': owed,
  account: requested,
  'sign-up': requested,
  acknowledgement: {
    recipient: [
      { max: 1, seconds: minute },
      { max: 5, seconds: hour },
    ],
    total: [{ max: 100, seconds: hour }],
  },
  notice: { recipient: [], total: [{ max: 100, seconds: hour }] },
};

/**
 * Classes sent by workers of their own. Strangers can cause few of these mails, so no number of other mails, and
 * no mail server that hangs on them, holds them up.
 */
const urgent: readonly MailClass[] = ['receipt', 'security', 'owner-link', 'account'];
export const isUrgent = (mailClass: MailClass): boolean => urgent.includes(mailClass);

/**
 * Acknowledgements to one mailbox in a day, over all forms, demo requests and test checkouts together. What is
 * over is not sent: the page has told the sender, and anybody can enter an address.
 */
export const acknowledgementsPerDay = { unknown: 1, known: 3 };

/** What applies to all together, for a mailbox that had so many of the class within the hour. */
export const rulesForAll = ({ total, repeated = [] }: MailBudget, sameMailbox: number): MailRule[] =>
  sameMailbox < 2 ? total : [...total, ...repeated];

/** How long until one more keeps to the rules, in seconds; 0 when it does now. */
export function findWaitSeconds(sent: readonly Date[], rules: readonly MailRule[], now: Date): number {
  const newestFirst = sent.map((at) => at.getTime()).sort((a, b) => b - a);
  const waits = rules.map(({ max, seconds }) => {
    const inTheWay = newestFirst[max - 1];
    return inTheWay === undefined ? 0 : Math.ceil(inTheWay / 1000 + seconds - now.getTime() / 1000);
  });
  return Math.max(0, ...waits);
}

/**
 * How long a mail waits for its class to have room, when others wait as well: at random within the time that all
 * of them need. Woken at the same moment, they would all look for the one free place, again and again.
 */
export function spreadWaitSeconds(
  waitSeconds: number,
  waiting: number,
  rules: readonly MailRule[],
  random = Math.random(),
): number {
  const perMail = Math.max(0, ...rules.map(({ max, seconds }) => seconds / max));
  return Math.ceil(waitSeconds + random * Math.min(hour, waiting * perMail));
}

/** Domains whose mailboxes ignore dots in the local part, and the name they share. */
const dotless = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * What is counted as one mailbox: an address without its tag (`ann+shop@…`), in one spelling. Otherwise a stranger
 * could write one mailbox in many ways, and have each of them mailed.
 */
export function toMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).normalize('NFKC').toLowerCase();
  const written = address.slice(at + 1).toLowerCase();
  const domain = domainToASCII(written) || written;
  const tag = local.indexOf('+');
  const bare = tag > 0 ? local.slice(0, tag) : local;
  const shared = dotless.get(domain);
  return shared === undefined ? `${bare}@${domain}` : `${bare.replaceAll('.', '')}@${shared}`;
}
