import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromMinorUnits } from '../../../../contract/rules/decimal.ts';
import { aggregateNames, isMoneyAggregate } from '../../../../contract/stats/model/aggregates.ts';
import { statsMetrics } from '../../../../contract/stats/model/metrics.ts';
import { DuckDb } from '../../segments/duckdb/duckdb.ts';
import { type AggregateRow, toMetricValues } from '../metric-values.ts';
import { moneyDigits, toSortExpression } from './aggregates.ts';

let folder: string;
let duckDb: DuckDb;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'northlight-sort-'));
  duckDb = new DuckDb({ folder });
});
afterAll(async () => {
  await duckDb.close();
  rmSync(folder, { recursive: true });
});

const count = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 5_000_000 }));
const money = fc
  .oneof(fc.bigInt({ min: -99_999n, max: 99_999n }), fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }))
  .map((units) => fromMinorUnits(units, moneyDigits));
const row = fc.record(
  Object.fromEntries(
    aggregateNames.map((aggregate) => [aggregate, isMoneyAggregate(aggregate) ? money : count]),
  ),
);

/** Groups of rows that a list would sort by one metric: the expression must order them as their shown values are. */
async function sortKeys(rows: AggregateRow[], metric: (typeof statsMetrics)[number], digits: number) {
  const columns = aggregateNames.map((name) =>
    isMoneyAggregate(name) ? `${name}::DECIMAL(38, ${moneyDigits}) AS ${name}` : `${name}::DOUBLE AS ${name}`,
  );
  const values = rows
    .map((each) => `(${aggregateNames.map((name) => `'${each[name] ?? 0}'`).join(', ')})`)
    .join(', ');
  const sql = `SELECT ${toSortExpression(metric, 'g', digits)}::VARCHAR AS key
    FROM (SELECT ${columns.join(', ')} FROM (VALUES ${values}) AS v(${aggregateNames.join(', ')})) AS g`;
  const found = await duckDb.read<{ key: string | null }>(sql, [], { timeoutMs: 60_000 });
  return found.map(({ key }) => (key === null ? null : Number(key)));
}

const toNumber = (value: number | string | null | undefined) => (value == null ? null : Number(value));

test.each(statsMetrics)(
  'rows with equal %s as it is shown are equal for sorting, and others in its order',
  async (metric) => {
    const check = fc.asyncProperty(
      fc.array(row, { minLength: 2, maxLength: 30 }),
      // A sum keeps all its decimals, a division has those of the currency.
      metric === 'average-order-value' || metric === 'revenue-per-visit'
        ? fc.constantFrom(0, 2, 3)
        : fc.constant(moneyDigits),
      async (rows, digits) => {
        const keys = await sortKeys(rows, metric, digits);
        const shown = rows.map((each) => toNumber(toMetricValues([metric], digits, each)[metric]));
        for (const [a, one] of shown.entries())
          for (const [b, other] of shown.entries()) {
            if (one === null || other === null)
              expect([keys[a] === null, keys[b] === null]).toEqual([one === null, other === null]);
            else expect(Math.sign((keys[a] ?? 0) - (keys[b] ?? 0))).toBe(Math.sign(one - other));
          }
      },
    );
    await fc.assert(check, { numRuns: 20 });
  },
);
