import {
  rowDimensions,
  type StatsDimension,
  visitDimensions,
} from '../../../../contract/stats/model/dimensions.ts';
import type { Tx } from '../../../db/client.ts';
import { addDays, startOfDate } from './local-time.ts';
import { forEachVisitor } from './raw-rows.queries.ts';
import type { SourceTable } from './raw-rows.ts';
import { byDimension, emptyMetrics, inTotal, Recount } from './recount.ts';
import type { RecountMetrics } from './tally.ts';
import { toVisitorDays } from './visits.ts';

export interface RecountedDataset {
  id: string;
  timeZone: string;
  sources: SourceTable;
  /** Which orders the company counts. */
  ordersCounted: 'all' | 'verified';
  /** Decimals of the company's currency. */
  digits: number;
}

export interface RecountedDay {
  summary: RecountMetrics;
  /** The metrics of each value, by dimension. */
  values: Map<StatsDimension, Map<string, RecountMetrics>>;
}

const dimensions: readonly StatsDimension[] = [...visitDimensions, ...rowDimensions];

/**
 * Counts a local day of a dataset from its stored events, as plainly as possible, to compare with the engine's answers.
 * Keeps the rows of one visitor at a time, and the counts of each value.
 */
export async function recountDay(
  tx: Tx,
  { id, timeZone, day, sources, ordersCounted, digits }: RecountedDataset & { day: string },
): Promise<RecountedDay> {
  const range = { from: startOfDate(day, timeZone), to: startOfDate(addDays(day, 1), timeZone) };
  const question = { range, filters: [], goal: null, ordersCounted, digits };
  const total = new Recount(question, inTotal);
  const byValue = dimensions.map(
    (dimension) => [dimension, new Recount(question, byDimension(dimension, []))] as const,
  );
  const instants = { from: new Date(range.from / 1000), to: new Date(range.to / 1000) };
  await forEachVisitor(tx, id, instants, ({ events, orders }) => {
    for (const visitorDay of toVisitorDays(events, { timeZone, orders, sources })) {
      for (const recount of [total, ...byValue.map(([, each]) => each)]) recount.add(visitorDay);
    }
  });
  return {
    summary: total.toMetrics().get('') ?? emptyMetrics(question),
    values: new Map(byValue.map(([dimension, recount]) => [dimension, recount.toMetrics()])),
  };
}
