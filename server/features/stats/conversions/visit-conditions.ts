import type { GoalTarget } from '../../../../contract/company/goals.ts';
import type { TimeRange } from '../period/time-range.ts';
import {
  type Question,
  type QuestionSources,
  type SpanContext,
  toSpanContext,
  where,
} from '../sql/question.ts';
import type { StatementValues } from '../sql/statement-values.ts';

/** The days of a question as one span: a visit is within a day, so nothing has to be added up by day. */
export function toWholeContext(
  question: Question,
  sources: QuestionSources,
  values: StatementValues,
): SpanContext {
  const { firstDay: first, lastDay: last, beginsWithDay, endsWithDay }: TimeRange = question.range;
  const span = { first, last, isWhole: beginsWithDay && endsWithDay };
  const grouping = { by: 'time', interval: 'day' } as const;
  return toSpanContext(question, [grouping], [], sources.ofDays({ first, last }), values, span);
}

/** SELECT of `day` and `visit_no` of the visits that a question counts, each once. */
export function toMatchingVisits({ visits, hits, conditions, isIn }: SpanContext): string {
  if (conditions.onRow.length === 0)
    return `SELECT day, visit_no FROM ${visits} AS v ${conditions.withinVisit}
      ${where(...isIn('started_at'), ...conditions.onVisit)}`;
  return `SELECT DISTINCT day, visit_no FROM ${hits} AS h ${conditions.rowJoins}
    ${where('visit_no IS NOT NULL', ...isIn('visit_started_at'), ...conditions.onRow, ...conditions.onVisitOfRow)}`;
}

export const isPattern = ({ kind, target }: GoalTarget) => kind === 'page' && target.includes('*');
