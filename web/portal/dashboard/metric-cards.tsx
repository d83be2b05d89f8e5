import type { ActiveVisitors, Analytics, Point } from '../../../contract/analytics.ts';
import { formatMoney } from '../../../contract/rules/money.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { formatCount, formatPercent, formatShort } from '../../ui/format.ts';
import { MetricCard, MetricChange } from './metric-card.tsx';
import { rangeLabels } from './ranges.ts';

interface MetricCardsProps {
  analytics: Analytics;
  active: ActiveVisitors | undefined;
}

export function MetricCards({ analytics, active }: MetricCardsProps) {
  const { currency, latest, series, range } = analytics;
  const money = (value: number) => formatMoney(value, currency);
  const shortMoney = (value: number) => formatShort(value, currency) ?? money(value);
  const shortCount = (value: number) => formatShort(value) ?? formatCount(value);
  const percentagePoints = (value: number) => `${value.toFixed(2)} pts`;

  const revenue = money(latest.revenue?.[1] ?? 0);
  const users = formatCount(latest.users?.[1] ?? 0);
  const orders = formatCount(latest.orders?.[1] ?? 0);
  const conversion = formatPercent(latest.conversion_rate?.[1] ?? 0);
  const room = Math.max(revenue.length, users.length, orders.length, conversion.length);
  const within = rangeLabels[range].within;

  return (
    <section aria-labelledby="figures" className="@container">
      <h2 id="figures" className="sr-only">
        Figures now
      </h2>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line [--cell:calc(50cqi-2.6rem)] lg:grid-cols-[1.15fr_1.25fr_1fr_1fr_1fr] lg:[--cell:calc(100cqi/5.4-3.2rem)]">
        <MetricCard
          isLive
          label="Active Users"
          value={formatCount(active?.total ?? 0)}
          room={room}
          className="col-span-2 [--cell:50rem] lg:col-span-1 lg:[--cell:calc(100cqi/5.4-3.2rem)]"
        >
          <p className="text-[0.9375rem] text-live">live visitors now</p>
          <p className="mt-auto pt-4 text-note text-soft tabular">
            {formatCount(active?.onSite ?? 0)} on the site · {formatCount(active?.onPortal ?? 0)} viewing this
            portal
          </p>
        </MetricCard>
        <MetricCard label="Revenue" value={revenue} room={room}>
          <Trend points={series.revenue} format={shortMoney} within={within} />
        </MetricCard>
        <MetricCard label="Total Users" value={users} room={room}>
          <Trend points={series.users} format={shortCount} within={within} />
        </MetricCard>
        <MetricCard label="Orders" value={orders} room={room}>
          <Trend points={series.orders} format={shortCount} within={within} />
        </MetricCard>
        <MetricCard label="Conversion Rate" value={conversion} room={room}>
          <Trend points={series.conversion_rate} format={percentagePoints} within={within} />
        </MetricCard>
      </div>
    </section>
  );
}

interface TrendProps {
  points: Point[];
  format: (value: number) => string;
  within: string;
}

function Trend({ points, format, within }: TrendProps) {
  const first = points[0];
  const last = points.at(-1);
  return (
    <>
      <MetricChange difference={first && last && last[1] - first[1]} format={format} within={within} />
      <div className="mt-auto pt-4">
        <Sparkline points={points} />
      </div>
    </>
  );
}
