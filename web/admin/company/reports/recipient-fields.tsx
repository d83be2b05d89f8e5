import { CheckField } from '../../../ui/form/check-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { listLocales, localeSample } from '../../components/reader-locales.ts';
import type { RecipientChoices } from './use-recipient-choices.ts';

interface RecipientFieldsProps {
  choices: RecipientChoices;
  onChange: (part: Partial<RecipientChoices>) => void;
  /** Whether the rights of an access apply as well. */
  hasAccess: boolean;
  error: string | undefined;
}

/** The reports that a recipient gets, and in which notation. */
export function RecipientFields({ choices, onChange, hasAccess, error }: RecipientFieldsProps) {
  const { locale, seesMoney, isWeekly, isMonthly } = choices;
  return (
    <>
      <SelectField
        label="Numbers and dates"
        hint={`Such as ${localeSample(locale)}. The texts are in English.`}
        options={listLocales(locale)}
        value={locale}
        onChange={({ currentTarget }) => onChange({ locale: currentTarget.value })}
      />
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-3 font-medium">Receives</legend>
        <CheckField
          label="Monthly reports"
          hint="Where the company has them switched on."
          checked={isMonthly}
          onChange={({ currentTarget }) => onChange({ isMonthly: currentTarget.checked })}
        />
        <CheckField
          label="Weekly reports"
          hint="Where the company has them switched on."
          checked={isWeekly}
          onChange={({ currentTarget }) => onChange({ isWeekly: currentTarget.checked })}
        />
        {error && (
          <p role="alert" className="text-[0.9375rem] text-danger">
            {error}
          </p>
        )}
      </fieldset>
      <CheckField
        label="May see money"
        hint={
          hasAccess
            ? 'Revenue and amounts, if the access includes money too.'
            : 'Revenue and amounts. Without it, a report has neither.'
        }
        checked={seesMoney}
        onChange={({ currentTarget }) => onChange({ seesMoney: currentTarget.checked })}
      />
    </>
  );
}
