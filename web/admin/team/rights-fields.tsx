import { useId } from 'react';
import { role as roleShape } from '../../../contract/account/roles.ts';
import { ChoiceChips } from '../../ui/form/choice-chips.tsx';
import { CompanyChecks } from '../components/company-checks.tsx';
import { roleHints, roleOptions } from './describe-rights.ts';
import type { RightsState } from './use-rights.ts';

interface RightsFieldsProps {
  state: RightsState;
  onChange: (part: Partial<RightsState>) => void;
  /** The problem of the chosen companies. */
  error?: string | undefined;
}

const choices = [
  { value: 'chosen', label: 'Chosen companies' },
  { value: 'all', label: 'All companies' },
] as const;

/** The role of a member, and for a manager the companies. */
export function RightsFields({ state, onChange, error }: RightsFieldsProps) {
  const name = useId();
  return (
    <div className="grid gap-5">
      <div>
        <p aria-hidden="true" className="mb-2 font-medium">
          Role
        </p>
        <ChoiceChips
          legend="Role"
          name={`${name}-role`}
          options={roleOptions}
          value={state.role}
          onChange={(value) => onChange({ role: roleShape.parse(value) })}
        />
        <p className="mt-2 text-[0.9375rem] text-soft">{roleHints[state.role]}</p>
      </div>
      {state.role === 'manager' && (
        <div>
          <p aria-hidden="true" className="mb-2 font-medium">
            Companies
          </p>
          <ChoiceChips
            legend="Companies"
            name={`${name}-companies`}
            options={choices}
            value={state.choice}
            onChange={(value) => onChange({ choice: value === 'all' ? 'all' : 'chosen' })}
          />
          {state.choice === 'all' ? (
            <p className="mt-2 text-[0.9375rem] text-soft">Also companies that are created later.</p>
          ) : (
            <CompanyChecks
              chosen={state.chosen}
              onChange={(chosen) => onChange({ chosen })}
              empty="A manager can create one."
              noneChosen="No company is chosen: this manager can only create new ones."
            />
          )}
          {error && (
            <p role="alert" className="mt-2 text-[0.9375rem] text-danger">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
