import { classNames } from '../../../ui/class-names.ts';

/** The space of the charts while their code or their first answer is loading. */
export function ChartsSkeleton({ hasRevenue }: { hasRevenue: boolean }) {
  return (
    <div role="status" className="grid min-w-0 gap-3">
      <span className="sr-only">Loading charts</span>
      <div className="h-11" />
      <div className={classNames('grid min-w-0 gap-4', hasRevenue && 'lg:grid-cols-2')}>
        {hasRevenue && <SkeletonPanel />}
        <SkeletonPanel />
      </div>
    </div>
  );
}

function SkeletonPanel() {
  return (
    <div
      className="min-w-0 rounded-panel border border-line bg-raised px-5 pt-5 pb-2 lg:px-6 lg:pt-6"
      aria-hidden="true"
    >
      <div className="h-36 sm:h-20">
        <div className="h-6 w-40 rounded-control bg-sunken" />
        <div className="mt-2 h-4 w-56 max-w-full rounded-control bg-sunken" />
      </div>
      <div className="mt-2 grid content-between pb-8" style={{ height: 300 }}>
        {['top', 'upper', 'lower', 'bottom'].map((line) => (
          <div key={line} className="border-t border-line" />
        ))}
      </div>
      <div className="h-18" />
    </div>
  );
}
