import { lazy, Suspense } from 'react';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import { ScriptLoader } from '../script-loader.tsx';
import { SetupTitle } from '../setup-header.tsx';
import { ReportFromPages, ReportFromServer } from './report-orders.tsx';

const AdminPanels = lazy(() =>
  import('./admin-panels.tsx').then(({ AdminPanels }) => ({ default: AdminPanels })),
);

/** The page for who connects a shop. */
export function ShopSetup({ company }: { company: PortalCompany }) {
  const isAdmin = company.viewedAs === 'admin';
  return (
    <>
      <SetupTitle title="Server and shop" company={company}>
        How orders reach the figures. A page can report them; a server with a token, or the shop system
        itself, confirms them.
      </SetupTitle>
      <ScriptLoader companyId={company.id}>
        {({ snippet }) => (
          <>
            <ReportFromPages trackingCode={snippet} currency={company.currency} />
            <ReportFromServer trackingCode={snippet} currency={company.currency} isAdmin={isAdmin} />
          </>
        )}
      </ScriptLoader>
      {isAdmin && (
        <Suspense>
          <AdminPanels companyId={company.id} />
        </Suspense>
      )}
    </>
  );
}
