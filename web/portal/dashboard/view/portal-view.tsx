import { useQuery } from '@tanstack/react-query';
import { Code } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { PortalCompany } from '../../../../contract/companies.ts';
import { activeQuery } from '../../../api/portal.ts';
import { summaryQuery } from '../../../api/stats.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { useTitle } from '../../../ui/layout/use-title.ts';
import { useLivePortal } from '../../use-live-portal.ts';
import { AnnotationButton } from '../annotations/annotation-button.tsx';
import { MetricCards } from '../cards/metric-cards.tsx';
import { MetricStrip } from '../cards/metric-strip.tsx';
import { PortalCharts } from '../charts/portal-charts.tsx';
import { DemoDataBanner, DemoDataButton } from '../demo-data.tsx';
import { EmptyPortal } from '../empty-portal.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { PortalLists } from '../lists/portal-lists.tsx';
import { LiveView } from '../live/live-view.tsx';
import { usePresence } from '../live/use-presence.ts';
import { PeriodBar } from '../period/period-bar.tsx';
import { ExportMenu } from '../print/export-menu.tsx';
import { LiveStatus } from './live-status.tsx';
import { PortalContext, usePortal } from './use-portal.ts';
import { useViewInAddress } from './use-view-in-address.ts';

/** Below everything else, so it loads after it. */
const PortalGoals = lazy(() =>
  import('../goals/portal-goals.tsx').then(({ PortalGoals }) => ({ default: PortalGoals })),
);

export function PortalView({ company }: { company: PortalCompany }) {
  const live = useLivePortal(company.id);
  const address = useViewInAddress();
  usePresence(company.id);
  useTitle(company.name);
  const isEmpty = company.lastEventAt === null && company.source === 'tracked';

  return (
    <PortalContext value={{ company, ...address }}>
      <div className="page-wide pt-10 pb-16 lg:pt-14">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <h1 className="min-w-0 text-heading break-words">{company.name}</h1>
          <LiveStatus state={live} lastEventAt={company.lastEventAt} />
        </div>
        {company.description && (
          <p className="mt-3 max-w-[62ch] text-lead break-words text-soft">{company.description}</p>
        )}

        <div className="mt-8 flex flex-wrap items-center gap-3">
          <PeriodBar />
          <div className="flex w-full flex-wrap-reverse items-center gap-x-2 gap-y-1 sm:ml-auto sm:w-auto">
            <AnnotationButton />
            <ExportMenu />
            <LinkButton to={`/tracking-script/${company.id}`} shape="quiet" size="small">
              <Code className="size-5" strokeWidth={1.5} aria-hidden="true" />
              Tracking code
            </LinkButton>
            <DemoDataButton company={company} hasRealEvents={company.lastEventAt !== null} />
          </div>
        </div>
        <FilterBar />

        <div className="mt-6 grid gap-4">
          {company.source === 'simulated' && <DemoDataBanner companyId={company.id} />}
          <PortalCards />
          {isEmpty ? (
            <EmptyPortal companyId={company.id} domain={company.displayDomain} />
          ) : (
            <>
              <PortalCharts />
              <PortalLists />
              <LiveView />
              <Suspense>
                <PortalGoals />
              </Suspense>
            </>
          )}
        </div>
      </div>
    </PortalContext>
  );
}

function PortalCards() {
  const { company, view } = usePortal();
  const summary = useQuery(summaryQuery(company.id, view));
  const active = useQuery(activeQuery(company.id));

  if (summary.data)
    return (
      <>
        <MetricCards summary={summary.data} active={active.data} />
        <MetricStrip />
      </>
    );
  if (!summary.isError) return <Spinner />;
  return (
    <LoadFailed
      title="Failed to load company data"
      message={summary.error.message}
      isBusy={summary.isFetching}
      onRetry={summary.refetch}
    />
  );
}
