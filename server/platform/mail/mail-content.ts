import { z } from 'zod';

const attachment = z.object({ filename: z.string(), contentType: z.string(), content: z.string() });

export const mailContent = z.object({
  text: z.string(),
  html: z.string(),
  /** One address, bare or as `Name <address>`. */
  replyTo: z.string().transform(toAddress).optional(),
  attachments: z.array(attachment).default([]),
  /** A meeting, for the calendar of whoever reads the mail (RFC 6047). */
  calendar: z.object({ method: z.enum(['REQUEST', 'PUBLISH']), content: z.string() }).optional(),
});
export type MailContentInput = z.input<typeof mailContent>;

/** The address of `Name <address>` or of a bare one. Throws unless it is exactly one. */
export function toAddress(mailbox: string): string {
  const address = /^[^<>]*<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
  const isOne = /^[^\s,;:"()<>[\]\\@\p{Cc}]+@[^\s,;:"()<>[\]\\@\p{Cc}]+$/u.test(address);
  if (!isOne) throw new Error('a mail goes to one address');
  return address;
}

/** What a header can carry for every mail server: others want an extension few have (RFC 6531). */
export function isPlainAddress(address: string): boolean {
  return /^[\x21-\x7e]+@/.test(address);
}
