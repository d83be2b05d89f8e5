import { sumColumns, summedRowDims, summedVisitDims } from '../columns.ts';
import type { Connection } from '../duckdb/duckdb.ts';

/** Relations of whole days, as SQL for FROM. */
interface Source {
  visits: string;
  hits: string;
}

const table = 'daily_sums';

/** Types of the columns of `sumColumns`. */
const types: Record<(typeof sumColumns)[number], string> = {
  day: 'DATE',
  dimension: 'VARCHAR',
  value: 'VARCHAR',
  visits: 'INTEGER',
  visitors: 'INTEGER',
  page_views: 'INTEGER',
  events: 'INTEGER',
  bounces: 'INTEGER',
  engaged_ms: 'BIGINT',
  orders: 'INTEGER',
  revenue: 'DECIMAL(38, 4)',
  priced_orders: 'INTEGER',
  refunds: 'DECIMAL(38, 4)',
  conversions: 'INTEGER',
  verified_orders: 'INTEGER',
  verified_revenue: 'DECIMAL(38, 4)',
  verified_priced_orders: 'INTEGER',
  verified_conversions: 'INTEGER',
};

/**
 * Counts what each value of each dimension has on each day, and returns the relation with the columns of `sumColumns`.
 * No visit and no visitor belongs to two days, so a question without filters about whole days adds up these rows.
 */
export async function sumByDay(connection: Connection, source: Source): Promise<string> {
  const columns = sumColumns.map((name) => `${name} ${types[name]}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${columns.join(', ')})`);
  // One after the other, so that only one needs its memory. Each dimension in a separate statement would take ten times as
  // long for a day of few events.
  for (const select of [
    toSumsOfDays(source),
    toSumsOfVisits(source),
    toSumsOfRows(source),
    toSumsOfRefunds(source),
  ])
    await connection.run(`INSERT INTO ${table} ${select}`);
  return table;
}

/** Adds up the daily sums of rows that share no visitor, as SQL for FROM. */
export function addSums(sums: string): string {
  const columns = sumColumns.map((name, index) =>
    index < 3 ? name : `sum(${name})::${types[name]} AS ${name}`,
  );
  return `(SELECT ${columns.join(', ')} FROM ${sums} GROUP BY day, dimension, value)`;
}

const toTexts = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');

function toSumsOfVisits({ visits }: Source): string {
  return `
SELECT day, dimension, value, count(*), count(*) FILTER (is_only_visit) + count(DISTINCT visitor_no) FILTER (NOT is_only_visit),
  sum(page_views), sum(events), count(*) FILTER (is_bounce), sum(engaged_ms), sum(orders), sum(revenue),
  sum(priced_orders), 0, count(*) FILTER (orders > 0), sum(verified_orders), sum(verified_revenue),
  sum(verified_priced_orders), count(*) FILTER (verified_orders > 0)
FROM (SELECT *, unnest([${toTexts(summedVisitDims)}]) AS dimension, unnest([${summedVisitDims.join(', ')}]) AS value FROM ${visits})
GROUP BY day, dimension, value`;
}

/** A visit counts under every value of its rows, once: in the row marked as its first with the value. */
function toSumsOfRows({ visits, hits }: Source): string {
  const flags = (index: 0 | 1) => summedRowDims.map((name) => flagsOf[name][index]).join(', ');
  const ofFirst = (...columns: string[]) =>
    columns.map((column) => `coalesce(sum(v.${column}) FILTER (is_first), 0)`).join(', ');
  return `
SELECT h.day, dimension, value, count(*) FILTER (is_first), count(*) FILTER (is_first_of_visitor),
  count(*) FILTER (is_page_view), count(*) FILTER (is_event), count(*) FILTER (is_first AND is_bounce),
  ${ofFirst('engaged_ms', 'orders', 'revenue', 'priced_orders')}, 0, count(*) FILTER (is_first AND v.orders > 0),
  ${ofFirst('verified_orders', 'verified_revenue', 'verified_priced_orders')},
  count(*) FILTER (is_first AND v.verified_orders > 0)
FROM (
  SELECT day, visit_no, is_page_view, is_event, unnest([${toTexts(summedRowDims)}]) AS dimension,
    unnest([${summedRowDims.join(', ')}]) AS value, unnest([${flags(0)}]) AS is_first, unnest([${flags(1)}]) AS is_first_of_visitor
  FROM ${hits} WHERE is_page_view OR is_event
) AS h LEFT JOIN ${visits} AS v ON v.day = h.day AND v.visit_no = h.visit_no
WHERE value IS NOT NULL AND (dimension <> 'event_name' OR is_event)
GROUP BY h.day, dimension, value`;
}

/** What was refunded on each day, under the dimensions of the visits of the refunded orders. */
function toSumsOfRefunds({ hits }: Source): string {
  const zeros = (count: number) => Array.from({ length: count }, () => '0').join(', ');
  return `
SELECT day, dimension, value, ${zeros(9)}, coalesce(sum(amount), 0), ${zeros(5)}
FROM (SELECT *, unnest([${toTexts(summedVisitDims)}]) AS dimension, unnest([${summedVisitDims.join(', ')}]) AS value
  FROM ${hits} WHERE kind = 'refund')
WHERE value IS NOT NULL GROUP BY day, dimension, value`;
}

/** The flags of the first row with a value in its visit, and of its visitor on the day. */
const flagsOf = {
  path: ['first_path', 'first_path_of_visitor'],
  host: ['first_host', 'first_host_of_visitor'],
  event_name: ['first_event', 'first_event_of_visitor'],
} as const;

/** All that the day has, with the rows that belong to no visit, such as orders of servers. */
function toSumsOfDays({ visits, hits }: Source): string {
  const names = sumColumns.filter((name) => name !== 'day' && name !== 'dimension' && name !== 'value');
  return `
SELECT day, '', '', ${names.map((name) => `sum(${name})`).join(', ')} FROM (
  SELECT day, count(*), count(*) FILTER (is_first_visit), sum(page_views), sum(events), count(*) FILTER (is_bounce),
    sum(engaged_ms), sum(orders), sum(revenue), sum(priced_orders), 0, count(*) FILTER (orders > 0),
    sum(verified_orders), sum(verified_revenue), sum(verified_priced_orders), count(*) FILTER (verified_orders > 0)
  FROM ${visits} GROUP BY day
  UNION ALL
  SELECT day, 0, 0, count(*) FILTER (is_page_view), count(*) FILTER (is_event), 0, 0, count(*) FILTER (kind = 'order'),
    coalesce(sum(amount) FILTER (kind = 'order'), 0), count(amount) FILTER (kind = 'order'),
    coalesce(sum(amount) FILTER (kind = 'refund'), 0), 0,
    count(*) FILTER (kind = 'order' AND is_verified), coalesce(sum(amount) FILTER (kind = 'order' AND is_verified), 0),
    count(amount) FILTER (kind = 'order' AND is_verified), 0
  FROM ${hits} WHERE visit_no IS NULL GROUP BY day
) AS parts (day, ${names.join(', ')}) GROUP BY day`;
}
