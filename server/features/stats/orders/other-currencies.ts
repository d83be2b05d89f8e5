import { currencyDigits, toMinorUnits } from '../../../../contract/rules/decimal.ts';
import type { StatsSummary } from '../../../../contract/stats/answers.ts';
import type { Dataset, Facts } from '../../segments/segments.ts';
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
  const known =
    question.filters.length === 0 ? await reader.listForeignRows(dataset, question.range) : undefined;
  if (known) return addUp(known, question);
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

/** The same from the rows in memory. */
function addUp(
  rows: NonNullable<Facts['foreign']>,
  { range, ordersCounted }: Question,
): StatsSummary['otherCurrencies'] {
  const found = new Map<string, { orders: number; revenue: bigint }>();
  for (const { kind, countedAt, currency, amount, isVerified } of rows) {
    if (countedAt < range.from * 1_000 || countedAt >= range.to * 1_000) continue;
    // Only verified orders have refunds.
    if (ordersCounted === 'verified' && kind === 'order' && !isVerified) continue;
    const sum = found.get(currency) ?? { orders: 0, revenue: 0n };
    if (kind === 'order') sum.orders += 1;
    sum.revenue += kind === 'order' ? amount : -amount;
    found.set(currency, sum);
  }
  const currencies = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return currencies.map(([currency, { orders, revenue }]) => ({
    currency,
    orders,
    revenue: toMoneyText(revenue, currencyDigits(currency)),
  }));
}
