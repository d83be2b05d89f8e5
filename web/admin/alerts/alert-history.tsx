import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Alert } from '../../../contract/alerts/alerts.ts';
import { DateLabel } from '../../signed-in/timestamp.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { alertsQuery } from '../api/alerts.ts';
import { companiesQuery } from '../api/companies.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { groupByDay } from '../components/group-by-day.ts';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { ShowOlderButton } from '../components/show-older-button.tsx';
import { LastingAlert, PastAlert } from './alert-entry.tsx';

const isLasting = ({ endedAt }: Alert) => endedAt === null;

interface AlertFilter {
  companyId: string | undefined;
  isLastingOnly: boolean;
}

/** Lasting alerts, then those that are over, the newest first. The filter is in the address. */
export function AlertHistory() {
  const [search, setSearch] = useSearchParams();
  const filter: AlertFilter = {
    companyId: search.get('company') ?? undefined,
    isLastingOnly: search.get('state') === 'lasting',
  };
  const { companyId, isLastingOnly } = filter;
  const lastingList = useInfiniteQuery(alertsQuery({ state: 'lasting', companyId }));
  const allList = useInfiniteQuery({ ...alertsQuery({ state: 'all', companyId }), enabled: !isLastingOnly });
  const now = useNow(30_000);

  const lasting = lastingList.data?.pages.flatMap((page) => page.alerts).filter(isLasting);
  const past = allList.data?.pages
    .flatMap((page) => page.alerts)
    .filter((alert) => !isLasting(alert))
    .map((alert) => ({ ...alert, at: alert.foundAt }));
  const isLoaded = lasting !== undefined && (isLastingOnly || past !== undefined);
  const failed = lastingList.error && !lasting ? lastingList : allList.error && !past ? allList : undefined;
  const isEmpty =
    isLoaded && lasting.length === 0 && (isLastingOnly || (past?.length === 0 && !allList.hasNextPage));

  const choose = (name: 'company' | 'state') => (value: string) =>
    setSearch(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <div className="mt-4 grid max-w-[72rem] gap-8">
      <AlertFilters filter={filter} onChoose={choose} />
      {failed && <LoadFailed title="Failed to load the alerts" query={failed} />}
      {!failed && !isLoaded && <Spinner />}
      {isEmpty && !failed && <NoAlerts filter={filter} onShowAll={() => setSearch({}, { replace: true })} />}
      {isLoaded && lasting.length > 0 && (
        <section aria-labelledby="lasting-alerts">
          <h2 id="lasting-alerts" className="mb-3 font-medium">
            Lasting
          </h2>
          <ul className="grid gap-3">
            {lasting.map((alert) => (
              <LastingAlert key={alert.id} alert={alert} now={now} />
            ))}
          </ul>
        </section>
      )}
      {isLastingOnly && <ShowOlderButton {...lastingList} />}
      {isLoaded && !isLastingOnly && (
        <>
          {groupByDay(past ?? []).map((day) => (
            <section key={day.key} aria-label={day.key}>
              <h2 className="border-b border-strong pb-2 text-note font-medium text-soft">
                <DateLabel at={day.at} />
              </h2>
              <ul>
                {day.entries.map((alert) => (
                  <PastAlert key={alert.id} alert={alert} now={now} />
                ))}
              </ul>
            </section>
          ))}
          <ShowOlderButton {...allList} />
        </>
      )}
    </div>
  );
}

interface AlertFiltersProps {
  filter: AlertFilter;
  onChoose: (name: 'company' | 'state') => (value: string) => void;
}

function AlertFilters({ filter: { companyId, isLastingOnly }, onChoose }: AlertFiltersProps) {
  const { data: companies = [] } = useQuery(companiesQuery);
  const options = companies.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid items-end gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start">
      <SelectField
        label="Company"
        name="company"
        blank="All companies"
        options={options.sort((a, b) => a.label.localeCompare(b.label))}
        value={companyId ?? ''}
        onChange={(event) => onChoose('company')(event.currentTarget.value)}
      />
      <div className="sm:pb-1.5">
        <SegmentedControl
          legend="State"
          name="state"
          value={isLastingOnly ? 'lasting' : ''}
          onChange={onChoose('state')}
          options={[
            { value: '', label: 'All' },
            { value: 'lasting', label: 'Lasting only' },
          ]}
        />
      </div>
    </div>
  );
}

function NoAlerts({ filter, onShowAll }: { filter: AlertFilter; onShowAll: () => void }) {
  const { companyId, isLastingOnly } = filter;
  if (isLastingOnly || companyId !== undefined)
    return (
      <EmptyState
        title={isLastingOnly ? 'Nothing is lasting' : 'No alert of this company'}
        action={
          <Button shape="secondary" onClick={onShowAll}>
            Show all alerts
          </Button>
        }
      >
        <p>
          {isLastingOnly
            ? 'No site is silent, and nothing else that lasts was found.'
            : 'Nothing unusual was found in the last 400 days.'}
        </p>
      </EmptyState>
    );
  return (
    <EmptyState
      title="No alerts yet"
      action={
        <LinkButton to="/admin" shape="secondary">
          Companies
        </LinkButton>
      }
    >
      <p>
        When a site goes silent, or a day brings far more or far fewer visitors than usual, it is listed here.
        Who gets a mail is chosen with the settings of each company.
      </p>
    </EmptyState>
  );
}
