import { addDecimals } from '../../../contract/rules/decimal.ts';
import type { MetricValues, StatsSummary } from '../../../contract/stats/answers.ts';
import type { OrdersFileQuery } from '../../../contract/stats/questions.ts';
import { wholeScope } from '../../features/access/access.ts';
import { breakDown } from '../../features/stats/lists/breakdowns.ts';
import { openOrdersFile } from '../../features/stats/orders/orders-file.ts';
import { listDifferences } from '../../features/stats/recount/compare-metrics.ts';
import type { RecountMetrics } from '../../features/stats/recount/tally.ts';
import { type Asker, listTimeseries, type StatsDeps, summarize } from '../../features/stats/stats.ts';
import type { AskedQuestion } from './asked-question.ts';
import { readOrdersFile } from './read-orders-file.ts';

/** Asks the engine, and lists what differs from the right answer. */
export async function listAnswerDifferences(
  deps: StatsDeps,
  companyId: string,
  asked: AskedQuestion,
): Promise<string[]> {
  const call: Asker = { companyId, now: asked.now, scope: wholeScope };
  if (asked.answer === 'summary') return compareSummary(deps, call, asked);
  return asked.answer === 'series' ? compareSeries(deps, call, asked) : compareBreakdown(deps, call, asked);
}

function compare(
  name: string,
  expected: RecountMetrics | null,
  found: MetricValues | null | undefined,
): string[] {
  if (expected === null || found == null)
    return expected === (found ?? null) ? [] : [`${name} is ${found}, expected ${JSON.stringify(expected)}`];
  return listDifferences(name, expected, found);
}

async function compareSummary(deps: StatsDeps, call: Asker, asked: AskedQuestion): Promise<string[]> {
  const expected = asked.toSummary();
  const answer = await summarize(deps, { ...call, query: asked.summaryQuery });
  const { metrics, comparedRange } = answer;
  const select = (key: 'value' | 'compared') =>
    Object.fromEntries(Object.entries(metrics).map(([metric, values]) => [metric, values[key]]));
  return [
    ...compare('summary', expected.value, select('value')),
    ...compare('compared summary', expected.compared, comparedRange && select('compared')),
    ...(await compareOrdersFile(deps, call, asked.ordersFileQuery, answer)),
  ];
}

/** The rows of the file of orders add up to what the cards show, for each currency. */
async function compareOrdersFile(
  deps: StatsDeps,
  call: Asker,
  query: OrdersFileQuery,
  { metrics, otherCurrencies }: StatsSummary,
): Promise<string[]> {
  const rows = await readOrdersFile((await openOrdersFile(deps, { ...call, query })).content);
  const sumOf = (amounts: (string | undefined)[]) =>
    Number(
      addDecimals(
        amounts.map((text) => text || '0'),
        4,
      ),
    );
  const orders = rows.filter(({ kind }) => kind === 'order');
  const expected = new Map<string, number>([
    ['orders', Number(metrics.orders?.value)],
    ['revenue', Number(metrics.revenue?.value)],
    ...otherCurrencies.map(({ currency, revenue }) => [currency, Number(revenue)] as const),
  ]);
  const isForeign = (row: Record<string, string>) => row['other-currency-amount'] !== '';
  const found = new Map<string, number>([
    ['orders', orders.length],
    ['revenue', sumOf(rows.map(({ amount }) => amount))],
  ]);
  for (const { currency = '' } of rows.filter(isForeign)) {
    const ofCurrency = rows.filter((row) => isForeign(row) && row.currency === currency);
    found.set(currency, sumOf(ofCurrency.map((row) => row['other-currency-amount'])));
  }
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((name) =>
    expected.get(name) === found.get(name)
      ? []
      : [`${name} of the file is ${found.get(name)}, expected ${expected.get(name)}`],
  );
}

interface Point {
  at: string;
}

function compareTimes(name: string, expected: Point[] | null, found: Point[] | null): string[] {
  const toText = (points: Point[] | null) => points?.map(({ at }) => at).join(' ') ?? 'nothing';
  return toText(expected) === toText(found)
    ? []
    : [`${name} is at ${toText(found)}, expected ${toText(expected)}`];
}

async function compareSeries(deps: StatsDeps, call: Asker, asked: AskedQuestion): Promise<string[]> {
  const expected = asked.toSeries();
  const found = await listTimeseries(deps, { ...call, query: asked.timeseriesQuery });
  return [
    ...compareTimes('series', expected.points, found.points),
    ...compareTimes('compared series', expected.compared, found.compared),
    ...expected.points.flatMap(({ at, metrics }, index) =>
      compare(at, metrics, found.points[index]?.metrics),
    ),
    ...(expected.compared ?? []).flatMap(({ at, metrics }, index) =>
      compare(`compared ${at}`, metrics, found.compared?.[index]?.metrics),
    ),
  ];
}

async function compareBreakdown(deps: StatsDeps, call: Asker, asked: AskedQuestion): Promise<string[]> {
  const expected = asked.toBreakdown();
  const totals = asked.toSummary();
  const found = await breakDown(deps, { ...call, query: asked.breakdownQuery });
  const toValues = (rows: { value: string }[]) => JSON.stringify(rows.map(({ value }) => value));
  const [wanted, given] = [toValues(expected.rows), toValues(found.rows)];
  return [
    ...(expected.rowCount === found.rowCount
      ? []
      : [`${found.rowCount} values, expected ${expected.rowCount}`]),
    ...(wanted === given ? [] : [`values ${given}, expected ${wanted}`]),
    ...expected.rows.flatMap(({ value, metrics, compared }, index) => [
      ...compare(value, metrics, found.rows[index]?.metrics),
      ...compare(`compared ${value}`, compared, found.rows[index]?.compared),
    ]),
    ...compare('totals', totals.value, found.totals),
    ...compare('compared totals', totals.compared, found.comparedTotals),
  ];
}
