import type { GoalTarget } from '../../../../contract/company/goals.ts';
import type { StatementOf } from '../reader.ts';
import { toPatternCondition } from '../sql/path-patterns.ts';
import { type Question, type QuestionSources, type SpanContext, where } from '../sql/question.ts';
import { StatementValues } from '../sql/statement-values.ts';
import { isPattern, toMatchingVisits, toWholeContext } from './visit-conditions.ts';

/** The visits that reached one step of a funnel. `seconds`: the median since the step before; null for the first one. */
export interface FunnelRow {
  key: string;
  visits: number;
  seconds: number | null;
}

/**
 * One row for each step: `key` is its number, counted from 0, `visits` the visits that reached it after the steps before,
 * and `seconds` the median since the step before. The row with the key `all` has all visits of the question.
 *
 * Each step keeps one row for each visit with the earliest time at which it is possible, which leaves the most time for
 * the steps after it. The lists of all page views of the visits would not fit in memory.
 */
export function toFunnelStatement(
  question: Question,
  steps: readonly GoalTarget[],
  sources: QuestionSources,
): StatementOf<FunnelRow> {
  const values = new StatementValues();
  const context = toWholeContext(question, sources, values);
  const relations = [...listPaths(context, steps, values)];
  steps.forEach((_, index) => {
    relations.push(`step_${index} AS MATERIALIZED (${toStep(context, steps, index, values)})`);
  });
  const rows = steps.map((_, index) => {
    const seconds =
      index === 0 ? 'NULL::DOUBLE' : `median(epoch_us(t${index}) - epoch_us(t${index - 1})) / 1e6`;
    return `SELECT '${index}' AS key, count(*)::DOUBLE AS visits, ${seconds} AS seconds FROM step_${index}`;
  });
  const all = `SELECT 'all' AS key, count(*)::DOUBLE AS visits, NULL::DOUBLE AS seconds FROM (${toMatchingVisits(context)})`;
  return {
    sql: `WITH ${relations.join(', ')} ${[all, ...rows].join(' UNION ALL ')}`,
    values: values.list,
  };
}

/** The paths that each pattern matches, found once for each path. */
function listPaths({ hits }: SpanContext, steps: readonly GoalTarget[], values: StatementValues): string[] {
  if (!steps.some(isPattern)) return [];
  const columns = steps.flatMap((step, index) =>
    isPattern(step) ? [`${toPatternCondition('path', step.target, values)} AS is_${index}`] : [],
  );
  return [
    `paths AS MATERIALIZED (SELECT path, ${columns.join(', ')} FROM (
      SELECT DISTINCT path FROM ${hits} WHERE is_page_view AND visit_no IS NOT NULL))`,
  ];
}

function toStep(
  context: SpanContext,
  steps: readonly GoalTarget[],
  index: number,
  values: StatementValues,
): string {
  const { hits, conditions, isIn } = context;
  const step = steps[index];
  if (!step) throw new Error('a funnel has this step');
  const isStep = where('visit_no IS NOT NULL', ...toStepConditions(step, index, values));
  if (index === 0) {
    // Needed only where the rows themselves do not show whether their visit is counted.
    const isCounted = conditions.onRow.length > 0 ? `SEMI JOIN (${toMatchingVisits(context)}) AS m` : '';
    const using = isCounted === '' ? '' : 'USING (day, visit_no)';
    return `SELECT day, visit_no, min("at") AS t0 FROM ${hits} AS h ${conditions.rowJoins} ${isCounted} ${using}
      ${isStep} AND ${[...isIn('visit_started_at'), ...conditions.onVisitOfRow, 'true'].join(' AND ')}
      GROUP BY day, visit_no`;
  }
  const earlier = Array.from({ length: index }, (_, each) => `t${each}`);
  const rows = `(SELECT day, visit_no, "at" FROM ${hits} ${isStep}) AS h`;
  return `SELECT day, visit_no, ${earlier.map((time) => `any_value(${time}) AS ${time}`).join(', ')}, min("at") AS t${index}
    FROM ${rows} JOIN step_${index - 1} AS s USING (day, visit_no)
    WHERE ${toOrderConditions(steps, index).join(' AND ')} GROUP BY day, visit_no`;
}

function toStepConditions({ kind, target }: GoalTarget, index: number, values: StatementValues): string[] {
  if (kind === 'event') return ['is_event', `event_name = ${values.bind(target)}`];
  const isPath = isPattern({ kind, target })
    ? `path IN (SELECT path FROM paths WHERE is_${index})`
    : `path = ${values.bind(target)}`;
  return ['is_page_view', isPath];
}

/**
 * A page view and an event of the same moment are in order, whichever was stored first. One row, however, is never two
 * steps: it is later than the last step that it could have been as well.
 */
function toOrderConditions(steps: readonly GoalTarget[], index: number): string[] {
  const toKind = ({ kind, target }: GoalTarget) => (kind === 'page' ? '' : target);
  const step = steps[index];
  const same = steps.findLastIndex(
    (each, at) => at < index && step && each.kind === step.kind && toKind(each) === toKind(step),
  );
  return [`"at" >= t${index - 1}`, ...(same < 0 ? [] : [`"at" > t${same}`])];
}
