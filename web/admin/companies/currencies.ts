import { type Currency, currency } from '../../../contract/companies.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** As choices of a list: the code people know, and its name. */
export const currencyOptions = currency.options.map((code) => ({
  value: code,
  label: `${code}, ${names.of(code)}`,
}));

export const currencyName = (code: Currency) => names.of(code) ?? code;
