import type { ActiveVisitors } from '../../../../contract/analytics.ts';
import { formatMoney } from '../../../../contract/rules/money.ts';
import type { StatsSummary } from '../../../../contract/stats/stats-answers.ts';
import { formatCount, formatPercent } from '../../../ui/format.ts';
import { MetricCard } from './metric-card.tsx';

interface MetricCardsProps {
  summary: StatsSummary;
  active: ActiveVisitors | undefined;
}

export function MetricCards({ summary: { metrics, currency }, active }: MetricCardsProps) {
  const revenue = formatMoney(Number(metrics.revenue?.value ?? 0), currency);
  return (
    <section aria-labelledby="metrics" className="@container">
      <h2 id="metrics" className="sr-only">
        Metrics of the period
      </h2>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line [--cell:calc(50cqi-2.6rem)] lg:grid-cols-[1.15fr_1.25fr_1fr_1fr_1fr] lg:[--cell:calc(100cqi/5.4-3.2rem)]">
        <MetricCard isLive label="Active Users" value={formatCount(active?.total ?? 0)} />
        <MetricCard label="Revenue" value={revenue} />
        <MetricCard label="Total Users" value={formatCount(Number(metrics.visitors?.value ?? 0))} />
        <MetricCard label="Orders" value={formatCount(Number(metrics.orders?.value ?? 0))} />
        <MetricCard
          label="Conversion Rate"
          value={formatPercent(Number(metrics['conversion-rate']?.value ?? 0))}
        />
      </div>
    </section>
  );
}
