import type { Tx } from '../../../db/client.ts';

/** A time range: `from` (inclusive) and `to` (exclusive). */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** Datasets with raw events in a range of time. */
export async function listDatasetsWithEvents(tx: Tx, { from, to }: TimeRange): Promise<string[]> {
  const found = await tx.query<{ company_id: string }>(
    `SELECT t.company_id FROM dataset_revisions t
     WHERE EXISTS (SELECT FROM events e WHERE e.company_id = t.company_id AND e.occurred_at >= $1 AND e.occurred_at < $2)
     ORDER BY t.company_id`,
    [from, to],
  );
  return found.rows.map((row) => row.company_id);
}

/** The stores of machines that have updated segments since a time. */
export async function listStoresInUse(tx: Tx, since: Date): Promise<string[]> {
  const found = await tx.query<{ store_id: string }>(
    'SELECT DISTINCT store_id FROM segment_states WHERE updated_at >= $1',
    [since],
  );
  return found.rows.map((row) => row.store_id);
}

export interface SavedDays {
  first_day: string;
  last_day: string;
  time_zone: string;
}

/** The days that the segments of a dataset in one store cover. Undefined if the store has not processed the dataset. */
export async function findSavedDays(
  tx: Tx,
  companyId: string,
  storeId: string,
): Promise<{ revision: number; days: SavedDays[] } | undefined> {
  const state = await tx.query<{ revision: number }>(
    'SELECT revision FROM segment_states WHERE company_id = $1 AND store_id = $2',
    [companyId, storeId],
  );
  const [found] = state.rows;
  if (!found) return undefined;
  const days = await tx.query<SavedDays>(
    `SELECT first_day::text, last_day::text, time_zone FROM segments
     WHERE company_id = $1 AND store_id = $2 ORDER BY first_day`,
    [companyId, storeId],
  );
  return { revision: found.revision, days: days.rows };
}

/** Whether events in a range of time were added or changed after a revision. */
export async function hasChangesAfter(
  tx: Tx,
  companyId: string,
  revision: number,
  { from, to }: TimeRange,
): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM event_changes
     WHERE company_id = $1 AND revision > $2
       AND ((range_from < $4 AND range_to >= $3) OR ($3 <= ANY (event_times) AND $4 > ANY (event_times)))
     LIMIT 1`,
    [companyId, revision, from, to],
  );
  return found.rows.length > 0;
}

/** Whether the journal no longer has all changes after a revision: then nothing is known about their times. */
export async function hasPurgedChangesAfter(tx: Tx, companyId: string, revision: number): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM dataset_revisions t
     WHERE t.company_id = $1
       AND t.revision - $2 > (SELECT count(*) FROM event_changes WHERE company_id = $1 AND revision > $2)`,
    [companyId, revision],
  );
  return found.rows.length > 0;
}

export async function hasEvents(tx: Tx, companyId: string, { from, to }: TimeRange): Promise<boolean> {
  const found = await tx.query(
    'SELECT FROM events WHERE company_id = $1 AND occurred_at >= $2 AND occurred_at < $3 LIMIT 1',
    [companyId, from, to],
  );
  return found.rows.length > 0;
}
