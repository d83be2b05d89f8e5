import { fromMinorUnits, toMinorUnits } from '../../contract/rules/decimal.ts';

const countDecimals = (amount: string) => amount.split('.')[1]?.length ?? 0;

/** A decimal less others: exact, with as many decimals as the amounts have. */
export function subtractAmounts(total: string, amounts: readonly string[]): string {
  const digits = Math.max(...[total, ...amounts].map(countDecimals));
  const units = amounts.reduce(
    (rest, amount) => rest - toMinorUnits(amount, digits),
    toMinorUnits(total, digits),
  );
  return fromMinorUnits(units, digits);
}
