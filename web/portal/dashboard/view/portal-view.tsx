import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { usePortalTitle } from '../../brand/portal-brand.tsx';
import { listSeen } from '../../portal-rights.ts';
import { useLivePortal } from '../../use-live-portal.ts';
import { PortalCards } from '../cards/portal-cards.tsx';
import { useChartInterval } from '../charts/use-chart-interval.ts';
import { DemoDataBanner } from '../demo-data.tsx';
import { EmptyPortal } from '../empty-portal.tsx';
import { DialogHost } from '../options/dialog-host.tsx';
import { PrintedHead } from '../print/printed-head.tsx';
import { usePaper } from '../print/use-paper.ts';
import { PortalSections } from '../sections/portal-sections.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { PortalHead } from './portal-head.tsx';
import { PortalToolbar } from './portal-toolbar.tsx';
import { PortalContext } from './use-portal.ts';
import { useViewInAddress } from './use-view-in-address.ts';

export function PortalView({ company }: { company: PortalCompany }) {
  const address = useViewInAddress(company.display.period);
  const { interval } = useChartInterval(address.view);
  const live = useLivePortal(company.id, { timeZone: company.timeZone, view: address.view, interval });
  usePortalTitle(company, company.name);
  usePaper();
  const { isNarrowed } = company.access;
  const isEmpty = company.lastEventAt === null && !isNarrowed && company.source === 'tracked';
  // The address may be that of a reader who sees more.
  const [metric = 'visitors'] = listSeen(company, [address.metric]);

  return (
    <PortalContext value={{ company, ...address, metric }}>
      <DialogHost>
        <div className="page-wide pt-5 pb-16 md:pt-8 lg:pt-10">
          <PortalHead company={company} live={live} />
          <PrintedHead />
          <PortalToolbar />
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
            {company.source === 'simulated' && (
              <div data-print="hide">
                <DemoDataBanner company={company} />
              </div>
            )}
            <PendingNotice />
            <div data-print="cards">
              <PortalCards />
            </div>
            {isEmpty ? <EmptyPortal company={company} /> : <PortalSections />}
          </div>
        </div>
      </DialogHost>
    </PortalContext>
  );
}
