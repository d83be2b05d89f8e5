import { z } from 'zod';

export const job = z.object({
  /** The name in logs and metrics. */
  name: z.string(),
  title: z.string(),
  purpose: z.string(),
  /** A cron expression in UTC; null for a job that is added when there is something to do. */
  schedule: z.string().nullable(),
  nextRunAt: z.iso.datetime().nullable(),
  waiting: z.int().nonnegative(),
  running: z.int().nonnegative(),
  /** Runs that failed for good in the last hours, and can be tried again. */
  failed: z.int().nonnegative(),
  lastDoneAt: z.iso.datetime().nullable(),
  lastFailure: z
    .object({
      at: z.iso.datetime().nullable(),
      /** In one line. */
      error: z.string(),
      retries: z.int().nonnegative(),
      /** Whether it is tried again by itself. */
      isRetrying: z.boolean(),
    })
    .nullable(),
});
export type Job = z.infer<typeof job>;

export const jobs = z.object({ jobs: z.array(job) });

export const jobParams = z.object({ name: z.string().regex(/^[a-z][a-z-]{0,59}$/) });

/** How many failed runs are tried again. */
export const retriedJobs = z.object({ retried: z.int().nonnegative() });
