import type { Tx } from '../../../db/client.ts';

export interface BackupRunRow {
  id: string;
  started_at: Date;
  finished_at: Date | null;
  file: string | null;
  bytes: number | null;
  verified_at: Date | null;
  error: string | null;
}

const columns = 'id, started_at, finished_at, file, bytes, verified_at, error';

export async function insertRun(tx: Tx, run: { id: string; startedAt: Date; keep: number }): Promise<void> {
  await tx.query('INSERT INTO backup_runs (id, started_at) VALUES ($1, $2)', [run.id, run.startedAt]);
  await tx.query(
    `DELETE FROM backup_runs WHERE id IN (
       SELECT id FROM backup_runs ORDER BY started_at DESC, id DESC OFFSET $1)`,
    [run.keep],
  );
}

export async function storeSuccess(
  tx: Tx,
  run: { id: string; finishedAt: Date; file: string; bytes: number },
): Promise<void> {
  await tx.query(
    'UPDATE backup_runs SET finished_at = $2, verified_at = $2, file = $3, bytes = $4 WHERE id = $1',
    [run.id, run.finishedAt, run.file, run.bytes],
  );
}

export async function storeFailure(
  tx: Tx,
  run: { id: string; finishedAt: Date; error: string },
): Promise<void> {
  await tx.query('UPDATE backup_runs SET finished_at = $2, error = $3 WHERE id = $1', [
    run.id,
    run.finishedAt,
    run.error,
  ]);
}

/** Marks runs that no process continues. The time of their end is not known. Returns how many there were. */
export async function failAbandoned(tx: Tx, error: string): Promise<number> {
  const found = await tx.query(
    'UPDATE backup_runs SET error = $1 WHERE finished_at IS NULL AND error IS NULL',
    [error],
  );
  return found.rowCount ?? 0;
}

export async function listRuns(tx: Tx, max: number): Promise<BackupRunRow[]> {
  const found = await tx.query<BackupRunRow>({
    name: 'list-backup-runs',
    text: `SELECT ${columns} FROM backup_runs ORDER BY started_at DESC, id DESC LIMIT $1`,
    values: [max],
  });
  return found.rows;
}

export interface BackupState {
  /** The newest run that has ended, with any result. */
  last: BackupRunRow | undefined;
  /** The newest run that was verified. */
  verified: BackupRunRow | undefined;
  newestStart: Date | undefined;
}

export async function readBackupState(tx: Tx): Promise<BackupState> {
  const runs = await listRuns(tx, keptRuns);
  return {
    last: runs.find((run) => run.finished_at !== null || run.error !== null),
    verified: runs.find((run) => run.verified_at !== null),
    newestStart: runs[0]?.started_at,
  };
}

/** How many runs the table keeps. */
export const keptRuns = 200;

/** The addresses of the team's owners. */
export async function listOwnerAddresses(tx: Tx): Promise<string[]> {
  const found = await tx.query<{ email: string }>(
    `SELECT u.email FROM user_roles r JOIN "user" u ON u.id = r.user_id WHERE r.role = 'admin' ORDER BY u.email LIMIT 100`,
  );
  return found.rows.map(({ email }) => email);
}

/** Which of these mails were queued before. */
export async function listKnownMails(tx: Tx, ids: string[]): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>('SELECT id FROM mails WHERE id = ANY($1::uuid[])', [ids]);
  return new Set(found.rows.map(({ id }) => id));
}
