import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RollingNumber } from '../../ui/figures/rolling-number.tsx';
import { RevenueChart } from './revenue-chart.tsx';
import { firstSampleMetrics, nextSampleMetrics } from './sample-metrics.ts';

const updateMs = 2200;

/** An animated preview of a portal with sample metrics. Paused for visitors who prefer reduced motion. */
export function PortalPreview() {
  const [metrics, setMetrics] = useState(firstSampleMetrics);
  const [isHydrated, setHydrated] = useState(false);
  const [isRunning, setRunning] = useState(true);

  useEffect(() => {
    setHydrated(true);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setRunning(false);
  }, []);

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => document.hidden || setMetrics(nextSampleMetrics), updateMs);
    return () => clearInterval(timer);
  }, [isRunning]);

  const { revenue, orders, users, active } = metrics;
  const count = (value: number) => value.toLocaleString('en-US');
  const Toggle = isRunning ? Pause : Play;

  return (
    <section aria-labelledby="portal-name" className="min-w-0 rounded-panel border border-line bg-raised">
      <header className="flex items-center justify-between gap-4 py-3 pr-3 pl-5 sm:pl-6">
        <div className="min-w-0">
          <h2 id="portal-name" className="text-lead font-medium">
            Harbour & Pine
          </h2>
          <p className="text-note text-soft">a client’s portal, with sample data</p>
        </div>
        <Button
          shape="quiet"
          className={classNames('w-26 shrink-0 justify-start! px-3!', !isHydrated && 'invisible')}
          onClick={() => setRunning(!isRunning)}
        >
          <Toggle className="size-4.5" strokeWidth={1.5} aria-hidden="true" />
          {isRunning ? 'Pause' : 'Play'}
        </Button>
      </header>
      <div className="grid grid-cols-[1.1fr_1.15fr_1fr] sm:grid-cols-[1.35fr_1fr_1fr] border-y border-line [--cell:5.2rem] sm:[--cell:7.4rem]">
        <PreviewMetric label="Active" value={count(active)} isLive />
        <PreviewMetric label="Visitors" value={count(users)} />
        <PreviewMetric label="Orders" value={count(orders)} />
      </div>
      <div className="px-5 pt-4 sm:px-6">
        <h3 className="text-[0.9375rem] text-soft">Revenue today</h3>
        <div className="font-medium [--cell:16rem]">
          <RollingNumber text={`$${count(revenue.at(-1) ?? 0)}`} />
        </div>
      </div>
      <div className="relative h-56 overflow-hidden">
        <RevenueChart values={revenue} />
      </div>
    </section>
  );
}

function PreviewMetric({ label, value, isLive = false }: { label: string; value: string; isLive?: boolean }) {
  return (
    <div
      className={isLive ? 'bg-live-wash py-3 pr-2 pl-5 sm:px-6' : 'border-l border-line px-3.5 py-3 sm:px-5'}
    >
      <h3 className="flex items-center gap-2 text-note text-soft">
        {isLive && (
          <span className="relative size-2 shrink-0" aria-hidden="true">
            <span className="breathing absolute inset-0 rounded-full bg-live-dot" />
            <span className="absolute inset-0 rounded-full bg-live-dot" />
          </span>
        )}
        {label}
      </h3>
      <div className="font-medium">
        <RollingNumber text={value} room={5} />
      </div>
    </div>
  );
}
