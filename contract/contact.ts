import { z } from 'zod';
import { emailPattern, fieldMax } from './constants.ts';

const name = z.string().trim().min(1).max(fieldMax.name);
const email = z.string().trim().max(fieldMax.email).regex(emailPattern);

/** What only robots fill in, and how long the form was open: see the spam rules of the sales feature. */
const humanSigns = {
  website: z.string().max(200).optional(),
  openSeconds: z.number().nonnegative().optional(),
};

export const contactRequest = z.object({
  name,
  email,
  company: z.string().trim().max(fieldMax.company),
  message: z.string().trim().min(1).max(fieldMax.message),
  ...humanSigns,
});
export type ContactRequest = z.infer<typeof contactRequest>;

export const contactPageRequest = z.object({
  name,
  email,
  subject: z.string().trim().min(1).max(fieldMax.subject),
  message: z.string().trim().min(1).max(fieldMax.message),
  ...humanSigns,
});
export type ContactPageRequest = z.infer<typeof contactPageRequest>;

export const demoRequest = z.object({
  name,
  email,
  company: z.string().trim().min(1).max(fieldMax.company),
  phone: z.string().trim().max(fieldMax.phone),
  interest: z.string().trim().max(fieldMax.company),
  ...humanSigns,
});
export type DemoRequest = z.infer<typeof demoRequest>;
