import type { ReactNode } from 'react';
import { accessLimits } from '../../../../contract/company/accesses.ts';
import { useInitialFocus } from '../../../signed-in/use-initial-focus.ts';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { FilterFields } from './filter-fields.tsx';
import { RightsFields } from './rights-fields.tsx';
import type { useAccessForm } from './use-access-form.ts';

interface AccessFormProps {
  form: ReturnType<typeof useAccessForm>;
  /** The company key belongs to no person and does not end. */
  isOfPerson: boolean;
  timeZone: string;
  label: string;
  busyLabel: string;
  /** Below the address. */
  children?: ReactNode;
  onCancel: () => void;
}

export function AccessForm(props: AccessFormProps) {
  const { form, isOfPerson, timeZone, label, busyLabel, children, onCancel } = props;
  const ref = useInitialFocus(isOfPerson && form.field('name').value === '');
  return (
    <form {...form.props} ref={ref} className="mt-4 grid gap-7">
      <div className="grid gap-5">
        <TextField
          {...form.field('name')}
          label={isOfPerson ? 'Person or purpose' : 'Name'}
          {...(isOfPerson && { hint: 'Such as “Mia Sand, marketing” or “Board meeting”.' })}
          maxLength={accessLimits.nameLength}
          required
          autoComplete="off"
        />
        {isOfPerson && (
          <EmailField
            {...form.field('email')}
            label="Email (optional)"
            hint="Needed to mail an invitation, and for the person to request a new link."
            required={false}
            autoComplete="off"
          />
        )}
        {children}
      </div>
      <RightsFields {...form.rightsProps} />
      <FilterFields {...form.filterProps} of="access" />
      {isOfPerson && (
        <TextField
          {...form.field('lastDay')}
          type="date"
          label="Last day (optional)"
          hint={`The access ends by itself at the end of this day in ${timeZone}.`}
          min={form.today}
        />
      )}
      <FormButtons label={label} busyLabel={busyLabel} isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
