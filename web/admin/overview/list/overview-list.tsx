import { type ReactNode, useMemo } from 'react';
import { overviewIdsMax } from '../../../../contract/company/overview.ts';
import { unopenedDays } from '../../../../contract/company/unopened-portals.ts';
import { apiPaths } from '../../../../contract/paths.ts';
import { searchCompanies } from '../../companies/search-companies.ts';
import { ExportLink } from '../../components/export-link.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useSearchText } from '../../components/use-search-text.ts';
import { FiguresFailed } from '../figures/figures-failed.tsx';
import type { AllFigures } from '../figures/use-all-figures.ts';
import { isInGroup } from '../model/groups.ts';
import type { OverviewAddress } from '../model/overview-address.ts';
import { type Listed, nameOf } from '../model/overview-columns.ts';
import { sortCompanies } from '../model/sort-companies.ts';
import { OverviewTotals } from '../totals/overview-totals.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { type FilterChip, FilterChips } from './filter-chips.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { OverviewTable } from './overview-table.tsx';
import { SortChoice } from './sort-choice.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { useUnopened } from './use-unopened.ts';

/** The number of companies from which there is a search field, and sums. */
const searchableFrom = 9;
const summedFrom = 2;

interface OverviewListProps {
  listed: readonly Listed[];
  figures: AllFigures;
  address: OverviewAddress;
  groupChips: readonly FilterChip[];
}

/** The companies that match the search and the filters, with their sums. */
export function OverviewList({ listed, figures, address, groupChips }: OverviewListProps) {
  const isNarrow = useIsNarrow();
  const { text, setText } = useSearchText('search');
  const unopened = useUnopened(listed);
  const { sort, group } = address;
  const shown = useMemo(() => {
    const opened = unopened.isAlone ? unopened.companies : listed;
    const grouped = group === null ? opened : opened.filter(({ company }) => isInGroup(company, group));
    const found = searchListed(grouped, text);
    return sort ? sortCompanies(found, sort) : found;
  }, [listed, unopened.isAlone, unopened.companies, group, text, sort]);

  const chips = [...groupChips];
  if (unopened.companies.length > 0 || unopened.isAlone) {
    chips.push({
      name: `Not opened for ${unopenedDays} days`,
      count: unopened.companies.length,
      isPressed: unopened.isAlone,
      onPress: () => unopened.show(!unopened.isAlone),
    });
  }
  const caption = `Companies, ${describeOrder(sort)}`;
  const exportLink = (
    <ExportLink isCompact address={toFile(address.query, shown.length < listed.length ? shown : undefined)} />
  );
  const search = listed.length >= searchableFrom && (
    <SearchField
      label="Search companies"
      value={text}
      onChange={setText}
      result={`${shown.length} of ${listed.length}`}
    />
  );
  return (
    <>
      <FiguresFailed figures={figures} />
      {shown.length >= summedFrom && <OverviewTotals listed={shown} />}
      {isNarrow ? (
        <NarrowTools
          search={search}
          exportLink={listed.length > 1 && exportLink}
          sortChoice={listed.length > 1 && <SortChoice sort={sort} changeSort={address.changeSort} />}
          chips={chips}
        />
      ) : (
        <div className="flex items-start justify-between gap-6">
          <div className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3">
            {search}
            <FilterChips chips={chips} />
          </div>
          <div className="flex items-center gap-1">
            <ColumnMenu columns={address.columns} changeColumns={address.changeColumns} />
            {exportLink}
          </div>
        </div>
      )}
      {shown.length === 0 ? (
        <NoneFound search={text.trim()} address={address} isUnopenedAlone={unopened.isAlone} />
      ) : isNarrow ? (
        <OverviewCards listed={shown} address={address} label={caption} />
      ) : (
        <OverviewTable listed={shown} address={address} caption={caption} />
      )}
    </>
  );
}

interface NarrowToolsProps {
  search: ReactNode;
  exportLink: ReactNode;
  sortChoice: ReactNode;
  chips: readonly FilterChip[];
}

/** Two rows on a phone, so that the first company is on its first screen. */
function NarrowTools({ search, exportLink, sortChoice, chips }: NarrowToolsProps) {
  return (
    <div className="grid grid-cols-1 gap-2 empty:hidden">
      {(search || sortChoice) && (
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 grow">{search || sortChoice}</div>
          {exportLink}
        </div>
      )}
      <FilterChips chips={chips} before={search && sortChoice} />
    </div>
  );
}

function searchListed(listed: readonly Listed[], text: string): readonly Listed[] {
  if (text.trim() === '') return listed;
  const all = listed.map(({ company }) => company);
  const found = new Set(searchCompanies(all, text));
  return listed.filter(({ company }) => found.has(company));
}

/** The file of the shown companies, or of all where they are too many for an address. */
function toFile(query: string, shown: readonly Listed[] | undefined): string {
  const asked = new URLSearchParams(query);
  if (shown && shown.length > 0 && shown.length <= overviewIdsMax)
    for (const { company } of shown) asked.append('id', company.id);
  return `${apiPaths.overviewFile}?${asked}`;
}

function describeOrder(sort: OverviewAddress['sort']): string {
  if (!sort) return 'newest first';
  return `sorted by ${sort.by === 'name' ? 'name' : nameOf(sort.by)}`;
}

interface NoneFoundProps {
  search: string;
  address: OverviewAddress;
  isUnopenedAlone: boolean;
}

/** Why the list is empty. */
function NoneFound({ search, address, isUnopenedAlone }: NoneFoundProps) {
  const { group, changeGroup } = address;
  if (search !== '')
    return <p className="text-soft">No company has “{search}” in its name, domain or description.</p>;
  if (group === null)
    return (
      <p className="text-soft">
        Every portal was opened in the last {unopenedDays} days. Companies that are younger do not count.
      </p>
    );
  return (
    <p className="text-soft">
      No {isUnopenedAlone ? 'unopened portal' : 'company'} is in the group “{group}”.{' '}
      <button
        type="button"
        className="underline underline-offset-4 hover:text-live"
        onClick={() => changeGroup(null)}
      >
        Show all groups
      </button>
    </p>
  );
}
