import { unknownValue } from '../../../contract/stats/model/dimensions.ts';
import { sumType } from './column-types.ts';
import { hitDims, rowDims, visitDims } from './columns.ts';
import type { Connection } from './duckdb/duckdb.ts';

/** A row this much later than the one before it begins another visit. */
export const visitTimeoutMinutes = 30;
/** Longest engagement of a visit that still counts as a bounce. */
const bounceEngagementMs = 10_000;

/**
 * The order of the visits of a slice, and so of the rows of files: visits that have the same values lie together, which needs less
 * space, and questions with a filter leave out whole vectors of rows. The dimensions that are filtered most come first.
 */
const visitOrder = [
  ...['country', 'device', 'source', 'channel', 'browser', 'os', 'utm_campaign', 'region', 'city'],
  ...['language', 'browser_version', 'os_version'],
];

/** The tables that `divideIntoVisits` reads and creates; their names may be qualified. */
export interface VisitTables {
  raw: string;
  visits: string;
  /** One row for each raw row of a visitor: its place among the visitor's rows of the day, its visit, and its flags. */
  places: string;
}

/**
 * Divides raw events into visits (decision 46) and creates the tables `visits` and `places`; `toHitsQuery` then selects the
 * hits. All rows of a visitor on a day must be among the raw ones. Numbers of visits and visitors are unique within a day
 * and begin after `firstNumber`.
 */
export async function divideIntoVisits(
  connection: Connection,
  tables: VisitTables,
  { firstNumber = 0 }: { firstNumber?: number } = {},
): Promise<void> {
  const create = (table: string, query: string) =>
    connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${query}`);
  // Texts are copied in every step, so only the last step of each table has all columns.
  await create('marks', toMarksQuery(tables.raw));
  await create('gathered', toGatheredQuery());
  await create('numbered', toNumberedQuery(tables.raw, firstNumber));
  await create(tables.visits, toVisitsQuery());
  // Each in a separate statement, so that only one needs its memory.
  await create('seen', toSeenQuery(tables));
  await connection.run('CREATE OR REPLACE TEMP TABLE first_rows (raw_id BIGINT, flag UTINYINT)');
  for (const [index, { value, scope, condition }] of firsts.entries())
    await connection.run(
      `INSERT INTO first_rows SELECT arg_min(raw_id, place), ${1 << index} FROM seen${condition} GROUP BY ${scope}, ${value}`,
    );
  await create(tables.places, toPlacesQuery(tables));
  for (const table of ['first_rows', 'seen', 'numbered', 'gathered', 'marks'])
    await connection.run(`DROP TABLE ${table}`);
}

const ofVisit = 'day, visitor, visit_index';
const ofVisitor = 'day, visitor';
const ofEvents = ` WHERE kind = 'event'`;

/** The columns of hits that mark the first page view or event with a value in its visit, or of its visitor on the day. */
const firsts = [
  { name: 'first_path', value: 'path', scope: ofVisit, condition: '' },
  { name: 'first_host', value: 'host', scope: ofVisit, condition: '' },
  { name: 'first_event', value: 'event_name', scope: ofVisit, condition: ofEvents },
  { name: 'first_path_of_visitor', value: 'path', scope: ofVisitor, condition: '' },
  { name: 'first_host_of_visitor', value: 'host', scope: ofVisitor, condition: '' },
  { name: 'first_event_of_visitor', value: 'event_name', scope: ofVisitor, condition: ofEvents },
];

const toSeenQuery = ({ raw }: VisitTables) => `
SELECT m.raw_id, m.day, m.visitor, m.visit_index, m.place, m.kind, r.path, r.host, r.event_name
FROM marks m JOIN ${raw} r ON r.rowid = m.raw_id
WHERE m.visit_index > 0 AND m.kind IN ('pageview', 'event')`;

// A row begins a visit if it is not engagement and either no visit has begun that day or the previous row, of any
// kind, is at least half an hour older. Ids order rows of one instant; rows from a file have a position instead.
function toMarksQuery(raw: string): string {
  const given = 'day, visitor, "at", kind, engaged_ms, amount, is_verified';
  return `
SELECT raw_id, ${given}, place,
  (sum(begins::INTEGER) OVER (PARTITION BY day, visitor ORDER BY place ROWS UNBOUNDED PRECEDING))::INTEGER AS visit_index
FROM (
  SELECT *, kind <> 'engagement' AND (earlier_beginnings = 0 OR "at" - previous_at >= INTERVAL ${visitTimeoutMinutes} MINUTE) AS begins
  FROM (
    SELECT rowid AS raw_id, ${given},
      (row_number() OVER sequence)::INTEGER AS place,
      lag("at") OVER sequence AS previous_at,
      count(*) FILTER (kind <> 'engagement') OVER sequence - (kind <> 'engagement')::INTEGER AS earlier_beginnings
    FROM ${raw} WHERE visitor IS NOT NULL
    WINDOW sequence AS (PARTITION BY day, visitor ORDER BY "at", id NULLS FIRST, position ROWS UNBOUNDED PRECEDING)
  ) AS ordered
) AS marked`;
}

/** The counts of each visit, and the raw rows that it entered and left with. */
function toGatheredQuery(): string {
  return `
SELECT day, visitor, visit_index, min("at") AS started_at,
  (count(*) FILTER (kind = 'pageview'))::INTEGER AS page_views,
  (count(*) FILTER (kind = 'event'))::INTEGER AS events,
  (count(*) FILTER (kind = 'order'))::INTEGER AS orders,
  coalesce(sum(engaged_ms), 0)::BIGINT AS engaged_ms,
  sum(amount)::${sumType} AS revenue,
  nullif(count(amount) FILTER (kind = 'order'), 0)::INTEGER AS priced_orders,
  nullif(count(*) FILTER (kind = 'order' AND is_verified), 0)::INTEGER AS verified_orders,
  (sum(amount) FILTER (is_verified))::${sumType} AS verified_revenue,
  nullif(count(amount) FILTER (kind = 'order' AND is_verified), 0)::INTEGER AS verified_priced_orders,
  coalesce(arg_min(raw_id, place) FILTER (kind = 'pageview'), arg_min(raw_id, place)) AS entry_id,
  coalesce(arg_max(raw_id, place) FILTER (kind = 'pageview'),
           arg_max(raw_id, place) FILTER (kind <> 'engagement')) AS exit_id
FROM marks WHERE visit_index > 0
GROUP BY day, visitor, visit_index`;
}

/** The visits with their dimensions and numbers. Numbering sorted rows is cheaper than a window over them. */
function toNumberedQuery(raw: string, firstNumber: number): string {
  return `
SELECT *, (${firstNumber} + row_number() OVER ())::INTEGER AS visit_no FROM (
  SELECT g.*, entry.host, entry.path AS entry_page, exit.path AS exit_page, ${rowDims.map((name) => `entry.${name}`).join(', ')}
  FROM gathered g JOIN ${raw} entry ON entry.rowid = g.entry_id JOIN ${raw} exit ON exit.rowid = g.exit_id
  ORDER BY day, ${visitOrder.join(', ')}, started_at, visitor
)`;
}

/** Few visitors have several visits; theirs have the number of one of them. */
function toVisitsQuery(): string {
  return `
WITH repeated AS (
  SELECT day, visitor, min(visit_no) AS visitor_no FROM numbered
  WHERE (day, visitor) IN (SELECT (day, visitor) FROM gathered WHERE visit_index = 2)
  GROUP BY day, visitor
)
SELECT n.day, n.visit_no, coalesce(r.visitor_no, n.visit_no) AS visitor_no, n.visitor, n.visit_index,
  n.started_at, n.page_views, n.events, n.orders, n.engaged_ms, n.revenue, n.priced_orders, n.verified_orders,
  n.verified_revenue, n.verified_priced_orders,
  n.page_views = 1 AND n.events = 0 AND n.orders = 0 AND n.engaged_ms < ${bounceEngagementMs} AS is_bounce,
  r.visitor_no IS NULL AS is_only_visit, n.visit_index = 1 AS is_first_visit,
  n.host, n.entry_page, n.exit_page, ${rowDims.map((name) => `n.${name}`).join(', ')}
FROM numbered n LEFT JOIN repeated r ON r.day = n.day AND r.visitor = n.visitor`;
}

function toPlacesQuery({ visits }: VisitTables): string {
  return `
SELECT m.raw_id, m.place, v.visit_no, v.visitor_no, v.started_at, coalesce(v.is_only_visit, false) AS is_only_visit,
  coalesce(f.bits, 0) AS bits
FROM marks m LEFT JOIN ${visits} v ON v.day = m.day AND v.visitor = m.visitor AND v.visit_index = m.visit_index
  LEFT JOIN (SELECT raw_id, bit_or(flag) AS bits FROM first_rows GROUP BY raw_id) AS f ON f.raw_id = m.raw_id`;
}

/** A dimension of the visit. For a refund: the one it was stored with, unless its order had no visit. */
function toDimension(name: (typeof visitDims)[number]): string {
  const given = { entry_page: 'r.path', exit_page: `'${unknownValue}'` };
  const ofRefund = name === 'entry_page' || name === 'exit_page' ? given[name] : `r.${name}`;
  const ofVisit = hitDims.includes(name) ? `WHEN r.kind <> 'refund' THEN v.${name}` : '';
  return `CASE ${ofVisit} WHEN r.kind = 'refund' AND r.path <> '' THEN ${ofRefund} END AS ${name}`;
}

/**
 * Selects the hits of divided raw rows in the columns of the files, unordered. Rows that belong to no visit have null in the
 * columns of the visit.
 */
export function toHitsQuery({ raw, places, visits }: VisitTables): string {
  const flagColumns = firsts.map(({ name }, index) => `coalesce(p.bits & ${1 << index}, 0) <> 0 AS ${name}`);
  return `
SELECT r.day, p.visit_no,
  p.visitor_no, r."at", p.started_at AS visit_started_at, r.kind,
  r.kind = 'pageview' AS is_page_view, r.kind = 'event' AS is_event, r.path, r.host, r.event_name, r.properties, r.engaged_ms,
  r.order_id, r.amount, r.foreign_amount, r.currency, r.is_verified,
  ${flagColumns.join(', ')},
  coalesce(p.is_only_visit, false) AS is_only_visit,
  ${visitDims.map(toDimension).join(', ')},
  CASE WHEN p.visit_no IS NULL THEN r.visitor END AS visitor, p.place
FROM ${raw} r LEFT JOIN ${places} p ON p.raw_id = r.rowid
  LEFT JOIN ${visits} v ON v.day = r.day AND v.visit_no = p.visit_no`;
}
