import { z } from 'zod';
import { cleanLines, cleanText } from './rules/text.ts';

/** What visitors have sent: messages of the home and contact pages, and demo requests. */
const inboxKinds = ['message', 'demo'] as const;
const inboxStates = ['unread', 'open', 'handled', 'spam'] as const;

export const inboxItem = z.object({
  id: z.uuid(),
  kind: z.enum(inboxKinds),
  /** The page it was written on. */
  source: z.enum(['home', 'contact', 'book-demo']),
  state: z.enum(inboxStates),
  name: z.string(),
  email: z.string(),
  /** Empty where the page does not ask for it, or nothing was entered. */
  company: z.string(),
  phone: z.string(),
  subject: z.string(),
  interest: z.string(),
  message: z.string(),
  note: z.string(),
  /** Why it is kept apart, in words; absent for what is not suspected. */
  spamReason: z.string().optional(),
  createdAt: z.iso.datetime(),
  handledAt: z.iso.datetime().nullable(),
  handledBy: z.string().nullable(),
});
export type InboxItem = z.infer<typeof inboxItem>;

export const inboxQuery = z.object({
  kind: z.enum(inboxKinds).optional(),
  /** Without it, everything but suspected spam. */
  state: z.enum(inboxStates).optional(),
  search: cleanText(100).optional(),
  /** The `next` of the page before. */
  after: z.string().max(200).optional(),
});
export type InboxQuery = z.infer<typeof inboxQuery>;

export const inbox = z.object({
  items: z.array(inboxItem),
  next: z.string().nullable(),
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

/** A mail that could not be sent, for those who run the place. */
const failedMail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  attempts: z.number().int(),
  /** What the mail server said last. */
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** True: it is tried again by itself. */
  isRetrying: z.boolean(),
});
export const failedMails = z.object({ mails: z.array(failedMail), waiting: z.number().int() });
export type FailedMails = z.infer<typeof failedMails>;
export const mailParams = z.object({ mailId: z.uuid().toLowerCase() });
