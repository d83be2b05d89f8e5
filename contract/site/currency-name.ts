/**
 * The name of a currency in the plural, such as "US dollars" and "Swiss francs". From the data of the browser or of Node,
 * whose versions may differ in rare names.
 */
export function currencyName(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency.toUpperCase();
}
