import type { Tx } from '../../../db/client.ts';
import { dimensionColumns } from '../../tracking/event-columns.ts';
import {
  amountOfRow,
  type DayRange,
  type ExportedDataset,
  toEventJoin,
  toOrderJoin,
  toVisitorOfRow,
} from '../export.queries.ts';

/** A stored row, as far as statistics without filters need it. */
export type StoredRow = Record<(typeof dimensionColumns)[number], string | null> & {
  id: string;
  /** Microseconds since 1970. */
  at: number;
  /** The local date. */
  day: string;
  /** False for a row that was deleted or whose shop order was removed. */
  counts: boolean;
  visitor: string | null;
  kind: string;
  path: string;
  host: string | null;
  event_name: string | null;
  engaged_ms: number | null;
  amount: string | null;
  foreign_currency: string | null;
  is_verified: boolean | null;
  referrer_host: string | null;
  referrer_path: string | null;
};

/** The changes of a dataset since a revision, all of one moment. */
export interface MemoryChanges {
  revision: number;
  /** One per revision; fewer mean that the journal was purged. */
  changes: number;
  /** Whether any event of a range of time may have changed. */
  hasRanges: boolean;
  rows: StoredRow[];
}

interface ChangesRow extends StoredRow {
  revision: number;
  changes: number;
  has_ranges: boolean | null;
}

/** Rounded: a double has the microseconds of this century. */
const micros = (time: string) => `(date_part('epoch', ${time}) * 1000000)::bigint`;

const toRow = (id: string, time: string) => `
  ${id} AS id, ${micros(time)} AS at, to_char(${time} AT TIME ZONE $2, 'YYYY-MM-DD') AS day, (${toVisitorOfRow('$2')})::text AS visitor,
  e.kind, e.path, e.host, e.event_name, e.engaged_ms, (${amountOfRow})::text AS amount, o.foreign_currency,
  o.source = 'verified' AS is_verified, e.referrer_host, e.referrer_path, ${dimensionColumns.map((name) => `e.${name}`).join(', ')}`;

const counts = `e.kind NOT IN ('order', 'refund') OR o.order_id IS NOT NULL`;

/** The present state of the rows that were changed after a revision, of at most so many and one more. */
export async function readMemoryChanges(
  tx: Tx,
  { id, timeZone }: ExportedDataset,
  { after, rowsMax }: { after: number; rowsMax: number },
): Promise<MemoryChanges> {
  const found = await tx.query<ChangesRow>({
    name: 'read-memory-changes',
    text: `
WITH head AS (
  SELECT coalesce((SELECT r.revision FROM dataset_revisions r WHERE r.company_id = $1), 0) AS revision
), changed AS MATERIALIZED (
  SELECT c.event_ids, c.event_times, c.range_from FROM event_changes c
  WHERE c.company_id = $1 AND c.revision > $3 AND c.revision <= (SELECT revision FROM head)
), named AS MATERIALIZED (
  SELECT DISTINCT n.id, n.at FROM changed CROSS JOIN LATERAL unnest(event_ids, event_times) AS n(id, at) LIMIT $4
), rows AS (
  SELECT e.id IS NOT NULL AND (${counts}) AS counts, ${toRow('k.id', 'k.at')}
  FROM named k ${toEventJoin('$1')} ${toOrderJoin('$1')}
)
SELECT head.revision, (SELECT count(*) FROM changed) AS changes,
  (SELECT bool_or(range_from IS NOT NULL) FROM changed) AS has_ranges, rows.*
FROM head LEFT JOIN rows ON true`,
    values: [id, timeZone, after, rowsMax + 1],
  });
  const [head] = found.rows;
  return {
    revision: head?.revision ?? 0,
    changes: head?.changes ?? 0,
    hasRanges: head?.has_ranges === true,
    rows: found.rows.filter((row) => row.id !== null),
  };
}

/** The rows of some local days that count, of at most so many and one more, and the revision that they belong to. */
export async function readMemoryDays(
  tx: Tx,
  { id, timeZone }: ExportedDataset,
  { first, last }: DayRange,
  rowsMax: number,
): Promise<{ revision: number; rows: StoredRow[] }> {
  const found = await tx.query<ChangesRow>({
    name: 'read-memory-days',
    text: `
SELECT head.revision, rows.* FROM (
  SELECT coalesce((SELECT r.revision FROM dataset_revisions r WHERE r.company_id = $1), 0) AS revision
) AS head LEFT JOIN (
  SELECT true AS counts, ${toRow('e.id', 'e.occurred_at')}
  FROM events e ${toOrderJoin('$1')}
  WHERE e.company_id = $1 AND (${counts})
    AND e.occurred_at >= ($3::date::timestamp AT TIME ZONE $2) - interval '3 hours'
    AND e.occurred_at < (($4::date + 1)::timestamp AT TIME ZONE $2) + interval '3 hours'
    AND (e.occurred_at AT TIME ZONE $2)::date BETWEEN $3::date AND $4::date
  LIMIT $5
) AS rows ON true`,
    values: [id, timeZone, first, last, rowsMax + 1],
  });
  return {
    revision: found.rows[0]?.revision ?? 0,
    rows: found.rows.filter((row) => row.id !== null),
  };
}
