import type { BackupRun, BackupsAnswer } from '../../../../contract/operation/backups.ts';
import type { Db } from '../../../db/client.ts';
import { type BackupRunRow, listRuns } from './backups.queries.ts';
import type { Backups } from './backups.ts';

const shownRuns = 20;

/** The schedule, and the newest runs. */
export async function showBackups(db: Db, backups: Backups, now: Date): Promise<BackupsAnswer> {
  const { settings, files } = backups;
  const [runs, isBusy, freeBytes] = await Promise.all([
    listRuns(db, shownRuns),
    backups.isBusy(db),
    // A folder that does not exist yet, or is not mounted.
    files?.readFreeBytes().catch(() => null),
  ]);
  return {
    folder: settings.folder ?? null,
    schedule: settings.schedule,
    keep: settings.keep,
    nextRunAt: backups.findNextRun(now)?.toISOString() ?? null,
    freeBytes: freeBytes ?? null,
    isBusy,
    runs: runs.map(toRun),
  };
}

function toRun(row: BackupRunRow): BackupRun {
  return {
    id: row.id,
    state: row.error !== null ? 'failed' : row.verified_at === null ? 'running' : 'verified',
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    file: row.file,
    bytes: row.bytes,
    error: row.error,
  };
}
