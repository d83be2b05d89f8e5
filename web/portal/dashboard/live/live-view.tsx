import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../figures/format.ts';
import { toValueLabel } from '../../../figures/value-labels.ts';
import { Panel } from '../../../ui/panel.tsx';
import { liveVisitorsQuery } from '../../api/portal.ts';
import { DotMap } from '../map/dot-map.tsx';
import { usePortal } from '../view/use-portal.ts';
import { LiveShares } from './live-shares.tsx';
import { RecentEvents } from './recent-events.tsx';

/** Who is on the site now, from where, and what happens. It follows neither the period nor the filters of the page. */
export function LiveView() {
  // Who is there cannot be narrowed to a part of the site.
  return usePortal().company.access.isNarrowed ? <RecentEvents /> : <LiveVisitors />;
}

function LiveVisitors() {
  const { company } = usePortal();
  const { data } = useQuery(liveVisitorsQuery(company.id));
  const visitors = data?.visitors ?? 0;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[1.5fr_1fr]">
      <Panel labelledBy="live-view" className="min-w-0 p-5 lg:p-6">
        <header className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="live-view" className="text-title">
            On the site now
          </h2>
          <p className="text-soft tabular">
            {visitors === 1 ? '1 visitor' : `${formatCount(visitors)} visitors`} in the last five minutes
          </p>
        </header>
        {visitors > 0 && (
          <div className="mt-4">
            <DotMap values={data?.countries ?? []} />
          </div>
        )}
        {visitors === 0 ? (
          <p className="mt-3 text-soft">
            No one is on the site right now. Visitors appear here as soon as they open a page.
          </p>
        ) : (
          <div className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2">
            <LiveShares title="Pages" shares={data?.pages ?? []} className="sm:col-span-2" />
            <LiveShares title="Sources" shares={data?.sources ?? []} />
            <LiveShares
              title="Countries"
              shares={data?.countries ?? []}
              toName={(code) => toValueLabel('country', code)}
            />
          </div>
        )}
      </Panel>
      <RecentEvents />
    </div>
  );
}
