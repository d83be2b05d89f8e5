import type { Tx } from '../../../db/client.ts';
import type { DayRange } from '../export.queries.ts';

export interface KnownDataset {
  id: string;
  timeZone: string;
}

/** Every dataset: the real events and the demo events of all companies. */
export async function listDatasets(tx: Tx): Promise<KnownDataset[]> {
  const found = await tx.query<{ id: string; demo_dataset_id: string | null; time_zone: string }>(
    'SELECT id, demo_dataset_id, time_zone FROM companies ORDER BY id',
  );
  return found.rows.flatMap(({ id, demo_dataset_id: demoId, time_zone: timeZone }) => [
    { id, timeZone },
    ...(demoId === null ? [] : [{ id: demoId, timeZone }]),
  ]);
}

export interface BuildProgress {
  company_id: string;
  /** The revision of the events. */
  revision: number;
  /** The revision of the store's segments; null before they are complete. */
  built_revision: number | null;
  time_zone: string | null;
}

/** How far the segments of a store are, of every dataset with events or segments. */
export async function listBuildProgress(tx: Tx, storeId: string): Promise<BuildProgress[]> {
  const totals = await tx.query<{ company_id: string; revision: number }>(
    'SELECT company_id, revision FROM dataset_revisions',
  );
  const states = await tx.query<{ company_id: string; revision: number; time_zone: string }>(
    'SELECT company_id, revision, time_zone FROM segment_states WHERE store_id = $1',
    [storeId],
  );
  const progress = new Map<string, BuildProgress>();
  for (const { company_id, revision } of totals.rows)
    progress.set(company_id, { company_id, revision, built_revision: null, time_zone: null });
  for (const { company_id, revision, time_zone } of states.rows)
    progress.set(company_id, {
      company_id,
      revision: progress.get(company_id)?.revision ?? 0,
      built_revision: revision,
      time_zone,
    });
  return [...progress.values()];
}

/** Datasets that have rows in the list of segments of a store, complete or not. */
export async function listStoredDatasetIds(tx: Tx, storeId: string): Promise<string[]> {
  const found = await tx.query<{ company_id: string }>(
    `SELECT company_id FROM segments WHERE store_id = $1
     UNION SELECT company_id FROM segment_states WHERE store_id = $1`,
    [storeId],
  );
  return found.rows.map((row) => row.company_id);
}

export async function listSegmentNames(tx: Tx, datasetId: string, storeId: string): Promise<Set<string>> {
  const found = await tx.query<{ name: string }>(
    'SELECT name FROM segments WHERE company_id = $1 AND store_id = $2',
    [datasetId, storeId],
  );
  return new Set(found.rows.map((row) => row.name));
}

export interface NewSegment extends DayRange {
  name: string;
  revision: number;
  hits: number;
  visits: number;
  bytes: number;
  /** When the first of the segments was built from which this one was written. Default: now. */
  builtAt?: string | undefined;
}

interface Replacement {
  datasetId: string;
  storeId: string;
  timeZone: string;
  format: number;
  /** Names that are no longer listed. */
  removed: readonly string[];
  added: readonly NewSegment[];
}

/** Replaces segments by others. To be called in a transaction. */
export async function replaceSegments(
  tx: Tx,
  { datasetId, storeId, timeZone, format, removed, added }: Replacement,
): Promise<void> {
  await tx.query('DELETE FROM segments WHERE company_id = $1 AND store_id = $2 AND name = ANY($3::text[])', [
    datasetId,
    storeId,
    removed,
  ]);
  for (const segment of added)
    await tx.query(
      `INSERT INTO segments (company_id, store_id, first_day, last_day, name, revision, time_zone, format, hits, visits,
                               bytes, built_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::timestamptz, now()))`,
      [
        datasetId,
        storeId,
        segment.first,
        segment.last,
        segment.name,
        segment.revision,
        timeZone,
        format,
        segment.hits,
        segment.visits,
        segment.bytes,
        segment.builtAt ?? null,
      ],
    );
}

/** Declares everything up to a revision to be in the listed segments. */
export async function saveBuiltRevision(
  tx: Tx,
  {
    datasetId,
    storeId,
    timeZone,
    revision,
  }: { datasetId: string; storeId: string; timeZone: string; revision: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO segment_states (company_id, store_id, revision, time_zone, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (company_id, store_id) DO UPDATE
     SET revision = excluded.revision, time_zone = excluded.time_zone, updated_at = excluded.updated_at`,
    [datasetId, storeId, revision, timeZone, new Date()],
  );
}

/** Removes a dataset from the list of one store, or of all. The files are deleted by their builders. */
export async function deleteListing(tx: Tx, datasetId: string, storeId?: string): Promise<void> {
  await tx.query('DELETE FROM segment_states WHERE company_id = $1 AND ($2::uuid IS NULL OR store_id = $2)', [
    datasetId,
    storeId ?? null,
  ]);
  await tx.query('DELETE FROM segments WHERE company_id = $1 AND ($2::uuid IS NULL OR store_id = $2)', [
    datasetId,
    storeId ?? null,
  ]);
}

/** Marks every segment as outdated, so that the builder writes it again. Readers do without them at once. */
export async function markOutdated(tx: Tx, datasetId: string, storeId: string): Promise<void> {
  await tx.query('DELETE FROM segment_states WHERE company_id = $1 AND store_id = $2', [datasetId, storeId]);
  await tx.query('UPDATE segments SET revision = -1 WHERE company_id = $1 AND store_id = $2', [
    datasetId,
    storeId,
  ]);
}

/** Deletes changes that every store has processed, and those too old for a store that comes back. */
export async function purgeEventChanges(tx: Tx, datasetId: string, olderThan: Date): Promise<number> {
  const found = await tx.query(
    `DELETE FROM event_changes WHERE company_id = $1 AND (
       changed_at < $2 OR revision <= (SELECT min(s.revision) FROM segment_states s WHERE s.company_id = $1))`,
    [datasetId, olderThan],
  );
  return found.rowCount ?? 0;
}

/** Keeps a store's place in the journal, although nothing changes. */
export async function confirmStore(tx: Tx, storeId: string, now: Date, before: Date): Promise<void> {
  await tx.query('UPDATE segment_states SET updated_at = $2 WHERE store_id = $1 AND updated_at < $3', [
    storeId,
    now,
    before,
  ]);
}

/** Forgets how far the stores are that did not report since a time: their machines are gone. Returns their ids. */
export async function deleteVanishedStates(tx: Tx, before: Date): Promise<string[]> {
  const vanished = await tx.query<{ store_id: string }>(
    'SELECT store_id FROM segment_states GROUP BY store_id HAVING max(updated_at) < $1',
    [before],
  );
  const storeIds = vanished.rows.map((row) => row.store_id);
  for (const storeId of storeIds) await tx.query('DELETE FROM segment_states WHERE store_id = $1', [storeId]);
  return storeIds;
}

/** All segments of a store, of all datasets. */
export async function listSegmentsOfStore(tx: Tx, storeId: string): Promise<StoredSegment[]> {
  const found = await tx.query<StoredSegment>(
    `SELECT company_id, name, first_day::text, last_day::text, time_zone, built_at FROM segments WHERE store_id = $1`,
    [storeId],
  );
  return found.rows;
}

export interface StoredSegment {
  company_id: string;
  name: string;
  first_day: string;
  last_day: string;
  time_zone: string;
  built_at: Date;
}

export async function deleteSegmentsOfStore(tx: Tx, storeId: string, names: string[]): Promise<void> {
  await tx.query('DELETE FROM segments WHERE store_id = $1 AND name = ANY($2::text[])', [storeId, names]);
}

/** Months with several segments that are small enough for one. */
export async function listMergeableMonths(
  tx: Tx,
  { storeId, hitsMax, before }: { storeId: string; hitsMax: number; before: Date },
): Promise<{ datasetId: string; month: string }[]> {
  const found = await tx.query<{ company_id: string; month: string }>(
    `SELECT company_id, to_char(first_day, 'YYYY-MM') AS month FROM segments
     WHERE store_id = $1 AND to_char(first_day, 'YYYY-MM') = to_char(last_day, 'YYYY-MM')
     GROUP BY company_id, to_char(first_day, 'YYYY-MM')
     HAVING count(*) > 1 AND sum(hits) <= $2 AND to_char(max(first_day), 'YYYY-MM') < to_char($3::timestamptz, 'YYYY-MM')
     LIMIT 1000`,
    [storeId, hitsMax, before],
  );
  return found.rows.map(({ company_id: datasetId, month }) => ({ datasetId, month }));
}

/** Segments whose last day is before a date, by dataset. */
export async function listSegmentsBefore(
  tx: Tx,
  storeId: string,
  day: string,
): Promise<{ datasetId: string; name: string }[]> {
  const found = await tx.query<{ company_id: string; name: string }>(
    'SELECT company_id, name FROM segments WHERE store_id = $1 AND last_day < $2::date LIMIT 10000',
    [storeId, day],
  );
  return found.rows.map(({ company_id: datasetId, name }) => ({ datasetId, name }));
}
