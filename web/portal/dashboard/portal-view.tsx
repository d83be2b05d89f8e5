import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Code } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ActiveVisitors, Analytics } from '../../../contract/analytics.ts';
import type { PortalCompany } from '../../../contract/companies.ts';
import { activeQuery, analyticsQuery } from '../../api/portal.ts';
import { LinkButton } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { useLiveAnalytics } from '../use-live-analytics.ts';
import { DemoDataBanner, DemoDataButton } from './demo-data.tsx';
import { EmptyPortal } from './empty-portal.tsx';
import { LiveStatus } from './live-status.tsx';
import { MetricCards } from './metric-cards.tsx';
import { PortalCharts } from './portal-charts.tsx';
import { prependZero } from './prepend-zero.ts';
import { RangeSwitch } from './range-switch.tsx';
import { readRange } from './ranges.ts';
import { usePresence } from './use-presence.ts';

const fallbackPollMs = 15_000;

const isEmpty = ({ lastEventAt, source, latest }: Analytics) =>
  lastEventAt === null && source === 'tracked' && Object.values(latest).every((reading) => reading === null);

export function PortalView({ company }: { company: PortalCompany }) {
  const [search, setSearch] = useSearchParams();
  const range = readRange(search);
  const live = useLiveAnalytics(company.id, range);
  usePresence(company.id);
  useTitle(company.name);

  // Polls while there is no stream, for example behind a proxy that buffers it.
  const refetchInterval = live === 'reconnecting' ? fallbackPollMs : false;
  const analytics = useQuery({
    ...analyticsQuery(company.id, range),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
  const active = useQuery({ ...activeQuery(company.id), refetchInterval });
  const data = useMemo(
    () => analytics.data && prependZero(analytics.data, company.created_at),
    [analytics.data, company.created_at],
  );
  const isFailed = analytics.isError && !analytics.data;

  return (
    <div className="page-wide pt-10 pb-16 lg:pt-14">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 className="min-w-0 text-heading break-words">{company.name}</h1>
        <LiveStatus state={live} lastEventAt={analytics.data?.lastEventAt} />
      </div>
      {company.description && (
        <p className="mt-3 max-w-[62ch] text-lead break-words text-soft">{company.description}</p>
      )}

      <div className="mt-8 flex flex-wrap items-center gap-3">
        <RangeSwitch
          value={range}
          onChange={(next) =>
            setSearch(next === '24h' ? {} : { range: next }, { replace: true, preventScrollReset: true })
          }
        />
        <div className="flex w-full flex-wrap-reverse items-center gap-x-2 gap-y-1 sm:ml-auto sm:w-auto">
          <LinkButton
            to={`/tracking-script/${company.id}`}
            shape="quiet"
            size="small"
            className="max-sm:w-full"
          >
            <Code className="size-5" strokeWidth={1.5} aria-hidden="true" />
            Tracking code
          </LinkButton>
          {analytics.data && (
            <DemoDataButton company={company} hasRealEvents={analytics.data.lastEventAt !== null} />
          )}
        </div>
      </div>

      <div
        className="mt-6 grid gap-4 transition-opacity data-[stale=true]:opacity-50"
        data-stale={analytics.isPlaceholderData}
      >
        {data && <PortalMetrics company={company} analytics={data} active={active.data} />}
        {isFailed && (
          <LoadFailed
            title="Failed to load company data"
            message={analytics.error.message}
            isBusy={analytics.isFetching}
            onRetry={analytics.refetch}
          />
        )}
        {!data && !isFailed && <Spinner />}
      </div>
    </div>
  );
}

interface PortalMetricsProps {
  company: PortalCompany;
  analytics: Analytics;
  active: ActiveVisitors | undefined;
}

function PortalMetrics({ company, analytics, active }: PortalMetricsProps) {
  return (
    <>
      {analytics.source === 'simulated' && <DemoDataBanner companyId={company.id} />}
      <MetricCards analytics={analytics} active={active} />
      {isEmpty(analytics) ? (
        <EmptyPortal companyId={company.id} domain={company.displayDomain} />
      ) : (
        <PortalCharts analytics={analytics} />
      )}
    </>
  );
}
