import type { Goal } from '../../../../contract/company/goals.ts';
import { toMinorUnits } from '../../../../contract/rules/decimal.ts';
import type { StatsFunnel, StatsGoals } from '../../../../contract/stats/conversion-answers.ts';
import type { FunnelQuery, GoalsQuery } from '../../../../contract/stats/conversion-questions.ts';
import { listGoals, requireFunnel } from '../../goals/goals.ts';
import { type AggregateRow, type ResultRow, toMetricValues, toMoneyText } from '../metric-values.ts';
import type { PeriodQuery } from '../period/resolve-period.ts';
import type { TimeRange } from '../period/time-range.ts';
import { moneyDigits } from '../sql/aggregates.ts';
import { type Asked, openQuestion, type StatsDeps, toQuestion, withPending } from '../stats.ts';
import { toFunnelStatement } from './funnel-statement.ts';
import { toGoalsStatement } from './goals-statement.ts';

type AskedFor<Query> = Asked<Query & PeriodQuery>;

/** The conversions of all goals of the company, which are one statement, next to those of the compared range. */
export async function countGoals(deps: StatsDeps, asked: AskedFor<GoalsQuery>): Promise<StatsGoals> {
  const [opened, goals] = await Promise.all([
    openQuestion(deps, asked),
    listGoals(deps.db, asked.companyId, asked.scope),
  ]);
  const { dataset, period, digits } = opened;
  const count = async (range: TimeRange) => {
    const question = toQuestion(asked.query, opened, range);
    const rows = await deps.reader.ask(dataset, range, toGoalsStatement, question, goals);
    return new Map(rows.map((row) => [row.key, row]));
  };
  const [found, compared] = await Promise.all([
    count(period.range),
    period.compared ? count(period.compared) : undefined,
  ]);
  const toPair = <Value>(pick: (rows: Map<string | undefined, ResultRow>) => Value) => ({
    value: pick(found),
    compared: compared ? pick(compared) : null,
  });
  const visitsOf = (rows: Map<string | undefined, ResultRow>) => toNumber(rows.get('all')?.visits);
  return {
    ...withPending(deps, opened),
    visits: toPair(visitsOf),
    goals: goals.map((goal, index) => {
      const rowOf = (rows: Map<string | undefined, ResultRow>) => rows.get(String(index));
      const reachedOf = (rows: Map<string | undefined, ResultRow>) => toNumber(rowOf(rows)?.goals);
      return {
        ...goal,
        conversions: toPair(reachedOf),
        rate: toPair((rows) => toRate(rowOf(rows))),
        totalValue: toPair((rows) => toTotalValue(goal, reachedOf(rows), digits)),
      };
    }),
  };
}

/** The steps of one funnel. */
export async function countFunnel(
  deps: StatsDeps,
  { query, ...asker }: Omit<AskedFor<FunnelQuery>, 'query'> & { query: FunnelQuery },
): Promise<StatsFunnel> {
  const { companyId } = asker;
  const asked = { ...asker, query: { ...query, compare: 'none' as const } };
  const [opened, funnel] = await Promise.all([
    openQuestion(deps, asked),
    requireFunnel(deps.db, { companyId, id: query.funnel }),
  ]);
  const { dataset, period } = opened;
  const question = toQuestion(query, opened, period.range);
  const rows = await deps.reader.ask(dataset, period.range, toFunnelStatement, question, funnel.steps);
  const found = new Map(rows.map((row) => [row.key, row]));
  const visitsOf = (index: number) => toNumber(found.get(String(index))?.visits);
  const { comparedRange: _, ...range } = withPending(deps, opened);
  return {
    ...range,
    id: funnel.id,
    name: funnel.name,
    visits: toNumber(found.get('all')?.visits),
    steps: funnel.steps.map((step, index) => {
      const visits = visitsOf(index);
      const previous = index === 0 ? null : visitsOf(index - 1);
      return {
        ...step,
        visits,
        dropped: previous === null ? null : previous - visits,
        dropRate: previous === null ? null : toRate({ goals: previous - visits, visits: previous }),
        rateFromPrevious: previous === null ? null : toRate({ goals: visits, visits: previous }),
        rateFromFirst: toRate({ goals: visits, visits: visitsOf(0) }),
        seconds: found.get(String(index))?.seconds ?? null,
      };
    }),
  };
}

const toNumber = (value: number | string | null | undefined) => Number(value ?? 0);

/** The metric of a goal. A step of a funnel is a goal of the visits that reached an earlier one. */
const toRate = (row: AggregateRow | undefined) =>
  toMetricValues(['goal-conversion-rate'], 0, row)['goal-conversion-rate'] ?? null;

function toTotalValue({ value }: Goal, conversions: number, digits: number): string | null {
  if (value === null) return null;
  return toMoneyText(toMinorUnits(value, moneyDigits) * BigInt(conversions), digits);
}
