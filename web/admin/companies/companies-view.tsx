import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { PageTitle } from '../../signed-in/page-title.tsx';
import { usePermission } from '../../signed-in/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useTitle } from '../../ui/layout/use-title.ts';
import { companiesQuery } from '../api/companies.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { useOpenParam } from '../components/use-open-param.ts';
import { useAllFigures } from '../overview/figures/use-all-figures.ts';
import { useOverviewAddress } from '../overview/model/overview-address.ts';
import { type Listed, toLive } from '../overview/model/overview-columns.ts';
import { Overview } from '../overview/overview.tsx';
import { CreateCompany } from './create-company.tsx';

const isOpenValue = 'company';
const noIds: readonly string[] = [];

function summarize(listed: readonly Listed[]): string {
  const live = listed.reduce((sum, each) => sum + toLive(each), 0);
  const count = listed.length === 1 ? '1 company' : `${listed.length} companies`;
  return `${count}, ${live === 1 ? '1 visitor' : `${live} visitors`} live now`;
}

export function CompaniesView() {
  useTitle('Companies');
  const list = useQuery(companiesQuery);
  const companies = list.data;
  const address = useOverviewAddress();
  const idText = companies?.map(({ id }) => id).join() ?? '';
  const ids = useMemo(() => idText.split(',').filter(Boolean), [idText]);
  const figures = useAllFigures(address.query, address.isAcross ? noIds : ids);
  const listed = useMemo(
    () => companies?.map((company): Listed => ({ company, figures: figures.of.get(company.id) })),
    [companies, figures],
  );
  const form = useOpenParam('new');
  const [parameters] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const toggle = useRef<HTMLButtonElement>(null);
  const isCreating = form.value !== null;
  const hasCompanies = listed !== undefined && listed.length > 0;

  // Back and Forward keep what was typed; Cancel resets the form.
  function leaveForm() {
    form.close();
    setAttempt(attempt + 1);
    toggle.current?.focus();
  }

  // Settings had an address of this page once.
  const managed = parameters.get('company');
  if (managed) return <Navigate to={`/admin/companies/${managed}`} replace />;

  return (
    <>
      <PageTitle title="Companies" note={hasCompanies && summarize(listed)}>
        <Button
          ref={toggle}
          aria-expanded={isCreating}
          shape={isCreating || listed?.length === 0 ? 'secondary' : 'primary'}
          // On a phone the companies begin higher up without its words.
          className={hasCompanies ? 'max-sm:w-11 max-sm:px-0' : undefined}
          onClick={() => (isCreating ? form.close() : form.open(isOpenValue))}
        >
          {isCreating ? (
            <X className="size-5" strokeWidth={1.5} aria-hidden="true" />
          ) : (
            <Plus className="size-5" strokeWidth={1.5} aria-hidden="true" />
          )}
          <span className={hasCompanies ? 'max-sm:sr-only' : undefined}>
            {isCreating ? 'Close the form' : 'Create Company Portal'}
          </span>
        </Button>
      </PageTitle>
      <div hidden={!isCreating} className="mt-5">
        <CreateCompany key={attempt} isOpen={isCreating} onCancel={leaveForm} />
      </div>
      <div className="mt-5 grid grid-cols-1 gap-4 max-sm:mt-4 max-sm:gap-3">
        {hasCompanies && <Overview listed={listed} figures={figures} address={address} />}
        {listed?.length === 0 && !isCreating && <NoCompanies onCreate={() => form.open(isOpenValue)} />}
        {!companies && list.error && <LoadFailed title="Failed to load companies" query={list} />}
        {!companies && !list.error && <Spinner />}
      </div>
      {hasCompanies && <SharedTokensLink />}
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
