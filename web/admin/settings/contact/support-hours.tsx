import { formatSupportHours, type SupportHours, weekdays } from '../../../../contract/site/brand.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TimeZoneField } from '../../companies/form/time-zone-field.tsx';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { useDraft, useSetting } from '../model/settings-draft-context.ts';
import { usualBrand } from '../model/usual-brand.ts';

// 5 January 2026 is a Monday.
const dayName = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const days = weekdays.map((value, index) => ({ value, label: dayName.format(Date.UTC(2026, 0, 5 + index)) }));

/** The days and hours at which the agency answers, and their time zone. */
export function SupportHoursSetting() {
  const draft = useDraft();
  const { value = usualBrand().supportHours, original, change } = useSetting('brand.supportHours');
  const zone = useSetting('brand.timeZone');
  const part = (name: keyof SupportHours) => ({
    name: `brand.supportHours.${name}`,
    value: value[name],
    error: draft.errorAt(`brand.supportHours.${name}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      // Days are checked by the schema, as everything else.
      change({ ...value, [name]: event.currentTarget.value }),
  });

  return (
    <SettingsGroup
      title="Support hours"
      hint="The contact page shows them, and whether it is a good time to call."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...part('from')} label="First day" options={days} />
        <SelectField {...part('to')} label="Last day" options={days} />
        <TextField {...part('opens')} label="Opens" type="time" />
        <TextField {...part('closes')} label="Closes" type="time" />
      </div>
      <OriginalNote path="brand.supportHours" original={original && formatSupportHours(original)} />
      <div className="grid gap-2">
        <TimeZoneField
          name="brand.timeZone"
          label="Time zone"
          hint="The support hours are in this time zone."
          value={zone.value ?? ''}
          error={zone.error}
          onChange={(event) => zone.change(event.currentTarget.value)}
          ref={() => undefined}
        />
        <OriginalNote path="brand.timeZone" original={zone.original} />
      </div>
    </SettingsGroup>
  );
}
