import { siteSettings } from './site-settings.ts';

/** The address of an icon or picture of the brand. Another brand has another address, because browsers keep what they loaded. */
export function withVersion(address: string): string {
  const { picturesVersion } = siteSettings();
  return picturesVersion === undefined ? address : `${address}?v=${picturesVersion}`;
}
