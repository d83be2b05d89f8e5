import { z } from 'zod';
import { companyId } from './companies.ts';

export const verifyAccessRequest = z.object({ accessKey: z.string().min(1).max(200) });

export const verifyAccessAnswer = z.object({ id: companyId, name: z.string() });
export type VerifyAccessAnswer = z.infer<typeof verifyAccessAnswer>;

/** The portals that access keys entered in this browser still open, by name. */
export const myPortals = z.object({ portals: z.array(verifyAccessAnswer) });
export type MyPortal = VerifyAccessAnswer;
