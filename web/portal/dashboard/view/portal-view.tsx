import { Code } from 'lucide-react';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useTitle } from '../../../ui/layout/use-title.ts';
import { useLivePortal } from '../../use-live-portal.ts';
import { PortalCards } from '../cards/portal-cards.tsx';
import { ChartsSkeleton } from '../charts/charts-skeleton.tsx';
import { useChartInterval } from '../charts/use-chart-interval.ts';
import { DemoDataBanner, DemoDataButton } from '../demo-data.tsx';
import { EmptyPortal } from '../empty-portal.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { NoteButton } from '../notes/note-button.tsx';
import { PeriodBar } from '../period/period-bar.tsx';
import { ExportMenu } from '../print/export-menu.tsx';
import { PrintedHead } from '../print/printed-head.tsx';
import { PrintedNotes } from '../print/printed-notes.tsx';
import { LazySection } from './lazy-section.tsx';
import { LiveStatus } from './live-status.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { SectionSkeleton } from './section-skeleton.tsx';
import { PortalContext } from './use-portal.ts';
import { useViewInAddress } from './use-view-in-address.ts';

const loadCharts = () => import('../charts/portal-charts.tsx').then((file) => file.PortalCharts);
const loadLists = () => import('../lists/portal-lists.tsx').then((file) => file.PortalLists);
const loadOrders = () => import('../orders/portal-orders.tsx').then((file) => file.PortalOrders);
const loadLiveView = () => import('../live/live-view.tsx').then((file) => file.LiveView);
const loadGoals = () => import('../goals/portal-goals.tsx').then((file) => file.PortalGoals);

export function PortalView({ company }: { company: PortalCompany }) {
  const address = useViewInAddress();
  const { interval } = useChartInterval(address.view);
  const live = useLivePortal(company.id, { timeZone: company.timeZone, view: address.view, interval });
  useTitle(company.name);
  const isEmpty = company.lastEventAt === null && company.source === 'tracked';

  return (
    <PortalContext value={{ company, ...address }}>
      <div className="page-wide pt-8 pb-16 lg:pt-12">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <h1 className="min-w-0 text-heading break-words">{company.name}</h1>
          <div data-print="hide">
            <LiveStatus state={live} lastEventAt={company.lastEventAt} />
          </div>
        </div>
        {company.description && (
          <p className="mt-3 max-w-[62ch] text-lead break-words text-soft">{company.description}</p>
        )}

        <PrintedHead />
        <div data-print="hide" className="mt-8 flex flex-wrap items-start gap-x-3 gap-y-2">
          <PeriodBar />
          <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
            <NoteButton />
            <ExportMenu />
            {company.viewedAs === 'admin' && (
              <LinkButton
                to={`/tracking-script/${company.id}`}
                shape="quiet"
                size="small"
                className="min-h-11"
              >
                <Code className="size-5" strokeWidth={1.5} aria-hidden="true" />
                Tracking code
              </LinkButton>
            )}
            <DemoDataButton company={company} hasRealEvents={company.lastEventAt !== null} />
          </div>
        </div>
        <div data-print="hide">
          <p className="mt-2 text-note text-soft">Times in {company.timeZone.replaceAll('_', ' ')}</p>
          <FilterBar />
        </div>

        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          {company.source === 'simulated' && (
            <div data-print="hide">
              <DemoDataBanner companyId={company.id} />
            </div>
          )}
          <PendingNotice />
          <div data-print="cards">
            <PortalCards />
          </div>
          {isEmpty ? (
            <EmptyPortal companyId={company.id} domain={company.displayDomain} />
          ) : (
            <>
              <div data-print="charts">
                <LazySection title="The charts" load={loadCharts} skeleton={<ChartsSkeleton />} />
              </div>
              <div data-print="second-page" className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <div data-print="lists">
                  <LazySection title="The lists" load={loadLists} skeleton={<SectionSkeleton panels={4} />} />
                </div>
                <div data-print="hide">
                  <LazySection
                    title="The orders"
                    load={loadOrders}
                    skeleton={<SectionSkeleton panels={1} />}
                  />
                </div>
                <div data-print="hide">
                  <LazySection
                    title="The live view"
                    load={loadLiveView}
                    skeleton={<SectionSkeleton panels={2} />}
                  />
                </div>
                <div data-print="goals">
                  <LazySection title="The goals" load={loadGoals} skeleton={<SectionSkeleton panels={2} />} />
                </div>
                <PrintedNotes />
              </div>
            </>
          )}
        </div>
      </div>
    </PortalContext>
  );
}
