import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { PortalCompany } from '../../../contract/company/companies.ts';
import type { OpenedShare } from '../../../contract/company/shares.ts';
import { isAboutMoney, type StatsMetric } from '../../../contract/stats/model/metrics.ts';
import { type PortalView, readPortalView } from '../../../contract/stats/view.ts';
import { hasCode, isNotFound } from '../../api/client.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { companyQuery } from '../api/portal.ts';
import { PortalTheme, usePortalTitle } from '../brand/portal-brand.tsx';
import { useChartInterval } from '../dashboard/charts/use-chart-interval.ts';
import { PortalContext } from '../dashboard/view/use-portal.ts';
import { hasRight } from '../portal-rights.ts';
import { useLivePortal } from '../use-live-portal.ts';
import { FrameMessage } from './frame-message.tsx';
import { FramedCard } from './framed-card.tsx';
import { FramedChart } from './framed-chart.tsx';
import { SharedDashboard } from './shared-dashboard.tsx';
import type { ShownPart } from './shown-part.ts';

interface SharedPortalProps {
  share: OpenedShare;
  part: ShownPart;
  /** The session no longer works: the link was changed, or has ended. */
  onLost: () => void;
}

/** The view that a link shares, current as long as it is open. */
export function SharedPortal({ share, part, onLost }: SharedPortalProps) {
  const { data: company, error } = useQuery(companyQuery(share.companyId));
  const isLost = isNotFound(error) || hasCode(error, 'missing-right');
  useEffect(() => {
    if (isLost) onLost();
  }, [isLost, onLost]);
  usePortalTitle(company, share.company);
  // Its filters are fixed: the server adds them to every question.
  const view = useMemo(
    () => ({ ...readPortalView(new URLSearchParams(share.view)), filters: [] }),
    [share.view],
  );
  if (!company)
    return error && !isLost ? (
      <FrameMessage title="Not reachable at the moment">
        The figures could not be loaded. This page tries again by itself.
      </FrameMessage>
    ) : (
      <Spinner />
    );
  return <OpenPortal company={company} view={view} part={part} />;
}

const ignore = () => {};

interface OpenPortalProps {
  company: PortalCompany;
  view: PortalView;
  part: ShownPart;
}

function OpenPortal({ company, view, part }: OpenPortalProps) {
  const { interval } = useChartInterval(view);
  const live = useLivePortal(company.id, { timeZone: company.timeZone, view, interval, isCounted: false });
  const [metric, changeMetric] = useState<StatsMetric>('visitors');
  const portal = { company, view, changeView: ignore, metric, changeMetric, isShared: true };
  if (part.is !== 'all' && isAboutMoney(part.metric) && !hasRight(company, 'money'))
    return <FrameMessage title="Not part of this view">This link shows no amounts.</FrameMessage>;
  return (
    <PortalContext value={portal}>
      <PortalTheme company={company} />
      {part.is === 'all' && <SharedDashboard live={live} />}
      {part.is === 'card' && <FramedCard metric={part.metric} live={live} />}
      {part.is === 'chart' && <FramedChart metric={part.metric} />}
    </PortalContext>
  );
}
