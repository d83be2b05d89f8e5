import { CheckField } from '../../../ui/form/check-field.tsx';
import type { CompanyField } from './company-fields.tsx';
import { TimeZoneField } from './time-zone-field.tsx';

/** The value of a checked checkbox of a company form. */
export const checked = 'yes';
export const unchecked = 'no';

export const toChecked = (isChecked: boolean) => (isChecked ? checked : unchecked);

export function CompanyTimeZone({ field }: { field: CompanyField }) {
  return (
    <TimeZoneField
      {...field('timeZone')}
      label="Time zone"
      hint="The days of its statistics begin at midnight there."
    />
  );
}

/** The properties of a checkbox of a company form. */
export function toCheckProps(
  field: CompanyField,
  name: 'storesVisitorId' | 'hasHashRouting' | 'countsOnlyVerified',
) {
  const { value, onChange } = field(name);
  return {
    name,
    checked: value === checked,
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      onChange({ currentTarget: { value: toChecked(event.currentTarget.checked) } }),
  };
}

/** The settings that decide how a company's visitors and pages are counted. */
export function CountingFields({ field }: { field: CompanyField }) {
  return (
    <fieldset className="col-span-full grid content-start gap-4">
      <legend className="sr-only">Counting</legend>
      <CheckField
        {...toCheckProps(field, 'storesVisitorId')}
        label="Keep a visitor id until the day ends"
        hint="The tracking script keeps a random id in the browser of each visitor. Otherwise it stores nothing, and visitors behind one address with the same browser count as one."
      />
      <CheckField
        {...toCheckProps(field, 'hasHashRouting')}
        label="Count paths after # as pages"
        hint="For sites whose addresses look like /#/prices."
      />
    </fieldset>
  );
}

/** Settings that a new company needs no answer to: the defaults suit most sites, and all of them can be changed later. */
export function MoreSettings({ field }: { field: CompanyField }) {
  return (
    <details className="col-span-full border-y border-line py-2">
      <summary className="min-h-11 rounded-control py-2 font-medium hover:text-live">More settings</summary>
      <div className="mt-2 mb-4 grid gap-5 lg:max-w-[40rem]">
        <CompanyTimeZone field={field} />
        <CountingFields field={field} />
      </div>
    </details>
  );
}
