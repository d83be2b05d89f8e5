import { useState } from 'react';
import { settingListMax } from '../../../../contract/site/agency-settings.ts';
import { usualCurrencies } from '../../../../contract/site/merged-settings.ts';
import { productIds } from '../../../../contract/site/products.ts';
import { type PurchaseCurrency, purchaseCurrencies } from '../../../../contract/site/purchase-currencies.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { nameOfCurrency } from '../../components/currency-names.ts';
import { OriginalNote } from '../fields/original-note.tsx';
import { SettingsGroup } from '../fields/settings-group.tsx';
import { ListButtons } from '../lists/list-buttons.tsx';
import { originalOf, readField } from '../model/setting-fields.ts';
import { useDraft, useSetting } from '../model/settings-draft-context.ts';

/** The currencies in which products are sold. The first one is shown first. */
export function CurrenciesSetting() {
  const draft = useDraft();
  const { value = usualCurrencies, original = [], error, change } = useSetting('currencies');
  const [announcement, setAnnouncement] = useState('');
  const isFull = value.length >= settingListMax.currencies;

  function add(code: PurchaseCurrency): void {
    change([...value, code]);
    const missing = productIds.filter((id) => {
      const path = `products.${id}.prices` as const;
      const prices = readField(draft.settings, path) ?? originalOf(path);
      return prices?.[code] === undefined;
    }).length;
    const demand =
      missing === 0 ? '' : ` Enter a price in ${code.toUpperCase()} for ${missing} products below.`;
    setAnnouncement(`${nameOfCurrency(code)} added.${demand}`);
  }

  function move(index: number, by: -1 | 1): void {
    const [one, other] = [value[index], value[index + by]];
    if (!one || !other) return;
    change(value.with(index, other).with(index + by, one));
    setAnnouncement(`${nameOfCurrency(one)} is now ${index + by + 1} of ${value.length}`);
  }

  function remove(code: PurchaseCurrency): void {
    change(value.filter((each) => each !== code));
    setAnnouncement(`${nameOfCurrency(code)} removed. Its prices are kept in case you add it again.`);
  }

  return (
    <SettingsGroup
      title="Currencies"
      hint="Products are sold in these. Visitors see the first one first. Every product needs a price in each."
      field="currencies"
      error={error}
    >
      <ol className="border-b border-line">
        {value.map((code, index) => (
          <li key={code} className="flex min-h-12 items-center justify-between gap-3 border-t border-line">
            <span className="min-w-0">
              <span className="font-medium">{code.toUpperCase()}</span>{' '}
              <span className="text-soft">
                {nameOfCurrency(code)}
                {index === 0 && ', shown first'}
              </span>
            </span>
            <ListButtons
              name={nameOfCurrency(code)}
              isFirst={index === 0}
              isLast={index === value.length - 1}
              onMove={(by) => move(index, by)}
              onRemove={value.length > 1 ? () => remove(code) : undefined}
            />
          </li>
        ))}
      </ol>
      <SelectField
        label="Add a currency"
        blank={isFull ? `There is room for ${settingListMax.currencies}` : 'Choose…'}
        disabled={isFull}
        options={purchaseCurrencies
          .filter((code) => !value.includes(code))
          .map((code) => ({ value: code, label: `${code.toUpperCase()}, ${nameOfCurrency(code)}` }))}
        value=""
        onChange={({ currentTarget }) => {
          const chosen = purchaseCurrencies.find((code) => code === currentTarget.value);
          if (chosen) add(chosen);
        }}
      />
      <p role="status" className="-mt-2 text-[0.9375rem] text-soft empty:hidden">
        {announcement}
      </p>
      <OriginalNote path="currencies" original={original.join(', ').toUpperCase()} />
    </SettingsGroup>
  );
}
