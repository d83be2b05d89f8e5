import { lazy, Suspense } from 'react';
import { pageMeta } from '../../../ui/layout/page-meta.ts';
import { ScriptLoader } from '../script-loader.tsx';
import { SetupPage } from '../setup-frame.tsx';
import { SetupTitle } from '../setup-header.tsx';
import { ReportFromPages, ReportFromServer } from '../snippets/report-orders.tsx';

const AdminPanels = lazy(() =>
  import('./admin-panels.tsx').then(({ AdminPanels }) => ({ default: AdminPanels })),
);

export const meta = () =>
  pageMeta({
    title: 'Server and shop',
    description: 'How the pages, the server and the shop system of a company report its orders.',
    hidden: true,
  });

/** For who connects a shop. */
export default function ShopSetupScreen() {
  return (
    <SetupPage>
      {(company) => {
        const isAdmin = company.viewedAs === 'admin';
        return (
          <>
            <SetupTitle title="Server and shop" company={company}>
              How orders reach the figures. A page can report them; a server with a key, or the shop system
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
      }}
    </SetupPage>
  );
}
