import { useState } from 'react';
import { usualCurrencies } from '../../../../contract/site/merged-settings.ts';
import type { Prices, ProductId } from '../../../../contract/site/products.ts';
import type { PurchaseCurrency } from '../../../../contract/site/purchase-currencies.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { nameOfCurrency } from '../../components/currency-names.ts';
import { OriginalNote } from '../fields/original-note.tsx';
import { formatAmount, parseAmount } from '../model/amounts.ts';
import { describeValue } from '../model/describe-value.ts';
import { useDraft, useSetting } from '../model/settings-draft-context.ts';

/** The price of a product in each currency. */
export function PriceFields({ id }: { id: ProductId }) {
  const path = `products.${id}.prices` as const;
  const { errorAt } = useDraft();
  const { value = {}, original, change } = useSetting(path);
  const currencies = useSetting('currencies').value ?? usualCurrencies;

  function changePrice(currency: PurchaseCurrency, amount: number | undefined): void {
    const { [currency]: _, ...others } = value;
    const next: Prices = amount === undefined ? others : { ...others, [currency]: amount };
    change(next);
  }

  return (
    <div className="grid gap-2">
      <div className="grid gap-4 sm:grid-cols-2">
        {currencies.map((currency) => (
          <PriceField
            key={currency}
            name={`${path}.${currency}`}
            currency={currency}
            amount={value[currency]}
            error={errorAt(`${path}.${currency}`)}
            onChange={(amount) => changePrice(currency, amount)}
          />
        ))}
      </div>
      <OriginalNote path={path} original={describeValue(path, original)} />
    </div>
  );
}

interface PriceFieldProps {
  name: string;
  currency: PurchaseCurrency;
  /** In the smallest unit; NaN while what was typed is no amount. */
  amount: number | undefined;
  error: string | undefined;
  onChange: (amount: number | undefined) => void;
}

function PriceField({ name, currency, amount, error, onChange }: PriceFieldProps) {
  const [typed, setTyped] = useState<string>();
  // The typed text is shown as long as it is the price, and not one that was reset, discarded or loaded since.
  const isCurrent = typed !== undefined && Object.is(parseAmount(typed, currency), amount);
  const shown = amount === undefined || Number.isNaN(amount) ? '' : formatAmount(amount, currency);
  return (
    <TextField
      name={name}
      label={`Price in ${currency.toUpperCase()}`}
      hint={nameOfCurrency(currency)}
      inputMode="decimal"
      autoComplete="off"
      className="tabular"
      value={isCurrent ? typed : shown}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(parseAmount(currentTarget.value, currency));
      }}
      onBlur={() => Number.isNaN(amount) || setTyped(undefined)}
    />
  );
}
