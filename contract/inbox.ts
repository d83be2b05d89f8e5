import { z } from 'zod';
import { cursorFields, nextCursor } from './rules/cursor.ts';
import { cleanLines, cleanText } from './rules/text.ts';

/** Contact messages of the home and contact pages, and demo requests. */
const inboxKinds = ['message', 'demo'] as const;
const inboxStates = ['unread', 'open', 'handled', 'spam'] as const;

export const inboxItem = z.object({
  id: z.uuid(),
  kind: z.enum(inboxKinds),
  /** The page it was sent from. */
  source: z.enum(['home', 'contact', 'book-demo']),
  state: z.enum(inboxStates),
  name: z.string(),
  email: z.string(),
  /** Empty where the form has no such field, or nothing was entered. */
  company: z.string(),
  phone: z.string(),
  subject: z.string(),
  interest: z.string(),
  message: z.string(),
  note: z.string(),
  /** Why it is suspected to be spam; absent otherwise. */
  spamReason: z.string().optional(),
  createdAt: z.iso.datetime(),
  handledAt: z.iso.datetime().nullable(),
  handledBy: z.string().nullable(),
});
export type InboxItem = z.infer<typeof inboxItem>;

export const inboxQuery = z.object({
  kind: z.enum(inboxKinds).optional(),
  /** Default: everything except suspected spam. */
  state: z.enum(inboxStates).optional(),
  search: cleanText(100).optional(),
  ...cursorFields,
});
export type InboxQuery = z.infer<typeof inboxQuery>;
/** Which items are listed, on all pages. */
export type InboxFilter = Omit<InboxQuery, 'after'>;

export const inbox = z.object({
  items: z.array(inboxItem),
  next: nextCursor,
  unread: z.number().int().nonnegative(),
  spam: z.number().int().nonnegative(),
});
export type Inbox = z.infer<typeof inbox>;

export const inboxParams = z.object({ itemId: z.uuid().toLowerCase() });

export const inboxChange = z
  .object({
    state: z.enum(['unread', 'open', 'handled']).optional(),
    note: cleanLines(2000).optional(),
  })
  .refine((change) => change.state !== undefined || change.note !== undefined, 'must change something');
export type InboxChange = z.infer<typeof inboxChange>;

/** A mail that could not be delivered. */
const failedMail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  attempts: z.number().int(),
  /** The last response of the mail server. */
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** True: the mail worker will retry it. */
  isRetrying: z.boolean(),
});
export const failedMails = z.object({ mails: z.array(failedMail), waiting: z.number().int() });
export type FailedMails = z.infer<typeof failedMails>;
export const mailParams = z.object({ mailId: z.uuid().toLowerCase() });
