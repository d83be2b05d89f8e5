import { z } from 'zod';
import { companyId } from './companies.ts';

export const verifyAccessRequest = z.object({ accessKey: z.string().min(1).max(200) });

export const verifyAccessResponse = z.object({ id: companyId, name: z.string() });
export type VerifyAccessResponse = z.infer<typeof verifyAccessResponse>;

/** The portals this browser can open with access keys entered earlier, sorted by name. */
export const myPortals = z.object({ portals: z.array(verifyAccessResponse) });
export type MyPortal = VerifyAccessResponse;
