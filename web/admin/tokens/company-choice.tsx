import { CheckField } from '../../ui/form/check-field.tsx';
import { CompanyChecks } from '../components/company-checks.tsx';

export interface ChosenCompanies {
  /** All companies, also later ones. */
  isAll: boolean;
  ids: ReadonlySet<string>;
}

interface CompanyChoiceProps {
  chosen: ChosenCompanies;
  error: string | undefined;
  onChoose: (chosen: ChosenCompanies) => void;
}

/** The companies that a token may ask about. */
export function CompanyChoice({ chosen, error, onChoose }: CompanyChoiceProps) {
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
      {!chosen.isAll && (
        <CompanyChecks
          chosen={chosen.ids}
          onChange={(ids) => onChoose({ ...chosen, ids })}
          empty="Create one first, or choose all companies."
          noneChosen="No company is chosen."
        />
      )}
      {error && (
        <p role="alert" className="text-[0.9375rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
