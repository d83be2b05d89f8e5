import type { StatsSummary } from './answers.ts';

/** Whether the period, or the one it is compared with, has an order or a refund, in any currency. */
export function hasSales({ metrics, otherCurrencies }: StatsSummary): boolean {
  const { orders, revenue } = metrics;
  const values = [orders?.value, orders?.compared, revenue?.value, revenue?.compared];
  return otherCurrencies.length > 0 || values.some((value) => Number(value ?? 0) !== 0);
}
