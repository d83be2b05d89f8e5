import { accessRightTexts } from '../../../contract/company/access-rights.ts';
import type { StatsGoal } from '../../../contract/stats/filter.ts';
import {
  isAboutMoney,
  isGoalMetric,
  type StatsMetric,
  statsMetrics,
} from '../../../contract/stats/model/metrics.ts';
import { AppError } from '../../platform/errors.ts';
import { type AccessScope, missingRight } from '../access/access.ts';

const goalMetrics = statsMetrics.filter(isGoalMetric);

/**
 * The metrics that were asked for, or the usual ones of the answer, with those of the goal if there is one. Without the right to
 * see money, none of them is about it.
 * @throws {AppError} 403 `missing-right` if such a metric was asked for.
 */
export function listMetrics(
  { metrics, goal }: { metrics?: readonly StatsMetric[] | undefined; goal?: StatsGoal | undefined },
  usual: readonly StatsMetric[],
  scope: AccessScope,
): readonly StatsMetric[] {
  if (metrics) {
    requireSeen(metrics, 'metrics', scope);
    return metrics;
  }
  return listSeen(goal ? [...usual, ...goalMetrics] : usual, scope);
}

/** The metrics without those that a viewer may not see. */
export const listSeen = (
  metrics: readonly StatsMetric[],
  { seesMoney }: AccessScope,
): readonly StatsMetric[] => (seesMoney ? metrics : metrics.filter((name) => !isAboutMoney(name)));

/** Throws if a field of a question names a metric that the viewer may not see: not even the order of rows reveals amounts. */
export function requireSeen(
  metrics: readonly StatsMetric[],
  field: 'metrics' | 'sort',
  { seesMoney }: AccessScope,
): void {
  if (seesMoney || !metrics.some(isAboutMoney)) return;
  const { status, code, message } = missingRight(accessRightTexts.money.label);
  throw new AppError(status, code, message, { field });
}
