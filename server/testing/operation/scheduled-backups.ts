import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listRuns } from '../../features/operation/backups/backups.queries.ts';
import { Backups, type BackupsDeps } from '../../features/operation/backups/backups.ts';
import { toSegmentsFolder } from '../../paths.ts';
import { toSecretFingerprint } from '../../platform/keys.ts';
import { type TestApp, testAppSecret } from '../test-app.ts';

/** The scheduled backups of one more process of this installation, without their schedule. */
export function openBackups(t: TestApp, given: Partial<BackupsDeps> & { folder: string; keep?: number }) {
  const { folder, keep = 7, ...deps } = given;
  /** When a backup was queued, in seconds from then. */
  const queued: number[] = [];
  const backups = new Backups({
    db: t.db,
    ownerUrl: t.databaseUrl,
    settings: { folder, keep, schedule: '40 2 * * *' },
    segmentsFolder: toSegmentsFolder(t.config.dataDir),
    secretFingerprint: toSecretFingerprint(testAppSecret),
    diskReserveBytes: 1,
    mails: t.server.mails,
    jobs: {
      send: async (_tx, _name, _id, afterSeconds = 0) => void queued.push(afterSeconds),
      listWaitingIds: async () => new Set(),
    },
    log: { info: () => {}, warn: () => {} },
    ...deps,
  });
  return {
    backups,
    queued,
    list: () => readdirSync(folder).sort(),
    runs: () => listRuns(t.db, 200),
  };
}

/** A folder that is removed after the test. */
export function aBackupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-scheduled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'backups');
}
