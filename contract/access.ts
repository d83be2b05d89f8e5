import { z } from 'zod';
import { companyId } from './companies.ts';

export const verifyAccessRequest = z.object({ accessKey: z.string().min(1).max(200) });

export const verifyAccessAnswer = z.object({ id: companyId, name: z.string() });
export type VerifyAccessAnswer = z.infer<typeof verifyAccessAnswer>;
