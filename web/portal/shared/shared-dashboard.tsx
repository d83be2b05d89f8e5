import { useQuery } from '@tanstack/react-query';
import type { StreamState } from '../../api/stream/reconnecting-stream.ts';
import { summaryQuery } from '../api/stats.ts';
import { PortalMark } from '../brand/portal-brand.tsx';
import { PortalCards } from '../dashboard/cards/portal-cards.tsx';
import { FixedFilters } from '../dashboard/filters/fixed-filters.tsx';
import { formatRange, toPeriodName } from '../dashboard/print/view-in-words.ts';
import { PortalSections } from '../dashboard/sections/portal-sections.tsx';
import { PendingNotice } from '../dashboard/view/pending-notice.tsx';
import { PortalHead } from '../dashboard/view/portal-head.tsx';
import { usePortal } from '../dashboard/view/use-portal.ts';

/** All of a shared view. */
export function SharedDashboard({ live }: { live: StreamState }) {
  const { company } = usePortal();
  return (
    <div className="page-wide pt-4 pb-10">
      <div className="mb-3 flex min-h-8 md:mb-6">
        <PortalMark company={company} />
      </div>
      <PortalHead company={company} live={live} />
      <ViewInWords />
      <FixedFilters company={company} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        {company.source === 'simulated' && (
          <p className="rounded-control bg-warn-wash px-4 py-2.5 text-warn">
            Demo data: these figures are made up.
          </p>
        )}
        <PendingNotice />
        <PortalCards />
        <PortalSections />
      </div>
    </div>
  );
}

/** The period and the comparison: "Last 30 days: 29 Oct – 27 Nov 2026, compared with 29 Sep – 28 Oct 2026". */
function ViewInWords() {
  const { company, view } = usePortal();
  const { data: summary } = useQuery(summaryQuery(company.id, view));
  if (!summary) return <p className="mt-3 min-h-6" />;
  const { timeZone, comparedRange, ordersCounted } = summary;
  const hasTimes = 'from' in view.period && view.period.from.includes('T');
  const period = [toPeriodName(view), formatRange(summary, timeZone, hasTimes)].filter(Boolean).join(': ');
  const parts = [
    period,
    comparedRange && `compared with ${formatRange(comparedRange, timeZone, hasTimes)}`,
    ordersCounted === 'verified' && 'verified orders only',
    `times in ${timeZone.replaceAll('_', ' ')}`,
  ];
  return <p className="mt-3 text-note text-soft">{parts.filter(Boolean).join(' · ')}</p>;
}
