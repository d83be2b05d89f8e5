import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentPart } from '../../../db/transfer/segment-files.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type SegmentFiles = Record<SegmentPart, string>;

/** The folder of the segment files of one machine. */
export interface Store {
  id: string;
  folder: string;
  folderOf: (datasetId: string) => string;
  filesOf: (datasetId: string, name: string) => SegmentFiles;
}

/** Opens the store in a folder, or creates it. Its random id distinguishes it from the stores of other machines. */
export async function openStore(folder: string): Promise<Store> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = await readOrCreateId(join(folder, 'store-id'));
  const folderOf = (datasetId: string) => {
    // The id becomes a path.
    if (!uuid.test(datasetId)) throw new Error('the id of a dataset is not a UUID');
    return join(folder, datasetId);
  };
  return {
    id,
    folder,
    folderOf,
    filesOf: (datasetId, name) => toFiles((part) => join(folderOf(datasetId), `${name}.${part}.parquet`)),
  };
}

const toFiles = (toPath: (part: SegmentPart) => string): SegmentFiles => ({
  hits: toPath('hits'),
  visits: toPath('visits'),
  sums: toPath('sums'),
});

async function readOrCreateId(file: string): Promise<string> {
  const stored = await readId(file);
  if (stored !== undefined) return stored;
  // Complete before it has its name, and a link never replaces a file: of two processes that start at once, both read the
  // id of the first.
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, randomUUID(), { mode: 0o600, flush: true });
  try {
    await link(temporary, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    // Left damaged by something else: its segments are not listed under any id.
    if ((await readId(file)) === undefined) await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  const created = await readId(file);
  if (created === undefined) throw new Error(`${file} cannot be read`);
  return created;
}

async function readId(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return uuid.test(text.trim()) ? text.trim() : undefined;
}
