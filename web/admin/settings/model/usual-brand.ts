import type { Brand } from '../../../../contract/site/brand.ts';

let known: Brand | undefined;

/** Called with every answer about the settings, before a field is shown. */
export function rememberUsualBrand(brand: Brand): void {
  known = brand;
}

/** The brand without any change. Only the server knows it: no script contains the name of the product. */
export function usualBrand(): Brand {
  if (!known) throw new Error('the settings are not loaded');
  return known;
}
