import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { isUnopened, unopenedDays } from '../../../contract/company/unopened-portals.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { ComparisonMenu } from '../../period/comparison-choice.tsx';
import { PeriodBar } from '../../period/period-bar.tsx';
import { searchCompanies } from '../companies/search-companies.ts';
import { ExportLink } from '../components/export-link.tsx';
import { SearchField } from '../components/search-field.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { useSearchText } from '../components/use-search-text.ts';
import { FiguresFailed } from './figures/figures-failed.tsx';
import type { AllFigures } from './figures/use-all-figures.ts';
import { ColumnMenu } from './list/column-menu.tsx';
import { GroupFilter } from './list/group-filter.tsx';
import { OverviewCards } from './list/overview-cards.tsx';
import { OverviewTable } from './list/overview-table.tsx';
import { SortChoice } from './list/sort-choice.tsx';
import { useIsNarrow } from './list/use-is-narrow.ts';
import { isInGroup, listGroups } from './model/groups.ts';
import type { OverviewAddress } from './model/overview-address.ts';
import { type Listed, nameOf, toLastOpenedAt } from './model/overview-columns.ts';
import { sortCompanies } from './model/sort-companies.ts';
import { OverviewTotals } from './totals/overview-totals.tsx';

/** The number of companies from which there is a search field, and sums. */
const searchableFrom = 9;
const summedFrom = 2;

/** In the address while only companies are listed whose clients do not open the portal. The weekly mail links to it. */
const unopenedParameter = 'unopened';

/** The reader's zone decides which day is today; every company counts the days of its zone. */
const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface OverviewProps {
  listed: readonly Listed[];
  figures: AllFigures;
  address: OverviewAddress;
}

/** All companies of the member with their figures of a period. */
export function Overview({ listed, figures, address }: OverviewProps) {
  const isNarrow = useIsNarrow();
  const { text, setText } = useSearchText('search');
  const unopened = useUnopened(listed);
  const { sort, group } = address;
  const groups = useMemo(() => listGroups(listed.map(({ company }) => company)), [listed]);
  const shown = useMemo(() => {
    const opened = unopened.isAlone ? unopened.companies : listed;
    const all = group === null ? opened : opened.filter(({ company }) => isInGroup(company, group));
    const companies = new Set(
      searchCompanies(
        all.map(({ company }) => company),
        text,
      ),
    );
    const found = all.filter(({ company }) => companies.has(company));
    return sort ? sortCompanies(found, sort) : found;
  }, [listed, unopened.isAlone, unopened.companies, group, text, sort]);

  const file = `${apiPaths.overviewFile}?${address.query}`;
  const caption = `Companies, ${describeOrder(sort)}`;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PeriodBar view={address.view} changeView={address.changeView} timeZone={ownTimeZone()} />
        <ComparisonMenu view={address.view} changeView={address.changeView} />
        {!isNarrow && (
          <div className="ml-auto flex items-center gap-1">
            <ColumnMenu columns={address.columns} changeColumns={address.changeColumns} />
            <ExportLink address={file} />
          </div>
        )}
      </div>
      <FiguresFailed figures={figures} />
      {shown.length >= summedFrom && <OverviewTotals listed={shown} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 empty:hidden">
        {listed.length >= searchableFrom && (
          <SearchField
            label="Search companies"
            value={text}
            onChange={setText}
            result={`${shown.length} of ${listed.length}`}
          />
        )}
        {isNarrow && listed.length > 1 && (
          <div className="flex w-full items-center gap-3 sm:w-auto">
            <SortChoice sort={sort} changeSort={address.changeSort} />
            <ExportLink address={file} />
          </div>
        )}
        {groups.length > 0 && (
          <GroupFilter
            groups={groups}
            isChosen={(name) => address.group !== null && isInGroup({ groups: [name] }, address.group)}
            changeGroup={address.changeGroup}
          />
        )}
        {(unopened.companies.length > 0 || unopened.isAlone) && (
          <SegmentedControl
            legend="Companies"
            name="unopened"
            value={unopened.isAlone ? unopenedParameter : ''}
            onChange={(value) => unopened.show(value !== '')}
            options={[
              { value: '', label: 'All' },
              {
                value: unopenedParameter,
                label: `Not opened for ${unopenedDays} days (${unopened.companies.length})`,
              },
            ]}
          />
        )}
      </div>
      {unopened.isAlone && unopened.companies.length === 0 && (
        <p className="text-soft">
          Every portal was opened in the last {unopenedDays} days. Companies that are younger do not count.
        </p>
      )}
      {shown.length > 0 &&
        (isNarrow ? (
          <OverviewCards listed={shown} address={address} label={caption} />
        ) : (
          <OverviewTable listed={shown} address={address} caption={caption} />
        ))}
      {shown.length === 0 && group !== null && text.trim() === '' && !unopened.isAlone && (
        <p className="text-soft">
          No company is in the group “{group}”.{' '}
          <button
            type="button"
            className="underline underline-offset-4 hover:text-live"
            onClick={() => address.changeGroup(null)}
          >
            Show all companies
          </button>
        </p>
      )}
      {shown.length === 0 && text.trim() !== '' && (
        <p className="text-soft">No company has “{text.trim()}” in its name, domain or description.</p>
      )}
    </>
  );
}

function describeOrder(sort: OverviewAddress['sort']): string {
  if (!sort) return 'newest first';
  return `sorted by ${sort.by === 'name' ? 'name' : nameOf(sort.by)}`;
}

/** The companies whose clients do not open the portal, and whether only these are listed. */
function useUnopened(listed: readonly Listed[]) {
  const [parameters, setParameters] = useSearchParams();
  const companies = useMemo(() => {
    const now = Date.now();
    return listed.filter((each) =>
      isUnopened({ createdAt: each.company.created_at, lastOpenedAt: toLastOpenedAt(each) }, now),
    );
  }, [listed]);

  function show(isAlone: boolean) {
    const next = new URLSearchParams(parameters);
    if (isAlone) next.set(unopenedParameter, String(unopenedDays));
    else next.delete(unopenedParameter);
    setParameters(next, { replace: true, preventScrollReset: true });
  }
  return { companies, isAlone: parameters.get(unopenedParameter) !== null, show };
}
