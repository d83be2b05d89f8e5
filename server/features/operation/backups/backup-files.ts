import type { StatsFs } from 'node:fs';
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { draftSuffix } from '../../../db/transfer/backup/backup.ts';
import { withTimeLimit } from '../time-limit.ts';

const answerMaxMs = 2_000;

/**
 * The files of one installation in the backup folder. Their names contain the fingerprint of the app secret, so that two
 * installations can share a folder without deleting backups of each other.
 */
export class BackupFiles {
  readonly folder: string;
  readonly #prefix: string;
  readonly #own: RegExp;
  #asked: Promise<StatsFs> | undefined;

  constructor(folder: string, secretFingerprint: string) {
    this.folder = folder;
    this.#prefix = `backup-${secretFingerprint.slice(0, 8)}-`;
    this.#own = new RegExp(`^${this.#prefix}\\d{8}T\\d{9}Z\\.backup$`);
  }

  /** Names sort by time. */
  toName(at: Date): string {
    return `${this.#prefix}${at.toISOString().replace(/[-:.]/g, '')}.backup`;
  }

  toPath(name: string): string {
    return join(this.folder, name);
  }

  /** Creates the folder, readable by its owner alone, unless it exists. */
  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** The complete backups, oldest first. */
  async list(): Promise<string[]> {
    return (await readdir(this.folder)).filter((name) => this.#own.test(name)).sort();
  }

  /** Keeps the newest backups and deletes the others. */
  async deleteOld(keep: number): Promise<void> {
    for (const name of (await this.list()).slice(0, -keep)) await rm(this.toPath(name), { force: true });
  }

  /** Deletes what ended processes have left. Only while no backup is being made. */
  async deleteDrafts(): Promise<void> {
    const names = await readdir(this.folder);
    const drafts = names.filter(
      (name) => name.endsWith(draftSuffix) && this.#own.test(name.slice(0, -draftSuffix.length)),
    );
    for (const name of drafts) await rm(this.toPath(name), { force: true });
  }

  /** The free space of the folder's disk. A disk that hangs is asked once at a time, and not waited for. */
  async readFreeBytes(): Promise<number> {
    this.#asked ??= statfs(this.folder).finally(() => {
      this.#asked = undefined;
    });
    const { bavail, bsize } = await withTimeLimit(this.#asked, answerMaxMs);
    return bavail * bsize;
  }
}
