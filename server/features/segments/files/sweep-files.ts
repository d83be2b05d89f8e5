import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentParts } from '../../../db/transfer/backup/segment-files.ts';
import type { Store } from './store.ts';

/** Longer than any question. A file that is no longer listed is touched at that moment. */
const unlistedFileMs = 10 * 60_000;

const segmentFile = new RegExp(
  `^(?<name>.+)\\.(?:${segmentParts.join('|')})\\.parquet(?<unfinished>\\.tmp)?$`,
);

/** Lets the files of segments that are no longer listed stay for the questions that began before. */
export async function keepForOpenQuestions(
  store: Store,
  datasetId: string,
  names: readonly string[],
): Promise<void> {
  const now = new Date();
  for (const name of names)
    for (const file of Object.values(store.filesOf(datasetId, name)))
      await utimes(file, now, now).catch(() => {});
}

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

/** An open DuckDB touches its folder more often. */
const abandonedMs = 3_600_000;
/** A process with this number may be another one: numbers are used again, in containers after each start. */
const abandonedOfRunningMs = 24 * 3_600_000;

const processFolder = /^(?<pid>\d+)-[\w-]+$/;

/**
 * Deletes what killed processes left in `tmp`: their folders (`<process>-<random>`) and exports. They may hold events.
 * Returns the number of deleted entries.
 */
export async function sweepTemporaryFiles(store: Store, nowMs: number): Promise<number> {
  const parent = join(store.folder, 'tmp');
  const names = await readdir(parent).catch(() => []);
  let deleted = 0;
  for (const name of names) {
    const path = join(parent, name);
    const ageMs = nowMs - ((await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs);
    const { pid } = processFolder.exec(name)?.groups ?? {};
    if (ageMs < (isRunning(Number(pid)) ? abandonedOfRunningMs : abandonedMs)) continue;
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
