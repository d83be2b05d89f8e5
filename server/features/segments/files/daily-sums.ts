import { sumColumns, summedRowDims, summedVisitDims } from '../columns.ts';
import type { Connection } from '../duckdb/duckdb.ts';

/** Relations of whole days, as SQL for FROM. */
interface Source {
  visits: string;
  hits: string;
}

const table = 'daily_sums';

/**
 * Counts what each value of each dimension has on each day, and returns the relation with the columns of `sumColumns`.
 * No visit and no visitor belongs to two days, so a question without filters about whole days adds up these rows.
 */
export async function sumByDay(connection: Connection, source: Source): Promise<string> {
  await connection.run(`
CREATE OR REPLACE TEMP TABLE ${table} (day DATE, dimension VARCHAR, value VARCHAR, visits INTEGER, visitors INTEGER,
  page_views INTEGER, events INTEGER, bounces INTEGER, engaged_ms BIGINT, orders INTEGER, revenue DECIMAL(38, 2),
  refunds DECIMAL(38, 2), conversions INTEGER)`);
  const selects = [
    toSumsOfDays(source),
    ...summedVisitDims.map((name) => toSumsOfVisits(source, name)),
    ...summedRowDims.map((name) => toSumsOfRows(source, name)),
  ];
  // One after the other: each needs memory for as many groups as its dimension has values.
  for (const select of selects) await connection.run(`INSERT INTO ${table} ${select}`);
  return table;
}

function toSumsOfVisits({ visits }: Source, name: string): string {
  return `
SELECT day, '${name}', ${name}, count(*), count(*) FILTER (is_only_visit) + count(DISTINCT visitor_no) FILTER (NOT is_only_visit),
  sum(page_views), sum(events), count(*) FILTER (is_bounce), sum(engaged_ms), sum(orders), sum(revenue), sum(refunds),
  count(*) FILTER (orders > 0)
FROM ${visits} GROUP BY day, ${name}`;
}

/** A visit counts under every value of its rows, once: in the row marked as its first with the value. */
function toSumsOfRows({ visits, hits }: Source, name: (typeof summedRowDims)[number]): string {
  const [first, firstOfVisitor] = flags[name];
  const inFirst = (aggregate: string) => `coalesce(${aggregate} FILTER (${first}), 0)`;
  return `
SELECT day, '${name}', ${name}, count(*) FILTER (${first}), count(*) FILTER (${firstOfVisitor}),
  count(*) FILTER (is_page_view), count(*) FILTER (is_event), count(*) FILTER (${first} AND is_bounce),
  ${['v.engaged_ms', 'orders', 'revenue', 'refunds'].map((column) => inFirst(`sum(${column})`)).join(', ')},
  count(*) FILTER (${first} AND orders > 0)
FROM ${hits} AS h LEFT JOIN (SELECT day, visit_no, is_bounce, engaged_ms, orders, revenue, refunds FROM ${visits}) AS v
  USING (day, visit_no)
WHERE ${name} IS NOT NULL AND ${name === 'event_name' ? 'is_event' : '(is_page_view OR is_event)'}
GROUP BY day, ${name}`;
}

const flags = {
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
    sum(engaged_ms), sum(orders), sum(revenue), sum(refunds), count(*) FILTER (orders > 0)
  FROM ${visits} GROUP BY day
  UNION ALL
  SELECT day, 0, 0, count(*) FILTER (is_page_view), count(*) FILTER (is_event), 0, 0, count(*) FILTER (kind = 'order'),
    coalesce(sum(amount) FILTER (kind = 'order'), 0), coalesce(sum(refunded) FILTER (kind = 'order'), 0), 0
  FROM ${hits} WHERE visit_no IS NULL GROUP BY day
) AS parts (day, ${names.join(', ')}) GROUP BY day`;
}
