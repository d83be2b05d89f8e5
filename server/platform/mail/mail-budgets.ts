import { domainToASCII } from 'node:url';

/**
 * Why a mail is sent. Each class has a separate budget, so that mails anyone can trigger never delay receipts and
 * security mails. See decision 34.
 */
export const mailClasses = [
  /** Mails of a paid order: the receipt and the access key of the portal. */
  'receipt',
  /** The notice to the agency, at CONTACT_TO, that an order was paid. */
  'order-notice',
  /** Notices of changes and sign-ins, to the owner of an account. */
  'security',
  /** Links requested by the verified owner of an account or address. Anyone can do that for their own addresses. */
  'owner-link',
  /** Notices about the server itself, to the owners of the team. */
  'operation',
  /** Alerts of a client, to the recipients that an administrator entered. */
  'alert',
  /** Weekly and monthly reports, to the recipients that an administrator entered. */
  'report',
  /** A report to the member who asks for it, as a test. */
  'report-test',
  /** To a person whom an administrator gives access. */
  'invitation',
  /** To a person with access to a portal, requested by anyone: new links. */
  'portal-link',
  /** Invitations to the team, sent by its owners. */
  'team-invitation',
  /** To the owner of an account, requested by anyone: a password reset link, "you already have an account". */
  'account',
  /** To an address without an account, requested by anyone: the link that confirms a sign-up. */
  'sign-up',
  /** To the address in a submitted form or a paid test order. That address is not verified. */
  'acknowledgement',
  /** Notices of submitted forms and paid test orders, to the agency at CONTACT_TO. */
  'notice',
] as const;
export type MailClass = (typeof mailClasses)[number];

/** At most `max` mails in a sliding window of `seconds`. */
export interface MailRule {
  max: number;
  seconds: number;
}

/** Mails over a budget wait. No queued mail is dropped. */
export interface MailBudget {
  /** The limits of one mailbox. */
  recipient: MailRule[];
  /** For all mailboxes together: a flood must not damage the sender's reputation. */
  total: MailRule[];
  /**
   * For all mailboxes together, applied to a mailbox that got two mails of the class within the hour. Keeps the rest of
   * the budget for others when one person has many accounts or addresses.
   */
  repeated?: MailRule[];
}
export type MailBudgets = Record<MailClass, MailBudget>;

const minute = 60;
const hour = 3_600;
/** No limit per minute: someone else's request could use it up and delay the mail that the owner is waiting for. */
const requestedBudget: MailBudget = {
  recipient: [{ max: 5, seconds: hour }],
  total: [{ max: 100, seconds: hour }],
};

/** The hourly limit of a mailbox is above what sign-ins from new browsers (5) or the owner's links (5) can use up. */
const ownerBudget: MailBudget = {
  recipient: [
    { max: 3, seconds: minute },
    { max: 20, seconds: hour },
  ],
  total: [{ max: 500, seconds: hour }],
  repeated: [{ max: 250, seconds: hour }],
};

export const mailBudgets: MailBudgets = {
  // Three per minute: a portal may be created right after its order is paid, and its key must not wait for the receipt.
  receipt: {
    recipient: [
      { max: 3, seconds: minute },
      { max: 20, seconds: hour },
    ],
    total: [{ max: 500, seconds: hour }],
  },
  // Always the same mailbox, so a limit for one mailbox would delay the notices of a good day.
  'order-notice': { recipient: [], total: [{ max: 500, seconds: hour }] },
  security: ownerBudget,
  'owner-link': ownerBudget,
  // The server limits them: a few a day for each owner.
  operation: { recipient: [], total: [{ max: 500, seconds: hour }] },
  // At most two a day for each company and kind; a member of the agency gets those of many companies.
  alert: { recipient: [{ max: 60, seconds: hour }], total: [{ max: 1_000, seconds: hour }] },
  // The reports of all companies are sent in one morning, and one person may get those of several.
  report: { recipient: [{ max: 60, seconds: hour }], total: [{ max: 5_000, seconds: hour }] },
  // A member may send 20 an hour, always to the own address.
  'report-test': { recipient: [{ max: 20, seconds: hour }], total: [{ max: 200, seconds: hour }] },
  invitation: {
    recipient: [{ max: 20, seconds: hour }],
    total: [{ max: 500, seconds: hour }],
  },
  'portal-link': requestedBudget,
  'team-invitation': requestedBudget,
  account: requestedBudget,
  'sign-up': requestedBudget,
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
 * Classes sent by separate workers. Strangers can trigger only a few of these mails, so neither a flood of other mails
 * nor a mail server that hangs on them delays these.
 */
const urgent: readonly MailClass[] = [
  'receipt',
  'order-notice',
  'security',
  'owner-link',
  'operation',
  'invitation',
  'team-invitation',
  'account',
];
export const isUrgent = (mailClass: MailClass): boolean => urgent.includes(mailClass);

/**
 * Maximum acknowledgements to one mailbox per day, for forms, demo requests and test checkouts together. Further ones
 * are not sent: the page already confirms the submission, and anyone can enter any address.
 */
export const acknowledgementsPerDay = { unknown: 1, known: 3 };

/** The rules for all mailboxes together. `sameMailbox`: mails of the class to this mailbox within the hour. */
export const rulesForAll = ({ total, repeated = [] }: MailBudget, sameMailbox: number): MailRule[] =>
  sameMailbox < 2 ? total : [...total, ...repeated];

/** The seconds until the rules allow one more mail; 0 if they allow it now. */
export function findWaitSeconds(sent: readonly Date[], rules: readonly MailRule[], now: Date): number {
  const newestFirst = sent.map((at) => at.getTime()).sort((a, b) => b - a);
  const waits = rules.map(({ max, seconds }) => {
    const blockingMs = newestFirst[max - 1];
    return blockingMs === undefined ? 0 : Math.ceil(blockingMs / 1000 + seconds - now.getTime() / 1000);
  });
  return Math.max(0, ...waits);
}

/**
 * The seconds until a mail tries again when its class has no room: a random point within the time that all waiting
 * mails need. Without the random part, all of them would try for one free place at the same moment.
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

/** Domains that ignore dots in the local part, and the domain they are counted under. */
const dotIgnoringDomains = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * Normalizes an address for counting: without its tag (`ann+shop@…`) and in one spelling. Otherwise a sender could
 * bypass the limits of a mailbox by writing its address in many ways.
 */
export function toMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).normalize('NFKC').toLowerCase();
  const written = address.slice(at + 1).toLowerCase();
  const domain = domainToASCII(written) || written;
  const tag = local.indexOf('+');
  const untagged = tag > 0 ? local.slice(0, tag) : local;
  const shared = dotIgnoringDomains.get(domain);
  return shared === undefined ? `${untagged}@${domain}` : `${untagged.replaceAll('.', '')}@${shared}`;
}
