import { useQuery } from '@tanstack/react-query';
import type { Company } from '../../../contract/company/companies.ts';
import type { RejectedEvents } from '../../../contract/company/rejected-events.ts';
import { useNow } from '../../ui/use-now.ts';
import { rejectedEventsQuery } from '../api/tracking.ts';
import { explainRejection } from './rejection-labels.ts';
import { ReportRow } from './report-row.tsx';
import { SetupPanel } from './setup-panel.tsx';

/** Hidden without rejected events. */
export function RejectedEventsPanel({ company }: { company: Company }) {
  const { data: rejections = [] } = useQuery(rejectedEventsQuery(company.id));
  const now = useNow(1000);
  if (rejections.length === 0) return null;
  return (
    <SetupPanel
      id="rejected-events"
      title="Rejected events"
      lead="These events reached us and were not counted. An entry disappears 30 days after its last event."
    >
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
    </SetupPanel>
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
  return (
    <ReportRow
      title={title}
      text={advice}
      count={count}
      what="event"
      sender={fromPage ? agent : undefined}
      lastAt={lastAt}
      now={now}
    />
  );
}
