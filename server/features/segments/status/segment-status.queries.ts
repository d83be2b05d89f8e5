import type { Tx } from '../../../db/client.ts';

export interface CompanyDatasets {
  id: string;
  name: string;
  time_zone: string;
  demo_dataset_id: string | null;
}

/** The companies by name, or one of them. */
export async function listCompanyDatasets(tx: Tx, companyId: string | undefined): Promise<CompanyDatasets[]> {
  const found = await tx.query<CompanyDatasets>(
    `SELECT id, name, time_zone, demo_dataset_id FROM companies
     WHERE $1::uuid IS NULL OR id = $1::uuid ORDER BY lower(name), id`,
    [companyId ?? null],
  );
  return found.rows;
}

export interface BuiltState {
  /** The revision of the events. */
  revision: number;
  /** The revision of the segments; null before their first build. */
  built_revision: number | null;
  /** The oldest change that the segments lack; null without one. */
  oldest_change_at: Date | null;
  /** Events of the changes that the segments lack. */
  events: number;
}

export async function findBuiltState(tx: Tx, datasetId: string, storeId: string | null): Promise<BuiltState> {
  const found = await tx.query<BuiltState>(
    `SELECT coalesce((SELECT t.revision FROM dataset_revisions t WHERE t.company_id = $1), 0) AS revision,
            s.revision AS built_revision, c.oldest_change_at, c.events
     FROM (SELECT 1) AS one LEFT JOIN segment_states s ON s.company_id = $1 AND s.store_id = $2::uuid
     CROSS JOIN LATERAL (
       SELECT min(changed_at) AS oldest_change_at, coalesce(sum(cardinality(event_ids)), 0)::int AS events
       FROM event_changes WHERE company_id = $1 AND revision > coalesce(s.revision, 0)) AS c`,
    [datasetId, storeId],
  );
  const [row] = found.rows;
  if (!row) throw new Error('the state was not returned');
  return row;
}

export interface SegmentRow {
  name: string;
  first_day: string;
  last_day: string;
  hits: number;
  visits: number;
  bytes: number;
  built_at: Date;
}

export async function listSegmentRows(
  tx: Tx,
  datasetId: string,
  storeId: string | null,
): Promise<SegmentRow[]> {
  const found = await tx.query<SegmentRow>(
    `SELECT name, first_day::text, last_day::text, hits, visits, bytes, built_at FROM segments
     WHERE company_id = $1 AND store_id = $2::uuid ORDER BY first_day`,
    [datasetId, storeId],
  );
  return found.rows;
}

/** The local days on which a dataset has raw events. Reads all of them. */
export async function listEventDays(tx: Tx, datasetId: string, timeZone: string): Promise<string[]> {
  await tx.query(`SET LOCAL statement_timeout = '300s'`);
  const found = await tx.query<{ day: string }>(
    `SELECT DISTINCT to_char(occurred_at AT TIME ZONE $2, 'YYYY-MM-DD') AS day FROM events
     WHERE company_id = $1 ORDER BY 1`,
    [datasetId, timeZone],
  );
  return found.rows.map((row) => row.day);
}

/** Segments of all datasets in one store: how many, and their size. */
export async function sumSegments(tx: Tx, storeId: string): Promise<{ segments: number; bytes: number }> {
  const found = await tx.query<{ segments: number; bytes: number }>(
    'SELECT count(*) AS segments, coalesce(sum(bytes), 0)::bigint AS bytes FROM segments WHERE store_id = $1',
    [storeId],
  );
  return found.rows[0] ?? { segments: 0, bytes: 0 };
}

/** When the oldest change was committed that the segments of a store lack; null without one. */
export async function findOldestUnprocessedChange(tx: Tx, storeId: string): Promise<Date | null> {
  const found = await tx.query<{ at: Date | null }>(
    `SELECT min(c.changed_at) AS at FROM event_changes c
     LEFT JOIN segment_states s ON s.company_id = c.company_id AND s.store_id = $1
     WHERE c.revision > coalesce(s.revision, 0)`,
    [storeId],
  );
  return found.rows[0]?.at ?? null;
}
