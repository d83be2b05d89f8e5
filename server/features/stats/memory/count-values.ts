import { addSums, createSums, type Sums, type TimedDay, type Visit } from '../../segments/segments.ts';
import { addLooseRow, addRows, addVisit, type Until } from './count-day.ts';

/** What a dimension has of a visit or row: a column of the relations `visits` and `hits`. */
export type RowColumn = 'path' | 'host' | 'event_name';
const rowColumns: readonly string[] = ['path', 'host', 'event_name'] satisfies RowColumn[];
export const isRowColumn = (column: string): column is RowColumn => rowColumns.includes(column);

/** What each value of a dimension has. A visitor counts once a day under each value. */
export class ValueCounts {
  readonly sums = new Map<string, Sums>();
  readonly #column: string;

  constructor(column: string) {
    this.#column = column;
  }

  addSums(values: ReadonlyMap<string, Sums>): void {
    for (const [value, sums] of values) addSums(this.#sumsOf(value), sums);
  }

  addDay(day: TimedDay, until: Until): void {
    if (isRowColumn(this.#column)) this.#addRows(day, until, this.#column);
    else this.#addVisits(day, until);
  }

  /** By a dimension of visits. A refund has the dimensions of its order's visit. */
  #addVisits({ visits, loose }: TimedDay, until: Until): void {
    const seen = new SeenVisitors();
    for (const visit of visits) {
      if (visit.startedAt >= until) continue;
      const value = toValue(visit, this.#column);
      const sums = this.#sumsOf(value);
      addVisit(sums, visit);
      addRows(sums, visit, until);
      if (seen.isNew(value, visit.visitor)) sums.visitors += 1;
    }
    for (const row of loose) {
      const value = row.at < until ? row.refundOf?.[this.#column] : undefined;
      if (value !== undefined) addLooseRow(this.#sumsOf(value), row);
    }
  }

  /** By a dimension of page views and events: a visit counts under every value of its rows, once. */
  #addRows({ visits, loose }: TimedDay, until: Until, column: RowColumn): void {
    const seen = new SeenVisitors();
    for (const visit of visits) {
      if (visit.startedAt >= until) continue;
      const values = new Set<string>();
      for (const row of visit.rows) {
        const value = column === 'event_name' ? (row.isPageView ? null : row.eventName) : row[column];
        if (value === null) continue;
        const sums = this.#sumsOf(value);
        if (row.at < until) {
          if (row.isPageView) sums.page_views += 1;
          else sums.events += 1;
        }
        if (values.has(value)) continue;
        values.add(value);
        addVisit(sums, visit);
        if (seen.isNew(value, visit.visitor)) sums.visitors += 1;
      }
    }
    for (const row of loose) {
      const isCounted = row.kind === 'event' || (row.kind === 'pageview' && column !== 'event_name');
      const value =
        isCounted && row.at < until ? (column === 'event_name' ? row.eventName : row[column]) : null;
      if (value !== null) addLooseRow(this.#sumsOf(value), row);
    }
  }

  #sumsOf(value: string): Sums {
    const found = this.sums.get(value);
    if (found) return found;
    const sums = createSums();
    this.sums.set(value, sums);
    return sums;
  }
}

function toValue(visit: Visit, column: string): string {
  if (column === 'entry_page') return visit.entryPage;
  if (column === 'exit_page') return visit.exitPage;
  const value = visit.dimensions[column];
  if (value === undefined) throw new Error(`visits have no column ${column}`);
  return value;
}

class SeenVisitors {
  readonly #seen = new Map<string, Set<number | string>>();

  isNew(value: string, visitor: number | string): boolean {
    const visitors = this.#seen.get(value);
    if (!visitors) this.#seen.set(value, new Set([visitor]));
    else if (visitors.has(visitor)) return false;
    else visitors.add(visitor);
    return true;
  }
}
