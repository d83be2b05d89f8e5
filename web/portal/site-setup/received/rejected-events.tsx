import { useQuery } from '@tanstack/react-query';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { type RejectedEvents, rejectionDays } from '../../../../contract/company/rejected-events.ts';
import { useNow } from '../../../ui/use-now.ts';
import { rejectedEventsQuery } from '../../api/tracking.ts';
import { SetupListFailed, SetupPanel } from '../setup-panel.tsx';
import { CountHostButton } from './count-host.tsx';
import { explainRejection, isAddable } from './rejection-labels.ts';
import { ReportRow } from './report-row.tsx';

/** The events that were not counted, with the reasons. */
export function RejectedEventsPanel({ company }: { company: PortalCompany }) {
  const list = useQuery(rejectedEventsQuery(company.id));
  const rejections = list.data;
  return (
    <SetupPanel
      id="rejected-events"
      title="Rejected events"
      lead={`These events reached us and were not counted in the last ${rejectionDays} days.`}
    >
      {!rejections && <SetupListFailed what="rejected events" list={list} />}
      {rejections?.length === 0 && (
        <p className="mt-5">Nothing was rejected in the last {rejectionDays} days.</p>
      )}
      {rejections && rejections.length > 0 && <RejectionList rejections={rejections} company={company} />}
    </SetupPanel>
  );
}

interface RejectionListProps {
  rejections: readonly RejectedEvents[];
  company: PortalCompany;
}

/** Rejections, each with what to do, and a button where this page can do it. */
export function RejectionList({ rejections, company }: RejectionListProps) {
  const now = useNow(1000);
  return (
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
  );
}

interface RejectionProps {
  rejection: RejectedEvents;
  company: PortalCompany;
  now: number;
}

function Rejection({ rejection, company, now }: RejectionProps) {
  const { title, advice } = explainRejection(rejection, company);
  const { count, agent, fromPage, lastAt, host } = rejection;
  const canAdd = company.viewedAs === 'admin' && isAddable(rejection, company);
  return (
    <ReportRow
      title={title}
      text={advice}
      count={count}
      what="event"
      sender={fromPage ? agent : undefined}
      lastAt={lastAt}
      now={now}
    >
      {canAdd && (
        <div className="mt-2 sm:col-span-2">
          <CountHostButton company={company} host={host} />
        </div>
      )}
    </ReportRow>
  );
}
