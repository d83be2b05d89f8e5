import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { LinkButton } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { companiesQuery } from '../api/companies.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { AdminPage } from '../layout/admin-page.tsx';
import { CompanyView } from './company-view.tsx';

export const meta = () =>
  pageMeta({ title: 'Company settings', description: 'The settings of a company.', hidden: true });

export default function CompanyScreen() {
  return (
    <AdminPage>
      <CompanyLoader />
    </AdminPage>
  );
}

function CompanyLoader() {
  const { companyId } = useParams();
  const list = useQuery(companiesQuery);
  const company = list.data?.find(({ id }) => id === companyId?.toLowerCase());
  if (company) return <CompanyView key={company.id} company={company} />;
  if (list.data)
    return (
      <EmptyState title="Company not found" action={<LinkButton to="/admin">All companies</LinkButton>}>
        <p>It was deleted, or the address is not complete.</p>
      </EmptyState>
    );
  if (list.error) return <LoadFailed title="Failed to load the company" query={list} />;
  return <Spinner />;
}
