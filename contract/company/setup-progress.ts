import { z } from 'zod';

/** How far a company is set up; null for companies that were created before the guided path existed. */
export const setupProgress = z.object({ done: z.int().nonnegative(), of: z.int().positive() });
export type SetupProgress = z.infer<typeof setupProgress>;
