import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { hasRight } from '../../portal-rights.ts';
import { ScriptLoader } from '../script-loader.tsx';
import { SetupTitle } from '../setup-header.tsx';
import { TrackingStatus } from '../tracking-status.tsx';
import { OrderConflictsPanel } from './order-conflicts.tsx';
import { RejectedEventsPanel } from './rejected-events.tsx';
import { ShopOrdersPanel } from './shop-orders.tsx';

/** The page for who looks up why something is counted or not. */
export function Received({ company }: { company: PortalCompany }) {
  return (
    <>
      <SetupTitle title="What was received" company={company}>
        Whether events arrive, and which events and orders were not counted as they were sent.
      </SetupTitle>
      <div className="mt-5">
        <ScriptLoader companyId={company.id}>
          {({ lastEventAt }) => <TrackingStatus companyId={company.id} lastEventAt={lastEventAt} />}
        </ScriptLoader>
      </div>
      {!company.access.isNarrowed && (
        <>
          <RejectedEventsPanel company={company} />
          {hasRight(company, 'orders') && hasRight(company, 'money') && (
            <OrderConflictsPanel company={company} />
          )}
        </>
      )}
      {company.viewedAs === 'admin' && <ShopOrdersPanel company={company} />}
    </>
  );
}
