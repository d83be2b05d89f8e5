import { useId } from 'react';
import type { PurchaseCurrency } from '../../../contract/public/purchases.ts';
import { useEarlyInput } from '../../ui/form/use-early-input.ts';

const names = [
  ['usd', 'US dollars'],
  ['gbp', 'Pounds'],
] as const;

interface CurrencyChoiceProps {
  value: PurchaseCurrency;
  onChange: (currency: PurchaseCurrency) => void;
}

export function CurrencyChoice({ value, onChange }: CurrencyChoiceProps) {
  const id = useId();
  useEarlyInput(id);
  return (
    <fieldset id={id} className="flex flex-wrap items-center gap-x-5 text-[0.9375rem]">
      {/* Only a floated legend takes part in the flex layout. */}
      <legend className="float-left text-soft">Pay in</legend>
      {names.map(([currency, name]) => (
        <label key={currency} className="inline-flex min-h-11 items-center gap-2">
          <input
            type="radio"
            name="currency"
            checked={currency === value}
            onChange={() => onChange(currency)}
            className="size-4.5 appearance-none rounded-full border border-strong bg-surface checked:border-[5px] checked:border-live hover:border-ink checked:hover:border-live"
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
