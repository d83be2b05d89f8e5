import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router';
import { companyId as companyIdShape, type PortalCompany } from '../../../contract/company/companies.ts';
import { DataProvider } from '../../api/data-provider.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { companyQuery } from '../api/portal.ts';
import { CompanyLoader } from '../company-loader.tsx';
import { PortalLayout } from '../portal-layout.tsx';
import { SetupHeader } from './setup-header.tsx';

/** Clients do not load the header of administrators. */
const SignedInLayout = lazy(() =>
  import('../../signed-in/signed-in-layout.tsx').then((file) => ({ default: file.SignedInLayout })),
);

export const loadFailure = 'Failed to load company information';

/** A tracking page of the company in the address: for administrators in their area, for viewers in the portal's. */
export function SetupPage({ children }: { children: (company: PortalCompany) => ReactNode }) {
  return (
    <DataProvider>
      <SetupFrame>
        <CompanyLoader failure={loadFailure}>
          {(company) => (
            <div key={company.id} className="page-wide pt-6 pb-20 lg:pt-8">
              <SetupHeader company={company} />
              <div className="max-w-[75rem]">{children(company)}</div>
            </div>
          )}
        </CompanyLoader>
      </SetupFrame>
    </DataProvider>
  );
}

function SetupFrame({ children }: { children: ReactNode }) {
  const { data: companyId } = companyIdShape.safeParse(useParams().companyId);
  // Asked by the loader. A query needs a key also for an address without a valid id, which is asked nothing.
  const { data } = useQuery({ ...companyQuery(companyId ?? ''), enabled: false });
  if (data?.viewedAs !== 'admin') return <PortalLayout companyId={companyId}>{children}</PortalLayout>;
  return (
    <Suspense fallback={<Spinner />}>
      <SignedInLayout>{children}</SignedInLayout>
    </Suspense>
  );
}
