import type { TimeRange } from '../period/time-range.ts';
import type { StatementOf } from '../reader.ts';
import type { Question, QuestionSources } from '../sql/question.ts';
import { StatementValues } from '../sql/statement-values.ts';
import { type OpenedQuestion, type StatsDeps, toQuestion } from '../stats.ts';
import { toOrderRows } from './order-rows.ts';

/** The number of refunds of a range, in any currency: those that the orders file of the range lists. */
export async function countRefunds(
  { reader }: Pick<StatsDeps, 'reader'>,
  opened: OpenedQuestion,
  range: TimeRange,
): Promise<number> {
  const question = toQuestion({ filter: [], goal: undefined }, opened, range);
  const [found] = await reader.ask(opened.dataset, range, toRefundsStatement, question);
  return found?.refunds ?? 0;
}

function toRefundsStatement(question: Question, sources: QuestionSources): StatementOf<{ refunds: number }> {
  const values = new StatementValues();
  const rows = toOrderRows(question, sources, values, `kind = 'refund'`);
  return { sql: `SELECT count(*)::DOUBLE AS refunds FROM ${rows}`, values: values.list };
}
