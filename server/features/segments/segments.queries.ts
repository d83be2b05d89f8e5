import type { Tx } from '../../db/client.ts';
import type { DayRange } from './export.queries.ts';

export interface ListedSegment {
  first_day: string;
  last_day: string;
  name: string;
  revision: number;
  time_zone: string;
  format: number;
  hits: number;
  visits: number;
  bytes: number;
  /** ISO time. */
  built_at: string;
}

/** The state of a dataset in one store, all of one moment. */
export interface DatasetState {
  /** The revision of the events; 0 before the first one. */
  revision: number;
  /** Undefined: the store has not been built completely. */
  built: { revision: number; time_zone: string } | undefined;
  segments: ListedSegment[];
}

/** Differs whenever a view of the dataset differs. */
export function toStateKey(timeZone: string, { revision, built, segments }: DatasetState): string {
  const names = segments.map(({ name, revision: ofSegment }) => `${name} ${ofSegment}`);
  return [timeZone, revision, built?.revision, built?.time_zone, ...names].join('|');
}

export async function readDatasetState(tx: Tx, datasetId: string, storeId: string): Promise<DatasetState> {
  const found = await tx.query<{
    revision: number;
    built_revision: number | null;
    time_zone: string | null;
    segments: ListedSegment[];
  }>({
    name: 'read-dataset-state',
    text: `
SELECT coalesce((SELECT t.revision FROM dataset_revisions t WHERE t.company_id = $1), 0) AS revision,
  (SELECT s.revision FROM segment_states s WHERE s.company_id = $1 AND s.store_id = $2) AS built_revision,
  (SELECT s.time_zone FROM segment_states s WHERE s.company_id = $1 AND s.store_id = $2) AS time_zone,
  coalesce((SELECT json_agg(json_build_object('first_day', s.first_day, 'last_day', s.last_day, 'name', s.name,
      'revision', s.revision, 'time_zone', s.time_zone, 'format', s.format, 'hits', s.hits, 'visits', s.visits,
      'bytes', s.bytes, 'built_at', s.built_at) ORDER BY s.first_day)
    FROM segments s WHERE s.company_id = $1 AND s.store_id = $2), '[]') AS segments`,
    values: [datasetId, storeId],
  });
  const [row] = found.rows;
  if (!row) throw new Error('a query without FROM returns one row');
  const isBuilt = row.built_revision !== null && row.time_zone !== null;
  return {
    revision: row.revision,
    built: isBuilt ? { revision: row.built_revision ?? 0, time_zone: row.time_zone ?? '' } : undefined,
    segments: row.segments,
  };
}

export interface ChangesSummary {
  /** One per revision; fewer mean that changes were purged. */
  changes: number;
  events: number;
  oldestAt: Date | null;
  /** Ranges in which any event may have changed, as local dates. */
  ranges: { revision: number; first: string; last: string }[];
}

/** The changes of the revisions in (after, upTo]. */
export async function summarizeChanges(
  tx: Tx,
  dataset: { id: string; timeZone: string },
  { after, upTo }: { after: number; upTo: number },
): Promise<ChangesSummary> {
  const found = await tx.query<{
    changes: number;
    events: number | null;
    oldest_at: Date | null;
    ranges: ChangesSummary['ranges'] | null;
  }>({
    name: 'summarize-event-changes',
    text: `
SELECT count(*) AS changes, sum(cardinality(event_ids)) AS events, min(changed_at) AS oldest_at,
  json_agg(json_build_object('revision', revision,
      'first', to_char(range_from AT TIME ZONE $4, 'YYYY-MM-DD'), 'last', to_char(range_to AT TIME ZONE $4, 'YYYY-MM-DD')))
    FILTER (WHERE range_from IS NOT NULL) AS ranges
FROM event_changes WHERE company_id = $1 AND revision > $2 AND revision <= $3`,
    values: [dataset.id, after, upTo, dataset.timeZone],
  });
  const [row] = found.rows;
  return {
    changes: row?.changes ?? 0,
    events: Number(row?.events ?? 0),
    oldestAt: row?.oldest_at ?? null,
    ranges: row?.ranges ?? [],
  };
}

/** Local days of events named by the changes of the revisions in (after, upTo]. */
export async function listChangedDays(
  tx: Tx,
  dataset: { id: string; timeZone: string },
  { after, upTo }: { after: number; upTo: number },
): Promise<{ day: string; events: number; revision: number }[]> {
  const found = await tx.query<{ day: string; events: number; revision: number }>({
    name: 'list-changed-days',
    text: `
SELECT to_char(named.at AT TIME ZONE $4, 'YYYY-MM-DD') AS day, count(*) AS events, max(c.revision) AS revision
FROM event_changes c CROSS JOIN LATERAL unnest(c.event_times) AS named(at)
WHERE c.company_id = $1 AND c.revision > $2 AND c.revision <= $3
GROUP BY 1 ORDER BY 1`,
    values: [dataset.id, after, upTo, dataset.timeZone],
  });
  return found.rows;
}

/** Events of each local day, of all days or of some. */
export async function countEventsByDay(
  tx: Tx,
  dataset: { id: string; timeZone: string },
  days?: DayRange,
): Promise<{ day: string; events: number }[]> {
  const found = await tx.query<{ day: string; events: number }>(
    `SELECT to_char(occurred_at AT TIME ZONE $2, 'YYYY-MM-DD') AS day, count(*) AS events
     FROM events WHERE company_id = $1 AND ${toDaysCondition('$2', '$3', '$4')}
     GROUP BY 1 ORDER BY 1`,
    [dataset.id, dataset.timeZone, days?.first ?? null, days?.last ?? null],
  );
  return found.rows;
}

/** Counts events of all days or of some, up to a number: whether there are more costs the same however many there are. */
export async function countEventsUpTo(
  tx: Tx,
  dataset: { id: string; timeZone: string },
  max: number,
  days?: DayRange,
): Promise<number> {
  const found = await tx.query<{ events: number }>(
    `SELECT count(*) AS events FROM (
       SELECT 1 FROM events WHERE company_id = $1 AND ${toDaysCondition('$2', '$3', '$4')} LIMIT $5
     ) AS first_events`,
    [dataset.id, dataset.timeZone, days?.first ?? null, days?.last ?? null, max],
  );
  return found.rows[0]?.events ?? 0;
}

/** The events of local days, of all if these are null. The instants select the partitions; midnight can be skipped or repeated. */
const toDaysCondition = (timeZone: string, first: string, last: string) => `
  (${first}::text IS NULL OR (occurred_at >= (${first}::date::timestamp AT TIME ZONE ${timeZone}) - interval '3 hours'
    AND occurred_at < ((${last}::date + 1)::timestamp AT TIME ZONE ${timeZone}) + interval '3 hours'
    AND (occurred_at AT TIME ZONE ${timeZone})::date BETWEEN ${first}::date AND ${last}::date))`;
