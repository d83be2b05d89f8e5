import type { StatsSummary } from '../../../../contract/stats/answers.ts';
import type { StatsMetric } from '../../../../contract/stats/model/metrics.ts';
import { formatCount, formatMoneyValue } from '../../../figures/format.ts';
import { subtractAmounts } from '../../amounts.ts';

/** How much of a card's number is not verified, as text. Undefined if all of it is verified. */
export function describeReported(metric: StatsMetric, summary: StatsSummary): string | undefined {
  const read = (name: StatsMetric) => summary.metrics[name]?.value;
  const orders = Number(read('orders') ?? 0);
  const verified = Number(read('verified-orders') ?? orders);
  if (metric === 'orders') {
    if (orders <= verified) return undefined;
    return verified === 0 ? 'none verified' : `${formatCount(orders - verified)} not verified`;
  }
  if (metric !== 'revenue') return undefined;
  const revenue = String(read('revenue') ?? '0');
  const verifiedRevenue = String(read('verified-revenue') ?? revenue);
  const reported = subtractAmounts(revenue, [verifiedRevenue]);
  if (Number(reported) === 0) return undefined;
  if (verified === 0 && Number(verifiedRevenue) === 0) return 'nothing verified';
  return `${formatMoneyValue(reported, summary.currency)} not verified`;
}
