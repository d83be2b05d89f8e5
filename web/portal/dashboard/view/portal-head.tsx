import { useQuery } from '@tanstack/react-query';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import type { StreamState } from '../../../api/stream/reconnecting-stream.ts';
import { formatDate } from '../../../figures/format.ts';
import { toLocalDate } from '../../../period/local-time.ts';
import { readOpeningTime } from '../../../ui/page-time.ts';
import { summaryQuery } from '../../api/stats.ts';
import { LiveStatus } from './live-status.tsx';
import { usePortal } from './use-portal.ts';

interface PortalHeadProps {
  company: PortalCompany;
  live: StreamState;
}

/** Whose portal it is, and whether it is live. */
export function PortalHead({ company, live }: PortalHeadProps) {
  const asOf = useFiguresTime(company, live);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="min-w-0 text-heading break-words">{company.name}</h1>
        <div data-print="hide">
          <LiveStatus
            state={live}
            lastEventAt={company.access.isNarrowed ? undefined : company.lastEventAt}
            asOf={asOf}
          />
        </div>
      </div>
      {company.description && (
        // A phone shows the beginning; its sheet has all of it.
        <p className="mt-2 max-w-[62ch] break-words text-soft max-md:line-clamp-2 md:mt-3 md:text-lead">
          {company.description}
        </p>
      )}
    </>
  );
}

/** The time of figures that are not current: of an earlier visit, without a connection, or from a server too busy for newer ones. */
function useFiguresTime({ id, timeZone }: PortalCompany, live: StreamState): string | undefined {
  const { view } = usePortal();
  const { data, dataUpdatedAt } = useQuery(summaryQuery(id, view));
  if (!data) return undefined;
  const isOld = live === 'reconnecting' || dataUpdatedAt < readOpeningTime();
  const at = data.answeredAt ?? (isOld ? dataUpdatedAt : undefined);
  if (at === undefined) return undefined;
  const isToday =
    toLocalDate(new Date(at).getTime(), timeZone) ===
    toLocalDate(Math.max(readOpeningTime(), dataUpdatedAt), timeZone);
  return formatDate(at, { timeStyle: 'short', ...(isToday ? {} : { dateStyle: 'medium' }) }, timeZone);
}
