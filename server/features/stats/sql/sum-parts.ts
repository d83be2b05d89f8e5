import type { Aggregate } from '../../../../contract/stats/model/aggregates.ts';
import { summedColumns } from '../../segments/segments.ts';
import type { DaySpan } from '../period/time-range.ts';
import { type OrdersCounted, orderColumns, toSqlType } from './aggregates.ts';
import { findRowColumn, toVisitColumn } from './dimensions.ts';
import { type Grouping, type Question, where } from './question.ts';
import type { StatementValues } from './statement-values.ts';

/**
 * The dimension of the daily sums for each grouping of a question about whole days: empty for the days themselves. Undefined
 * where it has to be counted from visits and rows: with filters, hours, properties, or aggregates without a daily sum.
 */
export function findSummedDimensions(
  { filters }: Question,
  groupings: readonly Grouping[],
  wanted: readonly Aggregate[],
): string[] | undefined {
  if (filters.length > 0 || !wanted.every((name) => summedColumns.has(name))) return undefined;
  const found = groupings.map(findSummedDimension).filter((dimension) => dimension !== undefined);
  return found.length === groupings.length ? found : undefined;
}

function findSummedDimension(grouping: Grouping): string | undefined {
  switch (grouping.by) {
    case 'time':
      return grouping.interval === 'day' ? '' : undefined;
    case 'visit-dimension':
      return toVisitColumn(grouping.dimension);
    case 'row-dimension':
      return findRowColumn(grouping.dimension);
  }
}

interface SumsQuestion {
  /** The dimension of each grouping. */
  dimensions: readonly string[];
  wanted: readonly Aggregate[];
  values: StatementValues;
  ordersCounted: OrdersCounted;
}

/** The part of answers that is added up from the daily sums of a span of whole days. */
export function toSumsPart(
  sums: string,
  { first, last }: DaySpan,
  { dimensions, wanted, values, ordersCounted }: SumsQuestion,
): string {
  const columns: Partial<Record<Aggregate, string>> = {
    ...orderColumns[ordersCounted],
    conversions: ordersCounted === 'all' ? 'conversions' : 'verified_conversions',
  };
  const aggregates = wanted.map((name) => `sum(${columns[name] ?? name})::${toSqlType(name)} AS ${name}`);
  const days = `day BETWEEN ${values.bindDay(first)} AND ${values.bindDay(last)}`;
  const names = dimensions.map((dimension) => `'${dimension}'`);
  const list = `CASE dimension ${names.map((name, index) => `WHEN ${name} THEN ${index}`).join(' ')} END`;
  return `SELECT ${list} AS list, CASE dimension WHEN '' THEN day::VARCHAR ELSE value END AS key, ${aggregates.join(', ')}
    FROM ${sums} AS s${where(`dimension IN (${names.join(', ')})`, days)} GROUP BY ALL`;
}
