import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { FieldFrame } from './field-frame.tsx';

type Option = string | { value: string; label: string };

interface SelectFieldProps extends ComponentProps<'select'> {
  label: string;
  /** Those of a group are under its label. */
  options: readonly (Option | { label: string; options: readonly Option[] })[];
  /** The label of the empty choice. Without it there is no empty choice. */
  blank?: string;
  hint?: string;
  error?: string | undefined;
}

/** The browser's native list, which works on every phone. */
export function SelectField({ label, options, blank, hint, error, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <select
          {...select}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? `${id}-notes` : undefined}
          className="min-h-12 w-full cursor-pointer appearance-none rounded-control border border-strong bg-surface pr-11 pl-4 text-ink transition-colors hover:border-ink disabled:cursor-not-allowed disabled:border-line disabled:text-soft aria-invalid:border-danger"
        >
          {blank !== undefined && <option value="">{blank}</option>}
          {options.map((option) =>
            typeof option === 'object' && 'options' in option ? (
              <optgroup key={option.label} label={option.label}>
                {option.options.map(toOption)}
              </optgroup>
            ) : (
              toOption(option)
            ),
          )}
        </select>
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-soft"
          strokeWidth={1.5}
          aria-hidden="true"
        />
      </div>
    </FieldFrame>
  );
}

function toOption(option: Option) {
  const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
