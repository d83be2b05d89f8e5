import { sumColumns, summedRowDims, summedVisitDims } from '../columns.ts';
import type { Connection } from '../duckdb/duckdb.ts';

/** Relations of whole days, as SQL for FROM. */
interface Source {
  visits: string;
  hits: string;
}

/** The table that `sumByDay` leaves. */
export const sumsTable = 'daily_sums';

/** The columns that a row of the sums is about. */
const keys = ['day', 'dimension', 'value'] as const;
type Sum = Exclude<(typeof sumColumns)[number], (typeof keys)[number]>;
const isSum = (name: (typeof sumColumns)[number]): name is Sum => !keys.some((key) => key === name);
const sums = sumColumns.filter(isSum);

interface SumSql {
  type: string;
  /** The sum over visits. */
  ofVisits?: string;
  /** The sum over page views and events with a value; `is_first` marks the first of each visit, `v` is its visit. */
  ofRows?: string;
  /** The sum over rows that belong to no visit. */
  ofLooseRows?: string;
  /** The sum over refunds of visits' orders. */
  ofRefunds?: string;
}

const ofFirst = (column: string) => `sum(v.${column}) FILTER (is_first)`;
const ofColumn = (column: string) => ({ ofVisits: `sum(${column})`, ofRows: ofFirst(column) });
const isVerifiedOrder = `kind = 'order' AND is_verified`;
const money = 'DECIMAL(38, 4)';

/** How each column of the daily sums is added up; zero where it has no expression. */
const sumSql: Record<Sum, SumSql> = {
  visits: { type: 'INTEGER', ofVisits: 'count(*)', ofRows: 'count(*) FILTER (is_first)' },
  visitors: {
    type: 'INTEGER',
    ofVisits: 'count(*) FILTER (is_only_visit) + count(DISTINCT visitor_no) FILTER (NOT is_only_visit)',
    ofRows: 'count(*) FILTER (is_first_of_visitor)',
  },
  page_views: {
    type: 'INTEGER',
    ofVisits: 'sum(page_views)',
    ofRows: 'count(*) FILTER (is_page_view)',
    ofLooseRows: 'count(*) FILTER (is_page_view)',
  },
  events: {
    type: 'INTEGER',
    ofVisits: 'sum(events)',
    ofRows: 'count(*) FILTER (is_event)',
    ofLooseRows: 'count(*) FILTER (is_event)',
  },
  bounces: {
    type: 'INTEGER',
    ofVisits: 'count(*) FILTER (is_bounce)',
    ofRows: 'count(*) FILTER (is_first AND is_bounce)',
  },
  engaged_ms: { type: 'BIGINT', ...ofColumn('engaged_ms') },
  orders: { type: 'INTEGER', ...ofColumn('orders'), ofLooseRows: `count(*) FILTER (kind = 'order')` },
  revenue: { type: money, ...ofColumn('revenue'), ofLooseRows: `sum(amount) FILTER (kind = 'order')` },
  priced_orders: {
    type: 'INTEGER',
    ...ofColumn('priced_orders'),
    ofLooseRows: `count(amount) FILTER (kind = 'order')`,
  },
  refunds: { type: money, ofLooseRows: `sum(amount) FILTER (kind = 'refund')`, ofRefunds: 'sum(amount)' },
  conversions: {
    type: 'INTEGER',
    ofVisits: 'count(*) FILTER (orders > 0)',
    ofRows: 'count(*) FILTER (is_first AND v.orders > 0)',
  },
  verified_orders: {
    type: 'INTEGER',
    ...ofColumn('verified_orders'),
    ofLooseRows: `count(*) FILTER (${isVerifiedOrder})`,
  },
  verified_revenue: {
    type: money,
    ...ofColumn('verified_revenue'),
    ofLooseRows: `sum(amount) FILTER (${isVerifiedOrder})`,
  },
  verified_priced_orders: {
    type: 'INTEGER',
    ...ofColumn('verified_priced_orders'),
    ofLooseRows: `count(amount) FILTER (${isVerifiedOrder})`,
  },
  verified_conversions: {
    type: 'INTEGER',
    ofVisits: 'count(*) FILTER (verified_orders > 0)',
    ofRows: 'count(*) FILTER (is_first AND v.verified_orders > 0)',
  },
};

/** The select list of all sums over one kind of rows. */
const toSelectList = (over: Exclude<keyof SumSql, 'type'>): string =>
  sums
    .map((name) => {
      const expression = sumSql[name][over];
      return `${expression === undefined ? '0' : `coalesce(${expression}, 0)`} AS ${name}`;
    })
    .join(', ');

/**
 * Counts what each value of each dimension has on each day, and returns the relation with the columns of `sumColumns`.
 * No visit and no visitor belongs to two days, so a question without filters about whole days adds up these rows.
 */
export async function sumByDay(connection: Connection, source: Source): Promise<string> {
  const columns = sums.map((name) => `${name} ${sumSql[name].type}`);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${sumsTable} (day DATE, dimension VARCHAR, value VARCHAR, ${columns.join(', ')})`,
  );
  // One after the other, so that only one needs its memory. Each dimension in a separate statement would take ten times as
  // long for a day of few events.
  for (const select of [
    toSumsOfDays(source),
    toSumsOfVisits(source),
    toSumsOfRows(source),
    toSumsOfRefunds(source),
  ])
    await connection.run(`INSERT INTO ${sumsTable} BY NAME ${select}`);
  return sumsTable;
}

/** Adds up the daily sums of rows that share no visitor, as SQL for FROM. */
export function addSums(relation: string): string {
  const added = sums.map((name) => `sum(${name})::${sumSql[name].type} AS ${name}`);
  return `(SELECT ${keys.join(', ')}, ${added.join(', ')} FROM ${relation} GROUP BY day, dimension, value)`;
}

const toTexts = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');

/** `dimension` and `value` for each of the columns. */
const unnestColumns = (columns: readonly string[]) =>
  `unnest([${toTexts(columns)}]) AS dimension, unnest([${columns.join(', ')}]) AS value`;

const toSumsOfVisits = ({ visits }: Source): string => `
SELECT day, dimension, value, ${toSelectList('ofVisits')}
FROM (SELECT *, ${unnestColumns(summedVisitDims)} FROM ${visits}) GROUP BY day, dimension, value`;

/** A visit counts under every value of its rows, once: in the row marked as its first with the value. */
function toSumsOfRows({ visits, hits }: Source): string {
  const flags = (index: 0 | 1) => summedRowDims.map((name) => flagsOf[name][index]).join(', ');
  return `
SELECT h.day, dimension, value, ${toSelectList('ofRows')}
FROM (
  SELECT day, visit_no, is_page_view, is_event, ${unnestColumns(summedRowDims)},
    unnest([${flags(0)}]) AS is_first, unnest([${flags(1)}]) AS is_first_of_visitor
  FROM ${hits} WHERE is_page_view OR is_event
) AS h LEFT JOIN ${visits} AS v ON v.day = h.day AND v.visit_no = h.visit_no
WHERE value IS NOT NULL AND (dimension <> 'event_name' OR is_event)
GROUP BY h.day, dimension, value`;
}

/** Refunds of each day, under the dimensions of the visits of the refunded orders. */
const toSumsOfRefunds = ({ hits }: Source): string => `
SELECT day, dimension, value, ${toSelectList('ofRefunds')}
FROM (SELECT *, ${unnestColumns(summedVisitDims)} FROM ${hits} WHERE kind = 'refund')
WHERE value IS NOT NULL GROUP BY day, dimension, value`;

/** The flags of the first row with a value in its visit, and of its visitor on the day. */
const flagsOf = {
  path: ['first_path', 'first_path_of_visitor'],
  host: ['first_host', 'first_host_of_visitor'],
  event_name: ['first_event', 'first_event_of_visitor'],
} as const;

/** Everything of each day, with the rows that belong to no visit, such as orders of servers. */
const toSumsOfDays = ({ visits, hits }: Source): string => `
SELECT day, '' AS dimension, '' AS value, ${sums.map((name) => `sum(${name}) AS ${name}`).join(', ')} FROM (
  SELECT day, ${toSelectList('ofVisits')} FROM ${visits} GROUP BY day
  UNION ALL BY NAME
  SELECT day, ${toSelectList('ofLooseRows')} FROM ${hits} WHERE visit_no IS NULL GROUP BY day
) GROUP BY day`;
