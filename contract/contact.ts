import { z } from 'zod';
import { emailPattern, fieldMax } from './constants.ts';

export const contactRequest = z.object({
  name: z.string().trim().min(1).max(fieldMax.name),
  email: z.string().trim().max(fieldMax.email).regex(emailPattern),
  company: z.string().trim().max(fieldMax.company),
  message: z.string().trim().min(1).max(fieldMax.message),
});
export type ContactRequest = z.infer<typeof contactRequest>;
