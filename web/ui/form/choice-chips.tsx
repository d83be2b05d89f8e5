import { useId } from 'react';
import { RadioOptions, type RadioOptionsProps } from './radio-options.tsx';
import { useEarlyInput } from './use-early-input.ts';

/** One of several, as chips. */
export function ChoiceChips({ legend, ...radios }: RadioOptionsProps & { legend: string }) {
  const id = useId();
  useEarlyInput(id);
  return (
    <fieldset id={id} className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        <RadioOptions
          {...radios}
          className="min-h-11 gap-2 rounded-control border border-strong bg-raised px-4 font-medium hover:border-live hover:text-live has-checked:border-action"
        />
      </div>
    </fieldset>
  );
}
