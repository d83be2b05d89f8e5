import type { StatsSummary } from '../../../../contract/stats/answers.ts';
import { formatCount, formatExactMoney } from '../../../figures/format.ts';

/** Orders in other currencies, which the revenue does not contain. */
export function OtherCurrencies({ summary }: { summary: StatsSummary }) {
  const { currency, otherCurrencies } = summary;
  if (otherCurrencies.length === 0) return null;
  const amounts = otherCurrencies.map(
    (other) =>
      `${formatExactMoney(other.revenue, other.currency, currency)} (${formatCount(other.orders)} ${other.orders === 1 ? 'order' : 'orders'})`,
  );
  return <p className="mt-1 text-note text-soft tabular">plus {amounts.join(', ')}</p>;
}
