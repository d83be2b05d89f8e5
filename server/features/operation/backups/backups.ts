import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../../config.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { isLocked, tryLockForSession } from '../../../db/locks.ts';
import { backUpDatabase } from '../../../db/transfer/backup/backup.ts';
import { requireSame, verifyBackup } from '../../../db/transfer/backup/verify.ts';
import { withConnection } from '../../../db/transfer/connection.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import type { MailDeps } from '../../../platform/mail/mail-brand.ts';
import { toOneLine } from '../../../platform/mail/one-line.ts';
import { findLongestInterval, findNextTime } from '../../../platform/schedule/cron.ts';
import { BackupFiles } from './backup-files.ts';
import { mailMissingBackup, mailRecovery } from './backup-mails.ts';
import * as store from './backups.queries.ts';
import { requireFreeSpace, watchFreeSpace } from './space-guard.ts';

export interface BackupsDeps {
  db: Db;
  /** Reads every table, also those of the migrations. */
  ownerUrl: string;
  settings: Config['backups'];
  segmentsFolder: string;
  secretFingerprint: string;
  diskReserveBytes: number;
  mails: MailDeps;
  jobs: Pick<Jobs, 'send' | 'listWaitingIds'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Reads the free space of the backup folder. Tests give another one. */
  readFreeBytes?: () => Promise<number>;
}

/** Stored in the database, so it must not change. */
const backupJob = 'make-backup';

const abandoned = 'The process ended before the backup was complete.';
const interrupted = 'The server was stopped during the backup. It is made after the next start.';
const errorMax = 500;
/** A run of the schedule may begin this late before it counts as missed. */
const lateMs = 10 * 60_000;
/** After a stop in the middle: time for the next start. */
const againAfterSeconds = 60;

/** Makes and verifies the backups of the schedule, one at a time for all instances of a database together. */
export class Backups {
  readonly settings: Config['backups'];
  /** Undefined without BACKUP_TO. */
  readonly files: BackupFiles | undefined;
  readonly #deps: BackupsDeps;
  readonly #closing = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
    this.settings = deps.settings;
    const { folder } = deps.settings;
    this.files = folder === undefined ? undefined : new BackupFiles(folder, deps.secretFingerprint);
  }

  /** Marks runs of processes that ended, and deletes what they left. */
  async start(): Promise<void> {
    const { files } = this;
    if (!files) return;
    await this.#whileAlone(() => this.#cleanUp(files)).catch((err: unknown) =>
      this.#deps.log.warn({ err }, 'what an earlier backup has left could not be cleaned up'),
    );
  }

  /** Makes a backup. Does nothing while another is being made. Throws if it fails, after recording it. */
  run(): Promise<'made' | 'busy'> {
    const { files } = this;
    if (!files) return Promise.resolve('busy');
    const work = this.#whileAlone(async () => {
      await this.#cleanUp(files);
      await this.#make(files);
    });
    this.#running = work.catch(() => {});
    return work;
  }

  /** Queues a backup that was missed, and mails the owners when there has been none for too long. */
  async check(now: Date): Promise<void> {
    const { db, mails } = this.#deps;
    if (!this.files) return;
    const intervalMs = findLongestInterval(this.settings.schedule, now);
    const { verified, newestStart } = await store.readBackupState(db);
    if (now.getTime() - (newestStart?.getTime() ?? 0) > intervalMs + lateMs) await this.#queue(db);
    const since = verified?.verified_at?.getTime();
    if (since === undefined || now.getTime() - since <= 2 * intervalMs) return;
    const reason = 'No backup has succeeded for longer than two intervals of BACKUP_SCHEDULE.';
    await db.transaction((tx) => mailMissingBackup(tx, mails, { reason, verified }));
  }

  /** Queues a backup at once. Throws 409 while there is no folder, or one is queued or running. */
  async request(tx: Tx): Promise<void> {
    if (!this.files)
      throw new AppError(409, 'conflict', 'No folder for backups is set. The operator sets BACKUP_TO.');
    if (await this.isBusy(tx)) throw new AppError(409, 'conflict', 'A backup is already being made.');
    await this.#queue(tx);
  }

  /** Whether a backup is queued or running, in any process. */
  async isBusy(tx: Tx): Promise<boolean> {
    if (await isLocked(tx, { lock: 'backups' })) return true;
    return (await this.#deps.jobs.listWaitingIds(tx, backupJob)).size > 0;
  }

  /** The next time of the schedule. */
  findNextRun(now: Date): Date | undefined {
    return this.files ? findNextTime(this.settings.schedule, now) : undefined;
  }

  /** Ends a running backup. */
  async close(): Promise<void> {
    this.#closing.abort(new Error(interrupted));
    await this.#running;
  }

  #queue(tx: Tx, afterSeconds = 0): Promise<void> {
    return this.#deps.jobs.send(tx, backupJob, randomUUID(), afterSeconds);
  }

  async #whileAlone(work: () => Promise<void>): Promise<'made' | 'busy'> {
    return withConnection(this.#deps.ownerUrl, async (client) => {
      // Held until this connection closes, so that it also ends with the process.
      if (!(await tryLockForSession(client, { lock: 'backups' }))) return 'busy';
      await work();
      return 'made';
    });
  }

  async #cleanUp(files: BackupFiles): Promise<void> {
    const { db, mails, log } = this.#deps;
    await files.prepare();
    await files.deleteDrafts();
    await db.transaction(async (tx) => {
      const count = await store.failAbandoned(tx, abandoned);
      if (count === 0) return;
      log.warn({ count }, 'a process ended during a backup');
      const { verified } = await store.readBackupState(tx);
      await mailMissingBackup(tx, mails, { reason: abandoned, verified });
    });
  }

  async #make(files: BackupFiles): Promise<void> {
    const { db, mails, log } = this.#deps;
    const startedAt = new Date();
    const id = randomUUID();
    const file = files.toName(startedAt);
    const { verified } = await store.readBackupState(db);
    await store.insertRun(db, { id, startedAt, keep: store.keptRuns });
    try {
      const bytes = await this.#write(files, file, startedAt, verified?.bytes ?? 0);
      await db.transaction(async (tx) => {
        await store.storeSuccess(tx, { id, finishedAt: new Date(), file, bytes });
        await mailRecovery(tx, mails, { before: verified, file });
      });
      log.info({ file, bytes }, 'a backup was made and verified');
    } catch (err) {
      await this.#recordFailure(id, err, verified);
      throw err;
    }
    // The backup is good even if an old file cannot be deleted.
    await files
      .deleteOld(this.settings.keep)
      .catch((err: unknown) => log.warn({ err }, 'old backups could not be deleted'));
  }

  async #write(files: BackupFiles, name: string, now: Date, expectedBytes: number): Promise<number> {
    const { ownerUrl, segmentsFolder, secretFingerprint, diskReserveBytes } = this.#deps;
    const readFreeBytes = this.#deps.readFreeBytes ?? (() => files.readFreeBytes());
    const space = { readFreeBytes, reserveBytes: diskReserveBytes };
    await requireFreeSpace(space, expectedBytes);
    const watch = watchFreeSpace(space);
    const signal = AbortSignal.any([this.#closing.signal, watch.signal]);
    try {
      const { bytes } = await backUpDatabase({
        url: ownerUrl,
        file: files.toPath(name),
        segmentsFolder,
        secretFingerprint,
        now,
        print: () => {},
        signal,
        check: async (draft, written) => requireSame(written, await verifyBackup(draft, signal)),
      });
      return bytes;
    } catch (error) {
      // The stream reports that it was aborted; the signal knows why.
      signal.throwIfAborted();
      throw error;
    } finally {
      watch.stop();
    }
  }

  async #recordFailure(id: string, err: unknown, verified: store.BackupState['verified']): Promise<void> {
    const { db, mails, log } = this.#deps;
    const reason = toOneLine(err instanceof Error ? err.message : String(err), errorMax);
    const isStopping = this.#closing.signal.aborted;
    if (!isStopping) log.warn({ err }, 'a backup failed');
    await db.transaction(async (tx) => {
      await store.storeFailure(tx, { id, finishedAt: new Date(), error: reason });
      if (isStopping) await this.#queue(tx, againAfterSeconds);
      else await mailMissingBackup(tx, mails, { reason, verified });
    });
  }
}

/** Schedules backups and the hourly check of them. Without a folder there is no schedule. */
export async function scheduleBackups(jobs: Pick<Jobs, 'schedule'>, backups: Backups): Promise<void> {
  if (!backups.files) return;
  const halfDay = 12 * 3_600;
  await jobs.schedule(
    backupJob,
    backups.settings.schedule,
    async () => {
      await backups.run();
    },
    // A run that failed is repeated by the schedule, or by an owner.
    { expireSeconds: halfDay, retriesMax: 0 },
  );
  await jobs.schedule('check-backups', '11 * * * *', () => backups.check(new Date()));
}
