import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentParts } from '../../../db/transfer/segment-files.ts';
import type { Store } from './store.ts';

/** Longer than any question. A file that is no longer listed is touched at that moment. */
const unlistedFileMs = 10 * 60_000;

const segmentFile = new RegExp(
  `^(?<name>.+)\\.(?:${segmentParts.join('|')})\\.parquet(?<unfinished>\\.tmp)?$`,
);

/** The datasets that have a folder in the store. */
export async function listFolders(store: Store): Promise<string[]> {
  const entries = await readdir(store.folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && /^[0-9a-f-]{36}$/.test(entry.name))
    .map(({ name }) => name);
}

/**
 * Deletes files of a dataset that are not listed: unfinished ones at once, others some time after they were replaced.
 * Call it while holding the lock of the store. Returns the number of deleted files.
 */
export async function sweepFiles(
  store: Store,
  datasetId: string,
  {
    listed,
    isInUse,
    nowMs,
  }: { listed: ReadonlySet<string>; isInUse: (name: string) => boolean; nowMs: number },
): Promise<number> {
  const folder = store.folderOf(datasetId);
  const files = await readdir(folder).catch(() => []);
  let deleted = 0;
  for (const file of files) {
    const { name = '', unfinished } = segmentFile.exec(file)?.groups ?? {};
    if (name === '' || listed.has(name) || isInUse(name)) continue;
    const path = join(folder, file);
    const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs;
    if (unfinished === undefined && nowMs - changedMs < unlistedFileMs) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}

export async function deleteFolder(store: Store, datasetId: string): Promise<void> {
  await rm(store.folderOf(datasetId), { recursive: true, force: true });
}

/** Long enough for a process in another container, whose number means nothing here, to have used its folder. */
const spillFolderMs = 3_600_000;

/**
 * Deletes the temporary folders (`tmp/<process>-<random>`) of processes that were killed. They may hold exported events.
 * Returns the number of deleted folders.
 */
export async function sweepSpillFolders(store: Store, nowMs: number): Promise<number> {
  const parent = join(store.folder, 'tmp');
  const names = await readdir(parent).catch(() => []);
  let deleted = 0;
  for (const name of names) {
    const path = join(parent, name);
    const changedMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs;
    if (nowMs - changedMs < spillFolderMs || isRunning(Number.parseInt(name, 10))) continue;
    await rm(path, { recursive: true, force: true });
    deleted += 1;
  }
  return deleted;
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
