interface SegmentsProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** One of a few views of the same list, as native radio buttons: quiet enough to stand above every list. */
export function Segments({ legend, name, options, value, onChange }: SegmentsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="-ml-0.5 flex flex-wrap gap-x-0.5 gap-y-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-9 items-center rounded-[7px] px-3 text-[0.9375rem] whitespace-nowrap text-soft transition-colors hover:text-ink has-checked:bg-action has-checked:font-medium has-checked:text-action-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[7px] outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
