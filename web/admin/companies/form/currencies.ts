import { type Currency, currency } from '../../../../contract/company/companies.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });

export const currencyOptions = currency.options.map((code) => ({
  value: code,
  label: `${code}, ${names.of(code)}`,
}));

export const currencyName = (code: Currency) => names.of(code) ?? code;
