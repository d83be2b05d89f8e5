import { toMinorUnits } from '../../../../contract/rules/decimal.ts';
import { visitDims } from '../columns.ts';
import { toText, toTextList } from '../duckdb/sql-text.ts';
import type { DayRange } from '../export.queries.ts';
import { readHitColumns } from '../files/stored-hits.ts';
import type { ForeignRow, LooseRow, Visit, VisitRow } from './group-visits.ts';
import type { TimedDay } from './memory-day.ts';
import { createSums, isMoneySum, type Sums, sumNames } from './sums.ts';

type Cell = string | number | boolean | null;
export type FileRow = Record<string, Cell>;

const moneyDigits = 4;
const toUnits = (cell: Cell | undefined) =>
  cell === undefined || cell === null ? 0n : toMinorUnits(String(cell), moneyDigits);
const textOf = (cell: Cell | undefined) => (cell === undefined || cell === null ? '' : String(cell));
const numberOf = (cell: Cell | undefined) => Number(cell ?? 0);

const summed = sumNames.map((name) =>
  isMoneySum(name) ? `sum(${name})::VARCHAR AS ${name}` : `sum(${name})::DOUBLE AS ${name}`,
);

function toSums(row: FileRow): Sums {
  const sums = createSums();
  for (const name of sumNames)
    if (isMoneySum(name)) sums[name] = toUnits(row[name]);
    else sums[name] = numberOf(row[name]);
  return sums;
}

const inRanges = (ranges: readonly DayRange[]) =>
  `(${ranges.map(({ first, last }) => `day BETWEEN DATE ${toText(first)} AND DATE ${toText(last)}`).join(' OR ')})`;

/** The sums of each day of some files. */
export const daySumsStatement = (files: readonly string[]): string => `
SELECT day::VARCHAR AS day, ${summed.join(', ')} FROM read_parquet(${toTextList(files)}) WHERE dimension = '' GROUP BY day`;

export const readDaySums = (rows: readonly FileRow[]): Map<string, Sums> =>
  new Map(rows.map((row) => [textOf(row.day), toSums(row)]));

/** The sums of each value of some dimensions over ranges of days, of at most so many values and one more. */
export const valueSumsStatement = (
  files: readonly string[],
  ranges: readonly DayRange[],
  columns: readonly string[],
  valuesMax: number,
): string => `
SELECT dimension, value, ${summed.join(', ')} FROM read_parquet(${toTextList(files)})
WHERE dimension IN (${columns.map(toText).join(', ')}) AND ${inRanges(ranges)}
GROUP BY dimension, value LIMIT ${valuesMax + 1}`;

export function readValueSums(
  rows: readonly FileRow[],
  columns: readonly string[],
): Map<string, Map<string, Sums>> {
  const found = new Map(columns.map((column) => [column, new Map<string, Sums>()]));
  for (const row of rows) found.get(textOf(row.dimension))?.set(textOf(row.value), toSums(row));
  return found;
}

/** Orders and refunds in other currencies, of at most so many rows and one more. */
export const foreignRowsStatement = (files: readonly string[], rowsMax: number): string => `
SELECT day::VARCHAR AS day, kind, epoch_us(CASE WHEN visit_no IS NULL THEN "at" ELSE visit_started_at END)::DOUBLE AS counted_at,
  currency, foreign_amount::VARCHAR AS amount, is_verified
FROM ${readHitColumns(files)} WHERE currency IS NOT NULL AND kind IN ('order', 'refund') LIMIT ${rowsMax + 1}`;

export const readForeignRow = (row: FileRow): ForeignRow => ({
  day: textOf(row.day),
  kind: textOf(row.kind),
  countedAt: numberOf(row.counted_at),
  currency: textOf(row.currency),
  amount: toUnits(row.amount),
  isVerified: row.is_verified === true,
});

const visitColumns = [
  ...['visit_no', 'visitor_no', 'page_views', 'events', 'orders', 'priced_orders', 'verified_orders'],
  ...['verified_priced_orders', 'is_bounce', 'is_first_visit', ...visitDims],
];

/** The visits of a day in files, of at most so many and one more. */
export const visitsStatement = (files: readonly string[], day: string, rowsMax: number): string => `
SELECT ${visitColumns.join(', ')}, epoch_us(started_at)::DOUBLE AS started_at, engaged_ms::DOUBLE AS engaged_ms,
  revenue::VARCHAR AS revenue, verified_revenue::VARCHAR AS verified_revenue
FROM read_parquet(${toTextList(files)}) WHERE day = DATE ${toText(day)} LIMIT ${rowsMax + 1}`;

const refundDims = visitDims.filter((name) => name !== 'entry_page' && name !== 'exit_page');

/** The rows of a day in files that statistics count, of at most so many and one more. */
export const hitsStatement = (files: readonly string[], day: string, rowsMax: number): string => `
SELECT visit_no, epoch_us("at")::DOUBLE AS "at", kind, path, host, event_name, amount::VARCHAR AS amount, amount IS NULL AS is_foreign,
  is_verified, ${visitDims.map((name) => `CASE WHEN kind = 'refund' THEN ${name} END AS ${name}`).join(', ')}
FROM ${readHitColumns(files)}
WHERE day = DATE ${toText(day)} AND (visit_no IS NULL OR is_page_view OR is_event) LIMIT ${rowsMax + 1}`;

/** The rows of both statements as a day in memory. The rows in other currencies are known apart. */
export function readTimedDay(visits: readonly FileRow[], hits: readonly FileRow[]): TimedDay {
  const rowsOf = new Map<number, VisitRow[]>(visits.map((row) => [numberOf(row.visit_no), []]));
  const loose: LooseRow[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  // A visit need not have a page view or event.
  for (const row of visits) lastAt = Math.max(lastAt, numberOf(row.started_at));
  for (const row of hits) {
    lastAt = Math.max(lastAt, numberOf(row.at));
    if (row.visit_no === null) loose.push(readLooseRow(row));
    else rowsOf.get(numberOf(row.visit_no))?.push(readVisitRow(row));
  }
  const found = visits.map((row) => readVisit(row, rowsOf.get(numberOf(row.visit_no)) ?? []));
  return { visits: found, loose, foreign: [], lastAt };
}

const readVisitRow = (row: FileRow): VisitRow => ({
  at: numberOf(row.at),
  isPageView: row.kind === 'pageview',
  path: textOf(row.path),
  host: textOf(row.host),
  eventName: row.event_name === null ? null : textOf(row.event_name),
});

const readLooseRow = (row: FileRow): LooseRow => ({
  at: numberOf(row.at),
  kind: textOf(row.kind),
  path: textOf(row.path),
  host: textOf(row.host),
  eventName: row.event_name === null ? null : textOf(row.event_name),
  amount: row.is_foreign === true ? null : toUnits(row.amount),
  isVerified: row.is_verified === true,
  refundOf:
    row.kind === 'refund' && row.country !== null
      ? {
          ...Object.fromEntries(refundDims.map((name) => [name, textOf(row[name])])),
          entry_page: textOf(row.entry_page),
          exit_page: textOf(row.exit_page),
        }
      : null,
});

const readVisit = (row: FileRow, rows: VisitRow[]): Visit => ({
  visitor: numberOf(row.visitor_no),
  startedAt: numberOf(row.started_at),
  isFirst: row.is_first_visit === true,
  isBounce: row.is_bounce === true,
  pageViews: numberOf(row.page_views),
  events: numberOf(row.events),
  engagedMs: numberOf(row.engaged_ms),
  orders: numberOf(row.orders),
  revenue: toUnits(row.revenue),
  pricedOrders: numberOf(row.priced_orders),
  verifiedOrders: numberOf(row.verified_orders),
  verifiedRevenue: toUnits(row.verified_revenue),
  verifiedPricedOrders: numberOf(row.verified_priced_orders),
  entryPage: textOf(row.entry_page),
  exitPage: textOf(row.exit_page),
  dimensions: Object.fromEntries(refundDims.map((name) => [name, textOf(row[name])])),
  rows,
});
