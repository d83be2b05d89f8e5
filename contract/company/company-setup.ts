import { z } from 'zod';
import { goalKinds } from './goals.ts';
import { recentEvent } from './recent-events.ts';
import { setupProgress } from './setup-progress.ts';

/** The steps of setting up a company, in their order. Each is done when the data shows it, or skipped by an administrator. */
export const setupSteps = ['code', 'first-event', 'orders', 'goals', 'invitation'] as const;
export const setupStep = z.enum(setupSteps);
export type SetupStep = z.infer<typeof setupStep>;

/** The decisions of administrators about the steps. Whether a step is done is never stored: it is read from the data. */
export const companySetup = z.strictObject({ skipped: z.array(setupStep).max(setupSteps.length) });
export type CompanySetup = z.infer<typeof companySetup>;

/** A step that the data shows as done stays done, whether or not it was skipped before. */
export const setupStates = ['done', 'skipped', 'open'] as const;
export type SetupState = (typeof setupStates)[number];

/** The largest number of proposals for goals. */
export const proposalsMax = 8;

/** A page or event that arrived and looks like a goal. */
export const goalProposal = z.object({
  /** A name that no goal of the company has. */
  name: z.string(),
  kind: z.enum(goalKinds),
  /** As the goal would have it: the name of an event, or a path that may end with a star. */
  target: z.string(),
  /** Visits that reached it in the last 30 days; with a star the sum over its pages. */
  visits: z.int().positive(),
});
export type GoalProposal = z.infer<typeof goalProposal>;

export const companySetupAnswer = z.object({
  /** Every step, in the order of the path. */
  steps: z.array(z.object({ step: setupStep, state: z.enum(setupStates) })),
  /** The first open step; null when none is left. */
  next: setupStep.nullable(),
  progress: setupProgress,
  /** When the last event of the site arrived; null before the first. */
  lastEventAt: z.iso.datetime().nullable(),
  /** The newest of the recent events of the site; null without one in the last half hour. */
  newestEvent: recentEvent.nullable(),
  /** The likeliest first; null while the statistics are too busy to name them. */
  proposals: z.array(goalProposal).max(proposalsMax).nullable(),
});
export type CompanySetupAnswer = z.infer<typeof companySetupAnswer>;
