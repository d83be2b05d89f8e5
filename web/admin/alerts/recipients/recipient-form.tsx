import { alertLimits } from '../../../../contract/alerts/alerts.ts';
import { useInitialFocus } from '../../../signed-in/use-initial-focus.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { EmailField } from '../../../ui/form/email-field.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { AlertOwner } from '../../api/alerts.ts';
import { TimeZoneField } from '../../companies/form/time-zone-field.tsx';
import { listLocales, localeSample } from '../../components/reader-locales.ts';
import { KindFields } from '../kind-fields.tsx';
import { listKindsOf } from '../kinds-in-words.ts';
import type { useRecipientForm } from './use-recipient-form.ts';

interface RecipientFormProps {
  owner: AlertOwner;
  form: ReturnType<typeof useRecipientForm>;
  /** The address of a recipient does not change. */
  isNew: boolean;
  label: string;
  onCancel: () => void;
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export function RecipientForm({ owner, form, isNew, label, onCancel }: RecipientFormProps) {
  const { field, seesMoney, setSeesMoney, isQuiet, setQuiet } = form;
  const ref = useInitialFocus(isNew);
  return (
    <form {...form.props} ref={ref} className="mt-4 grid gap-7">
      <div className="grid gap-5">
        <TextField
          {...field('name')}
          label="Name"
          maxLength={alertLimits.nameLength}
          required
          autoComplete="off"
        />
        {isNew && <EmailField {...field('email')} autoComplete="off" />}
        <SelectField
          {...field('locale')}
          label="Numbers and dates"
          hint={`Such as ${localeSample(field('locale').value)}. The texts are in English.`}
          options={listLocales(field('locale').value)}
        />
      </div>
      <KindFields legend="Alerts to send" kinds={listKindsOf(owner)} {...form.kindProps} />
      <CheckField
        name="seesMoney"
        label="May see money"
        hint="Without it, mails have no amounts, and a drop of revenue is not sent."
        checked={seesMoney}
        onChange={({ currentTarget }) => setSeesMoney(currentTarget.checked)}
      />
      <div className="grid gap-5">
        <CheckField
          name="isQuiet"
          label="Quiet hours"
          hint="An alert of these hours is mailed at their end, if it is not over by then."
          checked={isQuiet}
          onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}
        />
        {isQuiet && (
          <>
            <div className="grid grid-cols-2 gap-5">
              <SelectField {...field('from')} label="From" options={hours} />
              <SelectField {...field('to')} label="To" options={hours} />
            </div>
            <TimeZoneField {...field('timeZone')} label="Time zone" hint="The hours are in this time zone." />
          </>
        )}
      </div>
      <FormButtons label={label} busyLabel="Saving..." isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
