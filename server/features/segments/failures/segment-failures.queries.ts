import type { Tx } from '../../../db/client.ts';

/** Building the segments of a dataset, or reading them for a question. */
export type SegmentWork = 'build' | 'read';

export interface SegmentFailure {
  work: SegmentWork;
  /** One line without file names and values. */
  error: string;
  /** Failed attempts in a row. */
  failures: number;
  first_failed_at: Date;
  last_failed_at: Date;
}

interface DatasetInStore {
  datasetId: string;
  storeId: string;
}

/** Counts one more failed attempt in a row. */
export async function recordFailure(
  tx: Tx,
  { datasetId, storeId }: DatasetInStore,
  { work, error, at }: { work: SegmentWork; error: string; at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO segment_failures AS f (company_id, store_id, work, error, failures, first_failed_at, last_failed_at)
     VALUES ($1::uuid, $2::uuid, $3::text, $4::text, 1, $5::timestamptz, $5::timestamptz)
     ON CONFLICT (company_id, store_id, work) DO UPDATE
     SET error = excluded.error, failures = f.failures + 1, last_failed_at = excluded.last_failed_at`,
    [datasetId, storeId, work, error, at],
  );
}

export async function deleteFailure(
  tx: Tx,
  { datasetId, storeId }: DatasetInStore,
  work: SegmentWork,
): Promise<void> {
  await tx.query('DELETE FROM segment_failures WHERE company_id = $1 AND store_id = $2 AND work = $3', [
    datasetId,
    storeId,
    work,
  ]);
}

/** Present failures of a dataset in one store; empty if all is well. */
export async function listFailures(
  tx: Tx,
  datasetId: string,
  storeId: string | null,
): Promise<SegmentFailure[]> {
  const found = await tx.query<SegmentFailure>(
    `SELECT work, error, failures, first_failed_at, last_failed_at FROM segment_failures
     WHERE company_id = $1 AND store_id = $2::uuid ORDER BY work`,
    [datasetId, storeId],
  );
  return found.rows;
}

/** The datasets of one store for which something fails. */
export async function listFailingDatasets(
  tx: Tx,
  storeId: string,
): Promise<{ datasetId: string; work: SegmentWork }[]> {
  const found = await tx.query<{ company_id: string; work: SegmentWork }>(
    'SELECT company_id, work FROM segment_failures WHERE store_id = $1 LIMIT 10000',
    [storeId],
  );
  return found.rows.map(({ company_id: datasetId, work }) => ({ datasetId, work }));
}

/** Deletes failures that did not happen again since a time: of machines and datasets that are gone. */
export async function deleteFailuresBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('DELETE FROM segment_failures WHERE last_failed_at < $1', [before]);
}
