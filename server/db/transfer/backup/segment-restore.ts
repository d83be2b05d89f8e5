import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { BackupSegmentFile } from './backup-reader.ts';
import {
  findStoreId,
  type Segment,
  segmentParts,
  segmentShape,
  toSegmentPath,
  toStoreFile,
} from './segment-files.ts';

const columns = [...Object.keys(segmentShape.shape), 'store_id'].join(', ');

/** Throws if the folder has segments: those of another database, or of a later state of the same one. */
export function requireEmptyStore(folder: string): void {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  if (names.some((name) => name.endsWith('.parquet'))) {
    throw new Error(
      `${folder} contains segments of another database. Nothing was changed. Use another DATA_DIR, or move that folder away: segments are built again, and those that cannot be are in the backup.`,
    );
  }
}

/** Writes the segment files of a backup into the store of this machine, and lists them in the restored database. */
export class SegmentRestore {
  readonly #folder: string;
  readonly #written: string[] = [];
  /** Segments of which a part has been written, by path of their hits. */
  readonly #begun = new Map<string, { segment: Segment; parts: Set<string> }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write({ segment, part, data }: BackupSegmentFile): Promise<void> {
    const path = toSegmentPath(this.#folder, segment, part);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'wx', 0o600);
    this.#written.push(path);
    try {
      for await (const chunk of data) await file.write(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    const key = toSegmentPath(this.#folder, segment, 'hits');
    const begun = this.#begun.get(key) ?? { segment, parts: new Set() };
    begun.parts.add(part);
    this.#begun.set(key, begun);
  }

  /** Lists what was written, once the files are safely on the disk. Returns the number of segments. */
  async list(client: pg.Client): Promise<number> {
    if (this.#begun.size === 0) return 0;
    const folders = new Set(this.#written.map((path) => dirname(path)));
    for (const folder of [...folders, this.#folder]) await flushFolder(folder);
    const storeId = this.#requireStoreId();
    for (const { segment, parts } of this.#begun.values()) {
      if (parts.size !== segmentParts.length)
        throw new Error(`The backup lacks a file of the segment ${segment.name}. Nothing was changed.`);
      await client.query(
        `INSERT INTO segments (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::segments, $1::jsonb)`,
        [JSON.stringify({ ...segment, store_id: storeId })],
      );
      // The segment may have been written after the tables of the backup were read. Its revision must not be one that
      // the restored database will give to another change.
      await client.query(
        `UPDATE segments SET revision = least(revision, coalesce(
           (SELECT t.revision FROM dataset_revisions t WHERE t.company_id = $1), 0))
         WHERE company_id = $1 AND store_id = $2`,
        [segment.company_id, storeId],
      );
    }
    return this.#begun.size;
  }

  /** Removes what was written, after a restore that failed. */
  undo(): void {
    for (const path of this.#written) rmSync(path, { force: true });
  }

  #requireStoreId(): string {
    const found = findStoreId(this.#folder);
    if (found !== undefined) return found;
    const id = randomUUID();
    writeFileSync(toStoreFile(this.#folder), `${id}\n`, { flag: 'wx', mode: 0o600, flush: true });
    return id;
  }
}

/** Makes the names of new files durable. */
async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and its file systems keep names in a journal.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
