import { currency } from '../../../../contract/company/companies.ts';
import { nameOfCurrency } from '../../components/currency-names.ts';

export const currencyOptions = currency.options.map((code) => ({
  value: code,
  label: `${code}, ${nameOfCurrency(code)}`,
}));
