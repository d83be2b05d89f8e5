import { z } from 'zod';
import { fieldMax } from './constants.ts';
import { cleanLine, cleanLines, emailAddress } from './rules/text.ts';

const needed = (max: number) => cleanLine(max).min(1);
const optional = (max: number) => cleanLine(max).default('');

const fromVisitor = {
  name: needed(fieldMax.name),
  email: emailAddress,
  /** A field people do not see. */
  website: z.string().max(200).optional(),
  /** How long the page had been there when its form was sent. */
  openSeconds: z.number().nonnegative().optional(),
};

export const contactRequest = z.object({
  ...fromVisitor,
  company: optional(fieldMax.company),
  message: cleanLines(fieldMax.message).min(1),
});
export type ContactRequest = z.input<typeof contactRequest>;

export const contactPageRequest = z.object({
  ...fromVisitor,
  subject: needed(fieldMax.subject),
  message: cleanLines(fieldMax.message).min(1),
});
export type ContactPageRequest = z.input<typeof contactPageRequest>;

export const demoRequest = z.object({
  ...fromVisitor,
  company: needed(fieldMax.company),
  phone: optional(fieldMax.phone),
  interest: optional(fieldMax.company),
});
export type DemoRequest = z.input<typeof demoRequest>;

/** The same for everything that was understood: what is suspected to be spam learns nothing. */
export const formResponse = z.object({ received: z.literal(true) });
