import { z } from 'zod';
import { fieldMax } from '../constants.ts';
import { cleanLine, emailAddress, messageText } from '../rules/text.ts';

const required = (max: number) => cleanLine(max).min(1);
const optional = (max: number) => cleanLine(max).default('');

const senderFields = {
  name: required(fieldMax.name),
  email: emailAddress,
  /** Honeypot. */
  website: z.string().max(200).optional(),
  /** Time from the opening of the page to the sending of its form. */
  openSeconds: z.number().nonnegative().optional(),
};

export const contactRequest = z.object({
  ...senderFields,
  company: optional(fieldMax.company),
  message: messageText(fieldMax.message).min(1),
});
export type ContactRequest = z.input<typeof contactRequest>;

export const contactPageRequest = z.object({
  ...senderFields,
  subject: required(fieldMax.subject),
  message: messageText(fieldMax.message).min(1),
});
export type ContactPageRequest = z.input<typeof contactPageRequest>;

export const demoRequest = z.object({
  ...senderFields,
  company: required(fieldMax.company),
  phone: optional(fieldMax.phone),
  interest: optional(fieldMax.company),
});
export type DemoRequest = z.input<typeof demoRequest>;

/** The same for every valid request, so that senders of spam do not learn whether it was detected. */
export const formResponse = z.object({ received: z.literal(true) });
