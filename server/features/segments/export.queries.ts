import { toSqlLiteral as toLiteral } from '../../db/sql-literal.ts';
import { dimensionColumns, plainColumns, toDuckDbType } from '../tracking/event-columns.ts';

const computedColumns = {
  day: 'DATE',
  visitor: 'BIGINT',
  at: 'TIMESTAMP',
};

const orderColumns = {
  amount: 'DECIMAL(18,4)',
  foreign_amount: 'DECIMAL(18,4)',
  currency: 'VARCHAR',
  is_verified: 'BOOLEAN',
};

/** As they are stored. The referrer becomes a dimension when rows are read. */
const copiedColumns = [
  ...plainColumns,
  'referrer_host' as const,
  'referrer_path' as const,
  ...dimensionColumns,
];

/** The columns of the exported rows and their types in DuckDB, in their order. */
export const exportedColumns: Record<string, string> = {
  ...computedColumns,
  ...orderColumns,
  ...Object.fromEntries(copiedColumns.map((name) => [name, toDuckDbType(name)])),
  /** The revision that named the row; null in an export of whole days. */
  revision: 'BIGINT',
  /** False for a row that was deleted or whose shop order was removed. */
  counts: 'BOOLEAN',
};

export interface ExportedDataset {
  id: string;
  timeZone: string;
}

export interface DayRange {
  /** Local dates (YYYY-MM-DD), inclusive. */
  first: string;
  last: string;
}

/** An order has the amount that counts now, a refund its own. */
export const amountOfRow = `CASE e.kind WHEN 'order' THEN o.amount WHEN 'refund' THEN e.amount END`;

/**
 * The shop order of each order and refund, by a subquery for each: PostgreSQL would compare every event with all orders of a company that its
 * statistics do not know yet. OFFSET keeps it a subquery. `companyId`: as SQL.
 */
export const toOrderJoin = (companyId: string): string => `
  LEFT JOIN LATERAL (
    SELECT * FROM shop_orders s
    WHERE e.kind IN ('order', 'refund') AND s.company_id = ${companyId} AND s.order_id = e.order_id OFFSET 0
  ) AS o ON true`;

/** The event of each row of `k`, like `toOrderJoin`. */
export const toEventJoin = (companyId: string): string => `
  LEFT JOIN LATERAL (
    SELECT * FROM events n WHERE n.company_id = ${companyId} AND n.id = k.id AND n.occurred_at = k.at OFFSET 0
  ) AS e ON true`;

/** The visitor of a row stored before version 0.2 is its session on that day. `zone`: the time zone as SQL. */
export const toVisitorOfRow = (zone: string): string => `
  CASE WHEN e.host IS NOT NULL THEN e.visitor_id
       WHEN e.session_id IS NOT NULL
       THEN hashtextextended(e.session_id || '@' || to_char(e.occurred_at AT TIME ZONE ${zone}, 'YYYY-MM-DD'), 0) END`;

// COPY has no parameters, so its values are literals. Local days are computed here alone, so that
// differing time zone tables of two libraries cannot divide a day in two.
function toColumns(timeZone: string, time = 'e.occurred_at'): string {
  const zone = toLiteral(timeZone);
  const copied = copiedColumns.map((name) =>
    name === 'engaged_ms' ? `CASE WHEN e.kind = 'engagement' THEN e.engaged_ms END` : `e.${name}`,
  );
  return `
  (${time} AT TIME ZONE ${zone})::date,
  ${toVisitorOfRow(zone)},
  e.occurred_at AT TIME ZONE 'UTC',
  CASE WHEN o.foreign_currency IS NULL THEN ${amountOfRow} END, CASE WHEN o.foreign_currency IS NOT NULL THEN ${amountOfRow} END,
  o.foreign_currency, o.source = 'verified', ${copied.join(', ')}`;
}

/** A COPY statement with the events of whole local days that count, as CSV in the order of `exportedColumns`. */
export function toDaysExport(dataset: ExportedDataset, days: DayRange, rowsMax?: number): string {
  const zone = toLiteral(dataset.timeZone);
  const [first, last] = [toLiteral(days.first), toLiteral(days.last)];
  // The instants select the partitions. Midnight can be skipped or repeated, so the dates decide.
  return `
COPY (
  SELECT ${toColumns(dataset.timeZone)}, NULL, true
  FROM events e ${toOrderJoin(toLiteral(dataset.id))}
  WHERE e.company_id = ${toLiteral(dataset.id)} AND (e.kind NOT IN ('order', 'refund') OR o.order_id IS NOT NULL)
    AND e.occurred_at >= (${first}::date::timestamp AT TIME ZONE ${zone}) - interval '3 hours'
    AND e.occurred_at < ((${last}::date + 1)::timestamp AT TIME ZONE ${zone}) + interval '3 hours'
    AND (e.occurred_at AT TIME ZONE ${zone})::date BETWEEN ${first}::date AND ${last}::date
  ${rowsMax === undefined ? '' : `LIMIT ${rowsMax}`}
) TO STDOUT (FORMAT csv)`;
}

/** A COPY statement with all events of some instants that count. `instants`: in UTC, without an offset. */
export function toInstantsExport(dataset: ExportedDataset, instants: readonly string[]): string {
  const times = instants.map((at) => toLiteral(`${at}+00`)).join(', ');
  return `
COPY (
  SELECT ${toColumns(dataset.timeZone)}, NULL, true
  FROM events e ${toOrderJoin(toLiteral(dataset.id))}
  WHERE e.company_id = ${toLiteral(dataset.id)} AND (e.kind NOT IN ('order', 'refund') OR o.order_id IS NOT NULL)
    AND e.occurred_at = ANY (ARRAY[${times}]::timestamptz[])
) TO STDOUT (FORMAT csv)`;
}

/** A COPY statement with the events named by the changes of the revisions in (after, upTo], each once. */
export function toChangesExport(
  dataset: ExportedDataset,
  revisions: { after: number; upTo: number },
  rowsMax: number,
): string {
  return `
COPY (
  SELECT ${toColumns(dataset.timeZone, 'k.at')}, k.revision, e.id IS NOT NULL AND (e.kind NOT IN ('order', 'refund') OR o.order_id IS NOT NULL)
  FROM (
    SELECT named.id, named.at, max(c.revision) AS revision
    FROM event_changes c CROSS JOIN LATERAL unnest(c.event_ids, c.event_times) AS named(id, at)
    WHERE c.company_id = ${toLiteral(dataset.id)}
      AND c.revision > ${toLiteral(revisions.after)} AND c.revision <= ${toLiteral(revisions.upTo)}
    GROUP BY named.id, named.at
    LIMIT ${rowsMax}
  ) AS k ${toEventJoin(toLiteral(dataset.id))} ${toOrderJoin(toLiteral(dataset.id))}
) TO STDOUT (FORMAT csv)`;
}

/** The columns of the exported orders and their types in DuckDB, in their order. */
export const exportedOrderColumns = { order_id: 'VARCHAR', ...orderColumns };

/** A COPY statement with all shop orders of a dataset. */
export function toOrdersExport(datasetId: string): string {
  return `
COPY (
  SELECT o.order_id, CASE WHEN o.foreign_currency IS NULL THEN o.amount END,
         CASE WHEN o.foreign_currency IS NOT NULL THEN o.amount END, o.foreign_currency, o.source = 'verified'
  FROM shop_orders o WHERE o.company_id = ${toLiteral(datasetId)}
) TO STDOUT (FORMAT csv)`;
}
