import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { companiesQuery } from '../../api/companies.ts';
import { setupQuery } from '../../api/company-setup.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { SetupView } from './setup-view.tsx';

/** The path of the company with this id, once the list of companies and how far it is are loaded. */
export function CompanySetup({ companyId }: { companyId: string }) {
  const list = useQuery(companiesQuery);
  const setup = useQuery(setupQuery(companyId.toLowerCase()));
  const company = list.data?.find(({ id }) => id === companyId.toLowerCase());
  if (company && setup.data) return <SetupView key={company.id} company={company} setup={setup.data} />;
  if (list.data && !company)
    return (
      <EmptyState title="Company not found" action={<LinkButton to="/admin">All companies</LinkButton>}>
        <p>It was deleted, or the address is not complete.</p>
      </EmptyState>
    );
  if (list.error) return <LoadFailed title="Failed to load the company" query={list} />;
  if (setup.error) return <LoadFailed title="Failed to load the setup" query={setup} />;
  return <Spinner />;
}
