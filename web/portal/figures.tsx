import type { Active, Analytics } from '../../contract/analytics.ts';
import type { MetricName } from '../../contract/constants.ts';
import { Change, Figure } from './figure.tsx';
import { formatCount, formatMoney, formatPercent } from './format.ts';
import { rangeLabels } from './ranges.ts';
import { Sparkline } from './sparkline.tsx';

interface FiguresProps {
  analytics: Analytics;
  active: Active | undefined;
}

export function Figures({ analytics, active }: FiguresProps) {
  const { currency } = analytics;
  const money = (value: number) => formatMoney(value, currency);
  const points = (value: number) => `${value.toFixed(2)} pts`;

  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="sr-only">
        Figures now
      </h2>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line lg:grid-cols-[1.15fr_1.3fr_1fr_1fr_1.05fr]">
        <Figure
          isLive
          label="Active Users"
          value={formatCount(active?.total ?? 0)}
          className="col-span-2 lg:col-span-1"
        >
          <p className="text-[0.9375rem] text-live">live visitors now</p>
          <p className="mt-auto pt-4 text-note text-soft tabular">
            {formatCount(active?.onSite ?? 0)} on the site · {formatCount(active?.onPortal ?? 0)} viewing this
            portal
          </p>
        </Figure>
        <Metric name="revenue" label="Revenue" format={money} analytics={analytics} />
        <Metric name="users" label="Total Users" format={formatCount} analytics={analytics} />
        <Metric name="orders" label="Orders" format={formatCount} analytics={analytics} />
        <Metric
          name="conversion_rate"
          label="Conversion Rate"
          format={formatPercent}
          formatChange={points}
          analytics={analytics}
        />
      </div>
    </section>
  );
}

interface MetricProps {
  name: MetricName;
  label: string;
  format: (value: number) => string;
  formatChange?: (value: number) => string;
  analytics: Analytics;
}

function Metric({ name, label, format, formatChange = format, analytics }: MetricProps) {
  const series = analytics.series[name];
  const latest = analytics.latest[name]?.[1] ?? 0;
  const first = series[0]?.[1];
  return (
    <Figure label={label} value={format(latest)}>
      <Change
        difference={first === undefined ? undefined : latest - first}
        format={formatChange}
        within={rangeLabels[analytics.range].within}
      />
      <div className="mt-auto pt-4">
        <Sparkline points={series} />
      </div>
    </Figure>
  );
}
