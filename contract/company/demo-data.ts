import { z } from 'zod';
import { companyId } from './companies.ts';

export const simulateRequest = z.object({ companyId });
/** `readings`: the number of events that were invented. */
export const simulateResponse = z.object({ readings: z.number() });
