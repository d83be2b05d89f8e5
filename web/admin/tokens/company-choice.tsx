import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { companiesQuery } from '../api/companies.ts';

export interface ChosenCompanies {
  /** All companies, also later ones. */
  isAll: boolean;
  ids: string[];
}

interface CompanyChoiceProps {
  chosen: ChosenCompanies;
  error: string | undefined;
  onChoose: (chosen: ChosenCompanies) => void;
}

/** The companies that a token may ask about. */
export function CompanyChoice({ chosen, error, onChoose }: CompanyChoiceProps) {
  const list = useQuery(companiesQuery);
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="float-left w-full font-medium">Companies</legend>
      <CheckField
        name="all-companies"
        label="All companies"
        hint="Also those that are created later."
        checked={chosen.isAll}
        onChange={({ currentTarget: { checked } }) => onChoose({ ...chosen, isAll: checked })}
      />
      {!chosen.isAll && !list.data && list.error && (
        <LoadFailed title="Failed to load companies" query={list} />
      )}
      {!chosen.isAll && !list.data && !list.error && <Spinner />}
      {!chosen.isAll && list.data && (
        <div className="grid max-h-80 gap-3 overflow-y-auto rounded-control border border-line p-4 sm:grid-cols-2">
          {list.data.map(({ id, name, displayDomain }) => (
            <CheckField
              key={id}
              name={`company-${id}`}
              label={name}
              hint={displayDomain}
              checked={chosen.ids.includes(id)}
              onChange={({ currentTarget: { checked } }) => {
                const others = chosen.ids.filter((each) => each !== id);
                onChoose({ ...chosen, ids: checked ? [...others, id] : others });
              }}
            />
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-[0.9375rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
