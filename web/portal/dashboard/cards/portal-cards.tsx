import { useQuery } from '@tanstack/react-query';
import { hasFailed, LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { activeQuery } from '../../api/portal.ts';
import { summaryQuery } from '../../api/stats.ts';
import { listFigures } from '../metric-groups.ts';
import { portalTimeseries } from '../view/portal-timeseries.ts';
import { usePortal } from '../view/use-portal.ts';
import { CardsSkeleton } from './cards-skeleton.tsx';
import { MetricCards } from './metric-cards.tsx';
import { MetricStrip } from './metric-strip.tsx';

export function PortalCards() {
  const { company, view } = usePortal();
  const summary = useQuery(summaryQuery(company.id, view));
  const timeseries = useQuery(portalTimeseries(company, view));
  const active = useQuery({ ...activeQuery(company.id), enabled: !company.access.isNarrowed });

  if (summary.data) {
    const figures = listFigures(company, summary.data);
    return (
      <div
        aria-busy={summary.isPlaceholderData}
        data-stale={summary.isPlaceholderData}
        className="grid gap-4 transition-opacity data-[stale=true]:opacity-85"
      >
        <MetricCards
          summary={summary.data}
          timeseries={timeseries.data}
          active={active.data}
          figures={figures}
        />
        <MetricStrip summary={summary.data} figures={figures} />
      </div>
    );
  }
  if (!hasFailed(summary)) return <CardsSkeleton />;
  return <LoadFailed title="Failed to load company data" query={summary} />;
}
