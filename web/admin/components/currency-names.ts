const names = new Intl.DisplayNames('en', { type: 'currency' });

/** The name of a currency as an entry of a list, such as "Swiss Franc". In sentences it is in the plural: contract/site/currency-name.ts. */
export function nameOfCurrency(currency: string): string {
  const code = currency.toUpperCase();
  return names.of(code) ?? code;
}
