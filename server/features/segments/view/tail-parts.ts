import type { Tx } from '../../../db/client.ts';
import { isRawComplete, listRawTimes } from '../../../db/raw-events.ts';
import { columnTypes } from '../column-types.ts';
import { hitColumns, visitColumns } from '../columns.ts';
import type { DuckDb, QueryOptions } from '../duckdb/duckdb.ts';
import type { DayRange, ExportedDataset } from '../export.queries.ts';
import { countEventsUpTo, type DatasetState } from '../segments.queries.ts';
import { emptyTables } from './relations.ts';
import { TailTooLarge } from './replaced-rows.ts';
import type { UsableSegments } from './usable-segments.ts';

/** Ranges of changes that are not in the files of their days yet. */
export function listRangesToRead(
  ranges: readonly { revision: number; first: string; last: string }[],
  { segments }: UsableSegments,
): DayRange[] {
  return ranges.flatMap(({ revision, first, last }) => {
    const touched = segments.filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first);
    const isInFiles =
      touched.length === 1 &&
      touched.every(
        (segment) => segment.revision >= revision && segment.firstDay <= first && segment.lastDay >= last,
      );
    return isInFiles ? [] : [{ first, last }];
  });
}

/**
 * Whether the segments of these days can be replaced by raw events. Days whose raw events are gone can only be changed in
 * their files, which the builder does.
 */
export async function hasRawEvents(
  tx: Tx,
  dataset: ExportedDataset,
  days: readonly DayRange[],
  { segments }: UsableSegments,
): Promise<boolean> {
  const replaced = segments.filter(({ firstDay, lastDay }) =>
    days.some(({ first, last }) => first <= lastDay && last >= firstDay),
  );
  if (replaced.length === 0) return true;
  const raw = await listRawTimes(tx);
  return replaced.every(({ firstDay, lastDay, builtAt }) =>
    isRawComplete(raw, { first_day: firstDay, last_day: lastDay, time_zone: dataset.timeZone }, builtAt),
  );
}

/** Whether some listed days are in segments alone, because their raw events are gone. */
export async function hasArchivedDays(
  tx: Tx,
  { segments }: Pick<DatasetState, 'segments'>,
): Promise<boolean> {
  if (segments.length === 0) return false;
  const raw = await listRawTimes(tx);
  return segments.some((segment) => !isRawComplete(raw, segment, new Date(segment.built_at)));
}

/** Throws `TailTooLarge` if the days have more events than a tail may hold. */
export async function requireFewEvents(
  tx: Tx,
  dataset: ExportedDataset,
  ranges: readonly DayRange[],
  eventsMax: number,
): Promise<void> {
  let left = eventsMax;
  for (const days of ranges) {
    left -= await countEventsUpTo(tx, dataset, left + 1, days);
    if (left < 0) throw new TailTooLarge('changed days have too many events');
  }
}

/** Creates the tables that are read for a dataset without events. */
export async function createEmptyTables(duckDb: DuckDb): Promise<void> {
  await duckDb.withConnection(async (connection) => {
    for (const [kind, names] of [
      ['visits', visitColumns],
      ['hits', hitColumns],
    ] as const) {
      const columns = names.map((name) => `"${name}" ${columnTypes[kind][name] ?? 'VARCHAR'}`);
      await connection.run(`CREATE TABLE IF NOT EXISTS ${emptyTables[kind]} (${columns.join(', ')})`);
    }
  });
}

/** The first local day in a relation of hits. */
export async function findFirstDay(
  duckDb: DuckDb,
  hits: string,
  options: Pick<QueryOptions, 'instance'>,
): Promise<string | null> {
  const statement = `SELECT min(day) AS day FROM ${hits}`;
  const [found] = await duckDb.read<{ day: string | null }>(statement, [], options);
  return found?.day ?? null;
}
