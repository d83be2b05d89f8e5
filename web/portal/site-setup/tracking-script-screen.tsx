import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import type { PortalCompany } from '../../../contract/company/companies.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { ReactRouterBridge } from '../routing/react-router-bridge.tsx';
import { ScriptLoader } from './script-loader.tsx';
import { SetupPage } from './setup-frame.tsx';
import { TrackingView } from './tracking-view.tsx';

// Loaded when they are opened: each page is for other readers.
const ShopSetup = lazy(() =>
  import('./shop/shop-setup.tsx').then(({ ShopSetup }) => ({ default: ShopSetup })),
);
const Received = lazy(() =>
  import('./received/received.tsx').then(({ Received }) => ({ default: Received })),
);

export const meta = () =>
  pageMeta({
    title: 'Analytics Tracking Code',
    description: 'The script that makes the figures of a site live, and how to install it.',
    hidden: true,
  });

/** The three tracking pages. One file, because every page of the site lists the files of all routes. */
export default function TrackingScriptScreen() {
  const page = useLocation().pathname.split('/')[3];
  return (
    <ReactRouterBridge>
      <SetupPage>
        {(company) => (
          <Suspense fallback={<Spinner />}>
            <SetupContent page={page} company={company} />
          </Suspense>
        )}
      </SetupPage>
    </ReactRouterBridge>
  );
}

function SetupContent({ page, company }: { page: string | undefined; company: PortalCompany }) {
  if (page === 'shop') return <ShopSetup company={company} />;
  if (page === 'received') return <Received company={company} />;
  return (
    <ScriptLoader companyId={company.id}>
      {(script) => <TrackingView company={company} script={script} />}
    </ScriptLoader>
  );
}
