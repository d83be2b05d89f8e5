import { z } from 'zod';

/** The steps of setting up a company, in their order. Each is done when the data shows it, or skipped by an administrator. */
export const setupSteps = ['code', 'first-event', 'orders', 'goals', 'invitation'] as const;
export const setupStep = z.enum(setupSteps);
export type SetupStep = z.infer<typeof setupStep>;

/** The decisions of administrators about the steps. Whether a step is done is never stored: it is read from the data. */
export const companySetup = z.strictObject({ skipped: z.array(setupStep).max(setupSteps.length) });
export type CompanySetup = z.infer<typeof companySetup>;
