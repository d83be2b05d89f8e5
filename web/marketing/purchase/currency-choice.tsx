import { useId } from 'react';
import { currencyName } from '../../../contract/site/currency-name.ts';
import type { PurchaseCurrency } from '../../../contract/site/purchase-currencies.ts';
import { useEarlyInput } from '../../ui/form/use-early-input.ts';

/** As they are specified. */
const names: Partial<Record<PurchaseCurrency, string>> = { usd: 'US dollars', gbp: 'Pounds' };

const toName = (currency: PurchaseCurrency) =>
  names[currency] ?? currencyName(currency).replace(/^./, (first) => first.toUpperCase());

interface CurrencyChoiceProps {
  currencies: readonly PurchaseCurrency[];
  value: PurchaseCurrency | undefined;
  onChange: (currency: PurchaseCurrency) => void;
}

/** Nothing where products are sold in one currency. */
export function CurrencyChoice({ currencies, value, onChange }: CurrencyChoiceProps) {
  const id = useId();
  useEarlyInput(id);
  if (!currencies[1]) return null;
  return (
    <fieldset id={id} className="flex flex-wrap items-center gap-x-5 text-[0.9375rem]">
      {/* Only a floated legend takes part in the flex layout. */}
      <legend className="float-left text-soft">Pay in</legend>
      {currencies.map((currency) => (
        <label key={currency} className="inline-flex min-h-11 items-center gap-2">
          <input
            type="radio"
            name="currency"
            checked={currency === value}
            onChange={() => onChange(currency)}
            className="size-4.5 appearance-none rounded-full border border-strong bg-surface checked:border-[5px] checked:border-live hover:border-ink checked:hover:border-live"
          />
          {/* The browser may know a newer name than the server. */}
          <span suppressHydrationWarning>{toName(currency)}</span>
        </label>
      ))}
    </fieldset>
  );
}
