import { z } from 'zod';

export const backupRun = z.object({
  id: z.uuid(),
  /** `verified`: the file was read back completely and is what was written. */
  state: z.enum(['running', 'verified', 'failed']),
  startedAt: z.iso.datetime(),
  /** Null while it runs, and for a run whose process ended. */
  finishedAt: z.iso.datetime().nullable(),
  /** The name of the file in the folder. */
  file: z.string().nullable(),
  bytes: z.int().nonnegative().nullable(),
  /** Why it failed, in one line. */
  error: z.string().nullable(),
});
export type BackupRun = z.infer<typeof backupRun>;

/** Scheduled backups and the newest runs. */
export const backups = z.object({
  /** Null: the operator has set none, and nothing is backed up by itself. */
  folder: z.string().nullable(),
  /** A cron expression, in UTC. */
  schedule: z.string(),
  keep: z.int().positive(),
  nextRunAt: z.iso.datetime().nullable(),
  /** The free space of the folder's disk; null if it cannot be read. */
  freeBytes: z.int().nonnegative().nullable(),
  /** Whether one is queued or being made, in any process. */
  isBusy: z.boolean(),
  runs: z.array(backupRun),
});
export type BackupsAnswer = z.infer<typeof backups>;
