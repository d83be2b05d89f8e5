import { useQuery } from '@tanstack/react-query';
import type { Company } from '../../../contract/company/companies.ts';
import type { RejectedEvents } from '../../../contract/company/rejected-events.ts';
import { formatAgo, formatCount, formatMoment } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { rejectedEventsQuery } from '../api/tracking.ts';
import { explainRejection } from './rejection-labels.ts';

/** Hidden without rejected events. */
export function RejectedEventsPanel({ company }: { company: Company }) {
  const { data: rejections = [] } = useQuery(rejectedEventsQuery(company.id));
  const now = useNow(1000);
  if (rejections.length === 0) return null;
  return (
    <Panel labelledBy="rejected-events" className="mt-6 p-5 sm:p-8 lg:px-10">
      <h2 id="rejected-events" className="text-title">
        Rejected events
      </h2>
      <p className="mt-2 max-w-[66ch] text-soft">
        These events reached us and were not counted. An entry disappears 30 days after its last event.
      </p>
      <ul className="mt-5">
        {rejections.map((rejection) => (
          <Rejection
            key={`${rejection.reason} ${rejection.fromPage} ${rejection.host}`}
            rejection={rejection}
            company={company}
            now={now}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface RejectionProps {
  rejection: RejectedEvents;
  company: Company;
  now: number;
}

function Rejection({ rejection, company, now }: RejectionProps) {
  const { title, advice } = explainRejection(rejection, company);
  const { count, agent, fromPage, lastAt } = rejection;
  const at = Date.parse(lastAt);
  return (
    <li className="grid gap-x-10 gap-y-1.5 border-t border-line py-4 last:pb-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="mt-1 max-w-[66ch] text-[0.9375rem] text-soft wrap-anywhere">{advice}</p>
      </div>
      <p className="text-[0.9375rem] text-soft tabular sm:text-right">
        <span className="font-medium text-ink">
          {formatCount(count)} {count === 1 ? 'event' : 'events'}
        </span>
        {fromPage && agent && <span> · {agent}</span>}
        <span className="block">
          {formatAgo(now - at)}, <time dateTime={lastAt}>{formatMoment(at / 1000)}</time>
        </span>
      </p>
    </li>
  );
}
