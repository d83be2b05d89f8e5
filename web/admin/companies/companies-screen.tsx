import { lazy, Suspense } from 'react';
import { useLocation, useParams } from 'react-router';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { AdminPage } from '../layout/admin-page.tsx';
import { HealthNotice } from '../operation/health-notice.tsx';
import { CompaniesView } from './companies-view.tsx';

const CompanySettings = lazy(() =>
  import('../company/company-settings.tsx').then((file) => ({ default: file.CompanySettings })),
);
const CompanySetup = lazy(() =>
  import('../company/setup/company-setup.tsx').then((file) => ({ default: file.CompanySetup })),
);

export const meta = () =>
  pageMeta({ title: 'Companies', description: 'Companies and their access keys.', hidden: true });

/**
 * The list of companies, and of one its settings or the path by which it is set up. One file, because every page of the site lists the files of all
 * routes.
 */
export default function CompaniesScreen() {
  const { companyId } = useParams();
  const page = useLocation().pathname.split('/')[4];
  const OfCompany = page === 'setup' ? CompanySetup : CompanySettings;
  return (
    <AdminPage permission="companies">
      {companyId === undefined ? (
        <>
          <HealthNotice />
          <CompaniesView />
        </>
      ) : (
        <Suspense fallback={<Spinner />}>
          <OfCompany companyId={companyId} />
        </Suspense>
      )}
    </AdminPage>
  );
}
