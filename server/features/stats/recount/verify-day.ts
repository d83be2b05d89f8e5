import type { StatsDimension } from '../../../../contract/stats/model/dimensions.ts';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import type { Tx } from '../../../db/client.ts';
import { listDifferences } from './compare-metrics.ts';
import { type RecountedDataset, type RecountedDay, recountDay } from './recount-day.ts';

type GivenMetrics = Partial<Record<StatsMetric, number | string | null | undefined>>;

/** The answers of the engine about one local day, without filters. */
export interface DayAnswers {
  summarize: (day: string) => Promise<GivenMetrics>;
  /** A page of the values of a dimension; pages count from 1 and have `statsLimits.rows` values. */
  listValues: (
    day: string,
    dimension: StatsDimension,
    page: number,
  ) => Promise<{ rows: { value: string; metrics: GivenMetrics }[]; rowCount: number }>;
}

/** Events that are stored between the answers and the recount look like a difference. */
const attemptsMax = 3;
const differencesMax = 20;

/**
 * Compares the engine's answers about a local day with a recount of the stored events: the summary, and each dimension's
 * values. Returns a line for each difference, at most 20; none if a repetition finds none.
 */
export async function verifyDay(
  tx: Tx,
  answers: DayAnswers,
  dataset: RecountedDataset,
  day: string,
): Promise<string[]> {
  let differences: string[] = [];
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const recounted = await tx.transaction((inner) => recountDay(inner, { ...dataset, day }));
    differences = await compareDay(answers, day, recounted);
    if (differences.length === 0) return [];
  }
  return differences;
}

async function compareDay(answers: DayAnswers, day: string, recounted: RecountedDay): Promise<string[]> {
  const differences = listDifferences('summary', recounted.summary, await answers.summarize(day));
  for (const [dimension, expected] of recounted.values) {
    let found = 0;
    let rowCount = 0;
    for (let page = 1; page <= statsLimits.page; page += 1) {
      const answer = await answers.listValues(day, dimension, page);
      rowCount = answer.rowCount;
      found += answer.rows.length;
      for (const { value, metrics } of answer.rows) {
        const counted = expected.get(value);
        const name = `${dimension} ${JSON.stringify(value)}`;
        differences.push(
          ...(counted ? listDifferences(name, counted, metrics) : [`${name}: is not in the stored events`]),
        );
      }
      if (answer.rows.length < statsLimits.rows || differences.length >= differencesMax) break;
    }
    const reachable = Math.min(expected.size, statsLimits.rows * statsLimits.page);
    if (differences.length < differencesMax && (found !== reachable || rowCount !== expected.size))
      differences.push(`${dimension}: ${rowCount} values, ${found} of them listed, counted ${expected.size}`);
    if (differences.length >= differencesMax) break;
  }
  return differences.slice(0, differencesMax);
}
