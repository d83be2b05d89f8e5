import { useEffect, useRef } from 'react';

interface SegmentedControlProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** Selects one of a few views of a list with native radio buttons. On a phone the row scrolls sideways. */
export function SegmentedControl({ legend, name, options, value, onChange }: SegmentedControlProps) {
  const row = useRef<HTMLDivElement>(null);

  const labels = options.map(({ label }) => label).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: labels grow when their counts load, which moves the selected one
  useEffect(() => {
    const selected = row.current?.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.parentElement;
    if (row.current && selected) row.current.scrollLeft = selected.offsetLeft - row.current.clientWidth / 3;
  }, [value, labels]);

  return (
    <fieldset className="min-w-0 max-sm:-mx-[var(--gutter)]">
      <legend className="sr-only">{legend}</legend>
      <div
        ref={row}
        className="relative flex gap-x-0.5 gap-y-1 max-sm:[scrollbar-width:none] max-sm:overflow-x-auto max-sm:px-[var(--gutter)] max-sm:py-1 sm:flex-wrap"
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="relative inline-flex min-h-9 shrink-0 items-center rounded-[7px] px-3 text-[0.9375rem] whitespace-nowrap text-soft transition-colors hover:text-ink has-checked:bg-action has-checked:font-medium has-checked:text-action-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-[var(--focus)]"
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
