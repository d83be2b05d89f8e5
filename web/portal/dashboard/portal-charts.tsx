import type { Analytics } from '../../../contract/analytics.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import { TrendChart } from '../../charts/trend-chart.tsx';
import { formatAxis, formatCount } from '../../ui/format.ts';

export function PortalCharts({ analytics }: { analytics: Analytics }) {
  const { currency, series } = analytics;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <TrendChart
        title="Revenue Trend"
        subtitle="Real-time revenue tracking"
        kind="line"
        token="--chart-1"
        unit={`Revenue in ${currency}`}
        points={series.revenue}
        format={(value) => formatMoney(value, currency)}
        formatAxis={(value, step) => formatAxis(value, step, currency)}
      />
      <TrendChart
        title="User Growth"
        subtitle="Active user metrics"
        kind="bars"
        token="--chart-2"
        unit="Users"
        points={series.users}
        format={formatCount}
        formatAxis={formatAxis}
      />
    </div>
  );
}
