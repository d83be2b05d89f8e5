import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { CompanyFields } from './company-fields.tsx';
import { currencyOptions } from './currencies.ts';
import { DuplicateNotice } from './duplicate-notice.tsx';
import { MoreSettings } from './statistics-fields.tsx';
import type { useNewCompanyForm } from './use-company-form.ts';

interface NewCompanyFieldsProps {
  form: ReturnType<typeof useNewCompanyForm>;
  currencyHint: string;
  /** The label of the button that creates the company. */
  label: string;
  onCancel: () => void;
}

/** The fields and buttons of a form for a new company. Its buttons take a whole row of a grid. */
export function NewCompanyFields({ form, currencyHint, label, onCancel }: NewCompanyFieldsProps) {
  const { field, isBusy, duplicate, saveAnyway } = form;
  return (
    <>
      <CompanyFields field={field} />
      <SelectField
        {...field('currency')}
        label="Currency of its orders"
        hint={currencyHint}
        options={currencyOptions}
      />
      <MoreSettings field={field} />
      <DuplicateNotice duplicate={duplicate} confirm="Create anyway" onConfirm={saveAnyway} />
      <FormButtons
        label={label}
        busyLabel="Creating..."
        isBusy={isBusy}
        onCancel={onCancel}
        className="col-span-full"
      />
    </>
  );
}
