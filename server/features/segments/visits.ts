import { unknownValue } from '../../../contract/stats/model/dimensions.ts';
import { sumType } from './column-types.ts';
import { rowDims, visitDims } from './columns.ts';
import type { Connection } from './duckdb/duckdb.ts';

/** A row this much later than the one before it begins another visit. */
const visitTimeoutMinutes = 30;
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

/** The tables that `sessionize` reads and creates; their names may be qualified. */
export interface SessionTables {
  raw: string;
  /** One row per raw row of a visitor: its place among the visitor's rows of the day and the visit it belongs to. */
  marks: string;
  visits: string;
  /** The rows that are the first of something; see `firsts`. */
  flags: string;
}

/**
 * Divides raw events into visits (decision 46) and creates the tables `marks`, `visits` and `flags`; `toHitsQuery` then
 * selects the hits. All rows of a visitor on a day must be among the raw ones. Numbers of visits and visitors are unique
 * within a day and begin after `firstNumber`.
 */
export async function sessionize(
  connection: Connection,
  tables: SessionTables,
  { firstNumber = 0 }: { firstNumber?: number } = {},
): Promise<void> {
  const create = (table: string, query: string) =>
    connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${query}`);
  await create(tables.marks, toMarksQuery(tables.raw));
  await create(tables.visits, toVisitsQuery(tables, firstNumber));
  // Each in a separate statement, so that only one needs its memory.
  await create('seen', toSeenQuery(tables));
  await connection.run('CREATE OR REPLACE TEMP TABLE first_rows (raw_id BIGINT, flag UTINYINT)');
  for (const [index, { value, scope, condition }] of firsts.entries())
    await connection.run(
      `INSERT INTO first_rows SELECT arg_min(raw_id, place), ${1 << index} FROM seen${condition} GROUP BY ${scope}, ${value}`,
    );
  await create(tables.flags, 'SELECT raw_id, bit_or(flag) AS bits FROM first_rows GROUP BY raw_id');
  await connection.run('DROP TABLE seen');
  await connection.run('DROP TABLE first_rows');
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

const toSeenQuery = ({ raw, marks }: SessionTables) => `
SELECT m.raw_id, m.day, m.visitor, m.visit_index, m.place, m.kind, r.path, r.host, r.event_name
FROM ${marks} m JOIN ${raw} r ON r.rowid = m.raw_id
WHERE m.visit_index > 0 AND m.kind IN ('pageview', 'event')`;

// A row begins a visit if it is not engagement and either no visit has begun that day or the previous row, of any
// kind, is at least half an hour older. Ids order rows of one instant; rows from a file have a position instead.
function toMarksQuery(raw: string): string {
  return `
SELECT raw_id, day, visitor, "at", kind, place,
  (sum(begins::INTEGER) OVER (PARTITION BY day, visitor ORDER BY place ROWS UNBOUNDED PRECEDING))::INTEGER AS visit_index
FROM (
  SELECT *, kind <> 'engagement' AND (earlier_beginnings = 0 OR "at" - previous_at >= INTERVAL ${visitTimeoutMinutes} MINUTE) AS begins
  FROM (
    SELECT rowid AS raw_id, day, visitor, "at", kind,
      (row_number() OVER sequence)::INTEGER AS place,
      lag("at") OVER sequence AS previous_at,
      count(*) FILTER (kind <> 'engagement') OVER sequence - (kind <> 'engagement')::INTEGER AS earlier_beginnings
    FROM ${raw} WHERE visitor IS NOT NULL
    WINDOW sequence AS (PARTITION BY day, visitor ORDER BY "at", id NULLS FIRST, position ROWS UNBOUNDED PRECEDING)
  ) AS ordered
) AS marked`;
}

function toVisitsQuery({ raw, marks }: SessionTables, firstNumber: number): string {
  return `
WITH gathered AS (
  SELECT m.day, m.visitor, m.visit_index, min(m."at") AS started_at,
    (count(*) FILTER (m.kind = 'pageview'))::INTEGER AS page_views,
    (count(*) FILTER (m.kind = 'event'))::INTEGER AS events,
    (count(*) FILTER (m.kind = 'order'))::INTEGER AS orders,
    coalesce(sum(r.engaged_ms), 0)::BIGINT AS engaged_ms,
    coalesce(sum(r.amount), 0)::${sumType} AS revenue,
    (count(r.amount) FILTER (m.kind = 'order'))::INTEGER AS priced_orders,
    (count(*) FILTER (m.kind = 'order' AND r.is_verified))::INTEGER AS verified_orders,
    coalesce(sum(r.amount) FILTER (r.is_verified), 0)::${sumType} AS verified_revenue,
    (count(r.amount) FILTER (m.kind = 'order' AND r.is_verified))::INTEGER AS verified_priced_orders,
    coalesce(arg_min(m.raw_id, m.place) FILTER (m.kind = 'pageview'), arg_min(m.raw_id, m.place)) AS entry_id,
    coalesce(arg_max(m.raw_id, m.place) FILTER (m.kind = 'pageview'),
             arg_max(m.raw_id, m.place) FILTER (m.kind <> 'engagement')) AS exit_id
  FROM ${marks} m JOIN ${raw} r ON r.rowid = m.raw_id
  WHERE m.visit_index > 0
  GROUP BY m.day, m.visitor, m.visit_index
), described AS (
  SELECT g.*, entry.host, entry.path AS entry_page, exit.path AS exit_page, ${rowDims.map((name) => `entry.${name}`).join(', ')}
  FROM gathered g JOIN ${raw} entry ON entry.rowid = g.entry_id JOIN ${raw} exit ON exit.rowid = g.exit_id
), numbered AS (
  SELECT *, (${firstNumber} + row_number() OVER (PARTITION BY day ORDER BY ${visitOrder.join(', ')}, started_at, visitor))::INTEGER AS visit_no,
    visit_index = 1 AS is_first_visit,
    max(visit_index) OVER (PARTITION BY day, visitor) = 1 AS is_only_visit
  FROM described
)
SELECT day, visit_no, min(visit_no) OVER (PARTITION BY day, visitor) AS visitor_no, visitor, visit_index,
  started_at, page_views, events, orders, engaged_ms, revenue, priced_orders, verified_orders,
  verified_revenue, verified_priced_orders,
  page_views = 1 AND events = 0 AND orders = 0 AND engaged_ms < ${bounceEngagementMs} AS is_bounce,
  is_only_visit, is_first_visit, host, entry_page, exit_page, ${rowDims.join(', ')}
FROM numbered`;
}

/** A dimension of the visit. For a refund: the one it was stored with, unless its order had no visit. */
function toDimension(name: (typeof visitDims)[number]): string {
  const given = { entry_page: 'r.path', exit_page: `'${unknownValue}'` };
  const ofRefund = name === 'entry_page' || name === 'exit_page' ? given[name] : `r.${name}`;
  return `CASE WHEN r.kind <> 'refund' THEN v.${name} WHEN r.path <> '' THEN ${ofRefund} END AS ${name}`;
}

/**
 * Selects the hits of a sessionized table in the columns of the files, unordered. Rows that belong to no visit have
 * null in the columns of the visit.
 */
export function toHitsQuery({ raw, marks, visits, flags }: SessionTables): string {
  const flagColumns = firsts.map(({ name }, index) => `coalesce(f.bits & ${1 << index}, 0) <> 0 AS ${name}`);
  return `
SELECT r.day, v.visit_no,
  v.visitor_no, r."at", v.started_at AS visit_started_at, r.kind,
  r.kind = 'pageview' AS is_page_view, r.kind = 'event' AS is_event, r.path, r.host, r.event_name, r.properties, r.engaged_ms,
  r.order_id, r.amount, r.foreign_amount, r.currency, r.is_verified,
  ${flagColumns.join(', ')},
  coalesce(v.is_only_visit, false) AS is_only_visit,
  ${visitDims.map(toDimension).join(', ')},
  CASE WHEN v.visit_no IS NULL THEN r.visitor END AS visitor, m.place
FROM ${raw} r LEFT JOIN ${marks} m ON m.raw_id = r.rowid
  LEFT JOIN ${visits} v ON v.day = m.day AND v.visitor = m.visitor AND v.visit_index = m.visit_index
  LEFT JOIN ${flags} f ON f.raw_id = r.rowid`;
}
