import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { isUnopened, unopenedDays } from '../../../contract/company/unopened-portals.ts';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { usePermission } from '../../signed-in/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { companiesQuery } from '../api/companies.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { SearchField } from '../components/search-field.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { useOpenParam } from '../components/use-open-param.ts';
import { CompaniesTable } from './companies-table.tsx';
import { CreateCompany } from './create-company.tsx';
import { searchCompanies } from './search-companies.ts';

/** The number of companies from which there is a search field. */
const searchableFrom = 9;

const isOpenValue = 'company';

/** In the address while only companies are listed whose clients do not open the portal. The weekly mail links to it. */
const unopenedParameter = 'unopened';

function summarize(companies: AdminCompany[]): string {
  const active = companies.reduce((sum, company) => sum + company.active, 0);
  const count = companies.length === 1 ? '1 company' : `${companies.length} companies`;
  return `${count}, ${active === 1 ? '1 visitor' : `${active} visitors`} live now`;
}

export function CompaniesView() {
  useTitle('Companies');
  const list = useQuery(companiesQuery);
  const companies = list.data;
  const form = useOpenParam('new');
  const [parameters, setParameters] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const [search, setSearch] = useState('');
  const toggle = useRef<HTMLButtonElement>(null);
  const isCreating = form.value !== null;

  // Back and Forward keep what was typed; Cancel and success reset the form.
  function leaveForm() {
    form.close();
    setAttempt(attempt + 1);
    toggle.current?.focus();
  }

  const isUnopenedAlone = parameters.get(unopenedParameter) !== null;
  const now = Date.now();
  const unopened = companies?.filter(({ created_at, lastOpenedAt }) =>
    isUnopened({ createdAt: created_at, lastOpenedAt }, now),
  );
  const listed = isUnopenedAlone ? unopened : companies;
  const found = listed && searchCompanies(listed, search);

  function showUnopened(isAlone: boolean) {
    const next = new URLSearchParams(parameters);
    if (isAlone) next.set(unopenedParameter, String(unopenedDays));
    else next.delete(unopenedParameter);
    setParameters(next, { replace: true, preventScrollReset: true });
  }

  // Settings had an address of this page once.
  const managed = parameters.get('company');
  if (managed) return <Navigate to={`/admin/companies/${managed}`} replace />;

  return (
    <>
      <PageTitle title="Companies" note={companies && companies.length > 0 && summarize(companies)}>
        <Button
          ref={toggle}
          aria-expanded={isCreating}
          shape={isCreating ? 'secondary' : 'primary'}
          onClick={() => (isCreating ? form.close() : form.open(isOpenValue))}
        >
          {isCreating ? (
            <X className="size-5" strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <Plus className="size-5" strokeWidth={1.5} aria-hidden="true" />
          )}
          {isCreating ? 'Close the form' : 'Create Company Portal'}
        </Button>
      </PageTitle>
      <div hidden={!isCreating} className="mt-5">
        <CreateCompany key={attempt} isOpen={isCreating} onCancel={leaveForm} onCreated={leaveForm} />
      </div>
      <div className="mt-5 grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 empty:hidden">
          {companies && companies.length >= searchableFrom && (
            <SearchField
              label="Search companies"
              value={search}
              onChange={setSearch}
              result={`${found?.length} of ${companies.length}`}
            />
          )}
          {unopened && (unopened.length > 0 || isUnopenedAlone) && (
            <SegmentedControl
              legend="Companies"
              name="unopened"
              value={isUnopenedAlone ? unopenedParameter : ''}
              onChange={(value) => showUnopened(value !== '')}
              options={[
                { value: '', label: 'All' },
                {
                  value: unopenedParameter,
                  label: `Not opened for ${unopenedDays} days (${unopened.length})`,
                },
              ]}
            />
          )}
        </div>
        {isUnopenedAlone && unopened?.length === 0 && (
          <p className="text-soft">
            Every portal was opened in the last {unopenedDays} days. Companies that are younger do not count.
          </p>
        )}
        {found && found.length > 0 && <CompaniesTable companies={found} />}
        {companies?.length === 0 && !isCreating && <NoCompanies onCreate={() => form.open(isOpenValue)} />}
        {found?.length === 0 && search !== '' && (
          <p className="text-soft">No company has “{search.trim()}” in its name, domain or description.</p>
        )}
        {!companies && list.error && <LoadFailed title="Failed to load companies" query={list} />}
        {!companies && !list.error && <Spinner />}
      </div>
      {companies && companies.length > 0 && <SharedTokensLink />}
    </>
  );
}

function SharedTokensLink() {
  if (!usePermission('shared-tokens')) return null;
  return (
    <p className="mt-6 text-[0.9375rem] text-soft">
      <Link to="/admin/tokens" className="underline underline-offset-4 hover:text-live">
        Tokens of several companies
      </Link>{' '}
      let programs read their statistics.
    </p>
  );
}

function NoCompanies({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState title="No companies yet" action={<Button onClick={onCreate}>Create the first one</Button>}>
      <p>
        Create a portal for a client, with a name and the domain of the site. You get an access key for the
        client and a line of code for the site. The portal then shows its numbers live.
      </p>
    </EmptyState>
  );
}
