import { useEffect, useRef } from 'react';
import { RadioOptions, type RadioOptionsProps } from '../../ui/form/radio-options.tsx';

/** Selects one of a few views of a list with native radio buttons. On a phone the row scrolls sideways. */
export function SegmentedControl({ legend, ...radios }: RadioOptionsProps & { legend: string }) {
  const { options, value } = radios;
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
        <RadioOptions
          {...radios}
          className="min-h-9 max-sm:min-h-11 shrink-0 rounded-[7px] px-3 whitespace-nowrap text-soft hover:text-ink has-checked:font-medium"
        />
      </div>
    </fieldset>
  );
}
