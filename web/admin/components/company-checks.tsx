import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { companiesQuery } from '../api/companies.ts';
import { searchCompanies } from '../companies/search-companies.ts';
import { SearchField } from './search-field.tsx';

/** The number of companies from which there is a search field. */
const searchableFrom = 9;

interface CompanyChecksProps {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** The next step while there is no company. */
  empty: string;
  /** The consequence of choosing none. */
  noneChosen: string;
}

/** A checkbox for each company. Those that the search hides stay chosen. */
export function CompanyChecks({ chosen, onChange, empty, noneChosen }: CompanyChecksProps) {
  const list = useQuery(companiesQuery);
  const [search, setSearch] = useState('');
  const prefix = useId();
  const companies = list.data;
  if (!companies) {
    return list.error ? <LoadFailed title="Failed to load companies" query={list} /> : <Spinner />;
  }
  if (companies.length === 0) {
    return <p className="mt-2 text-[0.9375rem] text-soft">There is no company yet. {empty}</p>;
  }
  const found = searchCompanies(companies, search);
  const known = companies.filter(({ id }) => chosen.has(id)).length;

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }

  return (
    <div className="mt-3">
      {companies.length >= searchableFrom && (
        <SearchField
          label="Search companies"
          value={search}
          onChange={setSearch}
          result={`${found.length} of ${companies.length}`}
        />
      )}
      <ul className="mt-2 grid max-h-72 gap-x-6 overflow-y-auto rounded-control border border-line px-3 py-1 sm:grid-cols-2">
        {found.map(({ id, name, displayDomain }) => (
          <li key={id} className="min-w-0">
            <label
              htmlFor={`${prefix}-${id}`}
              className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem]"
            >
              <Checkbox id={`${prefix}-${id}`} checked={chosen.has(id)} onChange={() => toggle(id)} />
              <span className="min-w-0">
                <span className="block truncate">{name}</span>
                <span className="block truncate font-mono text-note text-soft">{displayDomain}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-note text-soft tabular">
        {known === 0 ? noneChosen : `${known} of ${companies.length} chosen`}
      </p>
    </div>
  );
}
