import type { RefObject } from 'react';
import { type AlertKind, alertKindDefinitions } from '../../../contract/alerts/alert-kinds.ts';
import { CheckField } from '../../ui/form/check-field.tsx';

interface KindFieldsProps {
  legend: string;
  kinds: readonly AlertKind[];
  chosen: readonly AlertKind[];
  error: string | undefined;
  onChange: (kinds: AlertKind[]) => void;
  /** The checkbox for all kinds. */
  allRef: RefObject<HTMLInputElement | null>;
}

/** Leads to the error above the checkboxes, which may be out of sight when the form is sent. */
export function focusKinds({ current: all }: KindFieldsProps['allRef']): void {
  all?.focus({ preventScroll: true });
  all?.scrollIntoView({ block: 'center' });
}

/** A checkbox for each kind of alert, and one for all. */
export function KindFields({ legend, kinds, chosen, error, onChange, allRef }: KindFieldsProps) {
  const hasAll = kinds.every((kind) => chosen.includes(kind));
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="float-left w-full font-medium">{legend}</legend>
      {error && (
        <p role="alert" className="text-[0.9375rem] text-danger">
          {error}
        </p>
      )}
      <CheckField
        ref={allRef}
        name="all-kinds"
        label="All kinds"
        hint={hasAll ? 'Remove the check to choose a few.' : `${chosen.length} of ${kinds.length} chosen`}
        checked={hasAll}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...kinds] : [])}
      />
      <div className="grid gap-4 border-l border-line pl-4 sm:pl-5">
        {kinds.map((kind) => (
          <CheckField
            key={kind}
            name={kind}
            label={alertKindDefinitions[kind].label}
            hint={alertKindDefinitions[kind].description}
            checked={chosen.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(kinds.filter((each) => (each === kind ? checked : chosen.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
