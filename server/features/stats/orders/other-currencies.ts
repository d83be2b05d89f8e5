import { currencyDigits, toMinorUnits } from '../../../../contract/rules/decimal.ts';
import type { StatsSummary } from '../../../../contract/stats/answers.ts';
import type { Dataset } from '../../segments/segments.ts';
import { toMoneyText } from '../metric-values.ts';
import type { StatsReader } from '../reader.ts';
import { moneyDigits } from '../sql/aggregates.ts';
import type { Question } from '../sql/question.ts';
import { toForeignOrdersStatement, toOtherCurrenciesStatement } from './order-rows.ts';

/** The orders in other currencies than the company's, which are never added to its revenue. */
export async function listOtherCurrencies(
  { reader }: { reader: StatsReader },
  dataset: Dataset,
  question: Question,
): Promise<StatsSummary['otherCurrencies']> {
  const { firstDay, lastDay } = question.range;
  // Nearly always there are no such orders, and then nothing has to be filtered.
  const some = await reader.ask(dataset, question.range, toForeignOrdersStatement, firstDay, lastDay);
  if (some.length === 0) return [];
  const rows = await reader.ask(dataset, question.range, toOtherCurrenciesStatement, question);
  return rows.map(({ key, orders, revenue }) => ({
    currency: key,
    orders,
    revenue: toMoneyText(toMinorUnits(revenue, moneyDigits), currencyDigits(key)),
  }));
}
