import { z } from 'zod';

const attachment = z.object({
  filename: z.string(),
  contentType: z.string(),
  content: z.string(),
  /** Absent: the content is text. */
  encoding: z.literal('base64').optional(),
  /** The name by which the HTML shows it (`src="cid:…"`). Absent: a file. */
  cid: z.string().optional(),
});

export const mailContent = z.object({
  text: z.string(),
  html: z.string(),
  /** One address, bare or as `Name <address>`. */
  replyTo: z.string().transform(toAddress).optional(),
  attachments: z.array(attachment).default([]),
  /** The address that ends the subscription by one POST (RFC 8058). */
  unsubscribeUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** A meeting, for the recipient's calendar (RFC 6047). */
  calendar: z.object({ method: z.enum(['REQUEST', 'PUBLISH']), content: z.string() }).optional(),
});
export type MailContentInput = z.input<typeof mailContent>;

/** Extracts the address of `Name <address>` or a bare address. Throws unless there is exactly one. */
export function toAddress(mailbox: string): string {
  const address = /^[^<>]*<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
  const isOne = /^[^\s,;:"()<>[\]\\@\p{Cc}]+@[^\s,;:"()<>[\]\\@\p{Cc}]+$/u.test(address);
  if (!isOne) throw new Error('a mail goes to one address');
  return address;
}

/** Whether every mail server accepts the address in a header. Others need the extension of RFC 6531, which few have. */
export function isPlainAddress(address: string): boolean {
  return /^[\x21-\x7e]+@/.test(address);
}

/** Throws for the URL of a link that is no web address or could end its attribute. */
export function requireWebAddress(url: string, link: string): void {
  if (!/^https?:\/\/[^\s<>"']+$/.test(url)) throw new Error(`a link of a mail has no web address: ${link}`);
}
