import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { companiesQuery } from '../api/companies.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { CompanyView } from './company-view.tsx';

/** The settings of the company with this id, once the list of companies is loaded. */
export function CompanySettings({ companyId }: { companyId: string }) {
  const list = useQuery(companiesQuery);
  const company = list.data?.find(({ id }) => id === companyId.toLowerCase());
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
