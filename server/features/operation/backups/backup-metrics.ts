import type { Db } from '../../../db/client.ts';
import { type Metrics, toSample } from '../../../platform/metrics/metrics.ts';
import { type BackupState, readBackupState } from './backups.queries.ts';

const refreshMs = 30_000;

interface BackupMetricsDeps {
  metrics: Metrics;
  db: Db;
  onError: (error: unknown) => void;
}

/** Metrics of the scheduled backups, of whichever process made them. A value that is not known has no sample. */
export function measureBackups({ metrics, db, onError }: BackupMetricsDeps): {
  refresh: () => Promise<void>;
  stop: () => Promise<void>;
} {
  let state: BackupState = { last: undefined, verified: undefined, newestStart: undefined };
  const gauge = (name: string, help: string, read: (state: BackupState) => number | undefined) =>
    metrics.addFamily(() => {
      const value = read(state);
      return { name, help, kind: 'gauge', samples: value === undefined ? [] : [toSample(value)] };
    });
  gauge(
    'northlight_backup_age_seconds',
    'Age of the last scheduled backup that was verified.',
    ({ verified }) =>
      verified?.verified_at ? Math.max(0, (Date.now() - verified.verified_at.getTime()) / 1000) : undefined,
  );
  gauge(
    'northlight_backup_last_succeeded',
    '1 if the last scheduled backup was written and verified, 0 if it failed.',
    ({ last }) => (last ? (last.verified_at ? 1 : 0) : undefined),
  );
  gauge(
    'northlight_backup_duration_seconds',
    'Duration of the last scheduled backup that was verified, with the verification.',
    ({ verified }) =>
      verified?.finished_at
        ? (verified.finished_at.getTime() - verified.started_at.getTime()) / 1000
        : undefined,
  );
  gauge(
    'northlight_backup_bytes',
    'Size of the last scheduled backup that was verified.',
    ({ verified }) => verified?.bytes ?? undefined,
  );

  async function refresh(): Promise<void> {
    state = await readBackupState(db);
  }
  let refreshing: Promise<void> = refresh().catch(onError);
  const timer = setInterval(() => {
    refreshing = refreshing.then(refresh).catch(onError);
  }, refreshMs).unref();
  return {
    refresh,
    stop: async () => {
      clearInterval(timer);
      await refreshing;
    },
  };
}
