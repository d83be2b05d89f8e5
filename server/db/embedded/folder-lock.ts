import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findProcessStart } from './process.ts';

const ownerShape = z.object({ pid: z.number().int(), started: z.string() });
type Owner = z.infer<typeof ownerShape>;

const lockIn = (folder: string) => join(folder, 'owner.lock');

/**
 * Marks the folder as ours until `release`, or throws when a living process has it. The mark names
 * pid and start time, so that a killed owner, or a stranger with its old pid, holds nobody up.
 */
export function lockFolder(folder: string): { release: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockIn(folder);
  const draft = `${lock}.${randomBytes(6).toString('hex')}`;
  const mine = JSON.stringify({ pid: process.pid, started: findProcessStart(process.pid) ?? '' });
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    while (!linked(draft, lock)) {
      const text = readIfThere(lock);
      if (text === undefined) continue;
      const owner = parseOwner(text);
      if (owner && isAlive(owner)) {
        throw new Error(
          `Another start (process ${owner.pid}) is using the database in ${folder}. Stop it first, or give this one a DATA_DIR of its own.`,
        );
      }
      discard(lock, text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release: () => {
      if (readIfThere(lock) === mine) rmSync(lock, { force: true });
    },
  };
}

/** Whether some living process owns the folder. */
export function isFolderLocked(folder: string): boolean {
  const text = readIfThere(lockIn(folder));
  const owner = text === undefined ? undefined : parseOwner(text);
  return owner !== undefined && isAlive(owner);
}

function isAlive(owner: Owner): boolean {
  return findProcessStart(owner.pid) === owner.started;
}

/** Removes a dead owner's mark, and only that one: between reading and removing another start may have set its own. */
function discard(lock: string, expected: string): void {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (readIfThere(aside) !== expected) linked(aside, lock);
  rmSync(aside, { force: true });
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function parseOwner(text: string): Owner | undefined {
  try {
    return ownerShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
