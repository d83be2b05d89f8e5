import { stat } from 'node:fs/promises';
import { segmentFormat } from '../columns.ts';
import type { Store } from '../files/store.ts';
import type { DatasetState, ListedSegment } from '../segments.queries.ts';

export interface UsableSegment {
  name: string;
  /** Local dates, inclusive. */
  firstDay: string;
  lastDay: string;
  /** Everything up to this revision is in the files. */
  revision: number;
  hits: number;
  visits: number;
  builtAt: Date;
}

export interface UsableSegments {
  /** Ascending by day; no day is in two. */
  segments: UsableSegment[];
  /** Everything up to this revision on days without a segment is known to be nothing. Undefined: nothing is known. */
  revision: number | undefined;
  /** Days that are listed, but whose files are gone, incomplete, or of another time zone or format. */
  missing: { first: string; last: string }[];
}

/**
 * Which of the listed segments can be read. `knownFiles`: names whose files were seen, so that not every question looks
 * at the disk again.
 */
export async function findUsableSegments(
  store: Store,
  dataset: { id: string; timeZone: string },
  state: Pick<DatasetState, 'built' | 'segments'>,
  knownFiles: Set<string>,
): Promise<UsableSegments> {
  const { built } = state;
  if (built === undefined || built.time_zone !== dataset.timeZone)
    return { segments: [], revision: undefined, missing: [] };
  const found: UsableSegments = { segments: [], revision: built.revision, missing: [] };
  for (const listed of state.segments) {
    const { first_day: firstDay, last_day: lastDay, name } = listed;
    if (!(await isReadable(store, dataset, listed, knownFiles))) {
      found.missing.push({ first: firstDay, last: lastDay });
      continue;
    }
    const { hits, visits } = listed;
    const builtAt = new Date(listed.built_at);
    const revision = Math.max(listed.revision, built.revision);
    found.segments.push({ name, firstDay, lastDay, revision, hits, visits, builtAt });
  }
  return found;
}

async function isReadable(
  store: Store,
  dataset: { id: string; timeZone: string },
  listed: ListedSegment,
  knownFiles: Set<string>,
): Promise<boolean> {
  if (listed.format !== segmentFormat || listed.time_zone !== dataset.timeZone) return false;
  if (knownFiles.has(listed.name)) return true;
  let bytes = 0;
  for (const file of Object.values(store.filesOf(dataset.id, listed.name))) bytes += await findBytes(file);
  // A file that was cut short is as good as gone.
  if (bytes !== listed.bytes) return false;
  knownFiles.add(listed.name);
  return true;
}

/** 0 for a file that does not exist. Any other failure must not pass for a missing file, which is replaced. */
async function findBytes(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
