import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findProcessStart } from './process.ts';

const lockHolder = z.object({ pid: z.number().int(), started: z.string() });
type LockHolder = z.infer<typeof lockHolder>;

const toLockFile = (folder: string) => join(folder, 'owner.lock');

/**
 * Locks the folder for this process until `release`. Throws if a running process holds the lock. The lock file
 * contains the pid and the start time of its holder, so that neither a killed process nor another one that got its
 * pid blocks a start.
 */
export function lockFolder(folder: string): { release: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = toLockFile(folder);
  const draft = `${lock}.${randomBytes(6).toString('hex')}`;
  const content = JSON.stringify({ pid: process.pid, started: findProcessStart(process.pid) ?? '' });
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    while (!tryLink(draft, lock)) {
      const text = readIfExists(lock);
      if (text === undefined) continue;
      const holder = parseHolder(text);
      if (holder && isRunning(holder)) {
        throw new Error(
          `Another process (${holder.pid}) is using the database in ${folder}. Stop it first, or set DATA_DIR to another folder.`,
        );
      }
      removeStaleLock(lock, text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release: () => {
      if (readIfExists(lock) === content) rmSync(lock, { force: true });
    },
  };
}

/** Whether a running process holds the lock of the folder. */
export function isFolderLocked(folder: string): boolean {
  const text = readIfExists(toLockFile(folder));
  const holder = text === undefined ? undefined : parseHolder(text);
  return holder !== undefined && isRunning(holder);
}

function isRunning(holder: LockHolder): boolean {
  return findProcessStart(holder.pid) === holder.started;
}

/** Removes the lock file of a dead process, unless another start has replaced it in the meantime. */
function removeStaleLock(lock: string, expected: string): void {
  const renamed = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(lock, renamed);
  } catch {
    return;
  }
  if (readIfExists(renamed) !== expected) tryLink(renamed, lock);
  rmSync(renamed, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    return lockHolder.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
