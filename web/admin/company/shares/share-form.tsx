import { accessLimits } from '../../../../contract/company/accesses.ts';
import { sharePasswordLength } from '../../../../contract/company/shares.ts';
import { statsComparisons, statsPeriods } from '../../../../contract/stats/model/periods.ts';
import { useInitialFocus } from '../../../signed-in/use-initial-focus.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { periodNames } from '../display/display-names.ts';
import { ShareFilters } from './share-filters.tsx';
import { ownDates, type useShareForm } from './use-share-form.ts';
import { comparisonNames, toPeriodName } from './view-in-words.ts';

interface ShareFormProps {
  form: ReturnType<typeof useShareForm>;
  timeZone: string;
  label: string;
  busyLabel: string;
  onCancel: () => void;
}

const periods = statsPeriods.map((value) => ({ value, label: periodNames[value] }));
const comparisons = statsComparisons.map((value) => ({ value, label: comparisonNames[value] }));

export function ShareForm({ form, timeZone, label, busyLabel, onCancel }: ShareFormProps) {
  const ref = useInitialFocus(form.field('name').value === '');
  const { first, hasPassword } = form;
  const dates = 'from' in first.period ? [{ value: ownDates, label: toPeriodName(first.period) }] : [];
  return (
    <form {...form.props} ref={ref} className="mt-4 grid gap-7">
      <TextField
        {...form.field('name')}
        label="What the link is for"
        hint="Only administrators see it, such as “Intranet start page”."
        maxLength={accessLimits.nameLength}
        required
        autoComplete="off"
      />
      <fieldset className="grid gap-5">
        <legend className="mb-4 text-title">What it shows</legend>
        <SelectField
          {...form.field('period')}
          label="Period"
          options={[...dates, ...periods]}
          hint="It moves with today, unless it is two dates. Another period cannot be seen with the link."
        />
        <SelectField {...form.field('compare')} label="Compared with" options={comparisons} />
        <ShareFilters filters={form.filters} onRemove={form.removeFilter} />
        <CheckField
          label="Show money"
          hint="Revenue and all other amounts. Without it, no answer contains an amount."
          checked={form.seesMoney}
          onChange={({ currentTarget }) => form.setSeesMoney(currentTarget.checked)}
        />
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="mb-4 text-title">Who can open it</legend>
        <TextField
          {...form.field('password')}
          label={hasPassword ? 'New password (optional)' : 'Password (optional)'}
          hint={
            hasPassword
              ? 'Empty: the password stays as it is. Another one ends every page that shows the view.'
              : 'Without one, everyone who has the link sees the view.'
          }
          maxLength={sharePasswordLength.max}
          autoComplete="off"
          spellCheck={false}
        />
        {hasPassword && (
          <CheckField
            label="Remove the password"
            hint="Everyone who has the link then sees the view."
            checked={form.removesPassword}
            onChange={({ currentTarget }) => form.setRemovesPassword(currentTarget.checked)}
          />
        )}
        <TextField
          {...form.field('lastDay')}
          type="date"
          label="Last day (optional)"
          hint={`The link ends by itself at the end of this day in ${timeZone}.`}
          min={form.today}
        />
        <TextArea
          {...form.field('embedHosts')}
          label="Hosts that may embed it (optional)"
          hint="One a line, such as intranet.client.example. Pages of all other hosts cannot show it in a frame."
          rows={3}
          spellCheck={false}
        />
      </fieldset>
      <FormButtons label={label} busyLabel={busyLabel} isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
