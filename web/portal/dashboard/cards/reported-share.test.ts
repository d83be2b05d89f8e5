import { expect, test } from 'vitest';
import { aSummary } from '../../../testing/stats-answers.ts';
import { describeReported } from './reported-share.ts';

const toMarks = (orders: number, verified: number, revenue: string, verifiedRevenue: string) => {
  const at = (value: number | string) => ({ value, compared: null });
  const summary = aSummary({
    ...{ orders: at(orders), 'verified-orders': at(verified) },
    ...{ revenue: at(revenue), 'verified-revenue': at(verifiedRevenue) },
  });
  return [describeReported('orders', summary), describeReported('revenue', summary)];
};

test.each([
  [3, 3, '120.00', '120.00', undefined, undefined],
  [0, 0, '0.00', '0.00', undefined, undefined],
  [3, 1, '120.10', '20.00', '2 not verified', '$100.10 not verified'],
  [3, 0, '120.10', '0.00', 'none verified', 'nothing verified'],
  [2, 2, '-5.00', '20.00', undefined, '−$25.00 not verified'],
] as const)(
  '%i orders, %i verified, %s revenue, %s verified: %s, %s',
  (orders, verified, revenue, verifiedRevenue, ofOrders, ofRevenue) => {
    expect(toMarks(orders, verified, revenue, verifiedRevenue)).toEqual([ofOrders, ofRevenue]);
  },
);

test('other metrics have no mark', () => {
  expect(describeReported('visitors', aSummary())).toBeUndefined();
});
