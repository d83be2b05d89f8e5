import type { GoalTarget } from '../../../../contract/company/goals.ts';
import type { StatementOf } from '../reader.ts';
import { toPatternCondition } from '../sql/path-patterns.ts';
import type { Question, QuestionSources } from '../sql/question.ts';
import { StatementValues } from '../sql/statement-values.ts';
import { toMatchingVisits, toWholeContext } from './visit-conditions.ts';

/** The visits that reached one goal, and all visits of the question. */
export interface GoalRow {
  key: string;
  goals: number;
  visits: number;
}

/**
 * One row for each goal: `key` is its place in the list, and `goals` its visits. The row with the key `all` has all visits
 * of the question, also where there are no goals. The goals that a
 * visit reached are the bits of one number, so that the number of goals costs no memory. A company has fewer goals than
 * the number has bits.
 */
export function toGoalsStatement(
  question: Question,
  goals: readonly GoalTarget[],
  sources: QuestionSources,
): StatementOf<GoalRow> {
  const values = new StatementValues();
  const context = toWholeContext(question, sources, values);
  const reached = toReachedMasks(goals, context.hits, values);
  const counts = goals.map(
    (_, index) => `, coalesce(sum((mask >> ${index}) & 1), 0)::DOUBLE AS goals_${index}`,
  );
  const rows = [
    `SELECT 'all' AS key, 0::DOUBLE AS goals, visits FROM counted`,
    ...goals.map((_, index) => `SELECT '${index}' AS key, goals_${index} AS goals, visits FROM counted`),
  ];
  const join = goals.length === 0 ? '' : `LEFT JOIN (${reached}) AS r USING (day, visit_no)`;
  const sql = `WITH counted AS MATERIALIZED (
      SELECT count(*)::DOUBLE AS visits${counts.join('')}
      FROM (${toMatchingVisits(context)}) AS m ${join}
    ) ${rows.join(' UNION ALL ')}`;
  return { sql, values: values.list };
}

/** The visits that reached a goal, with the bits of those they reached. */
function toReachedMasks(goals: readonly GoalTarget[], hits: string, values: StatementValues): string {
  const masks = goals.map((goal, index) => ({ ...goal, bit: `(1::BIGINT << ${index})` }));
  const toMask = (conditions: string[]) => conditions.join(' | ');
  const pages = masks.filter(({ kind }) => kind === 'page');
  const events = masks.filter(({ kind }) => kind === 'event');
  const parts: string[] = [];
  if (pages.length > 0) {
    const mask = toMask(
      pages.map(({ target, bit }) => `if(${toPatternCondition('path', target, values)}, ${bit}, 0::BIGINT)`),
    );
    // Patterns are matched once for each path: there are fewer paths than page views.
    parts.push(`SELECT day, visit_no, p.mask AS mask FROM ${hits} AS h
      JOIN (SELECT path, mask FROM (SELECT path, ${mask} AS mask FROM (
          SELECT DISTINCT path FROM ${hits} WHERE is_page_view AND visit_no IS NOT NULL
        )) WHERE mask <> 0) AS p ON h.path = p.path
      WHERE is_page_view AND visit_no IS NOT NULL`);
  }
  if (events.length > 0) {
    const mask = toMask(
      events.map(({ target, bit }) => `if(event_name = ${values.bind(target)}, ${bit}, 0::BIGINT)`),
    );
    const names = events.map(({ target }) => values.bind(target)).join(', ');
    parts.push(`SELECT day, visit_no, ${mask} AS mask FROM ${hits}
      WHERE is_event AND visit_no IS NOT NULL AND event_name IN (${names})`);
  }
  return `SELECT day, visit_no, bit_or(mask) AS mask FROM (${parts.join(' UNION ALL ')}) GROUP BY day, visit_no`;
}
