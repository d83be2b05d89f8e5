import type { Brand } from '../../contract/site/brand.ts';
import { type SiteSettings, siteSettingsId } from '../../contract/site/site-settings.ts';

const nameless: Brand = {
  ...{
    name: '',
    tagline: '',
    promise: '',
    email: '',
    phone: '',
    location: '',
    legalName: '',
    jurisdiction: '',
  },
  supportHours: { from: 'Mon', to: 'Fri', opens: '09:00', closes: '18:00' },
  timeZone: 'UTC',
};

function readFromPage(): SiteSettings {
  const json = typeof document === 'undefined' ? '' : document.getElementById(siteSettingsId)?.textContent;
  // Written by the server into this page.
  return json ? (JSON.parse(json) as SiteSettings) : { brand: nameless };
}

const fromPage = readFromPage();
let read = () => fromPage;

/**
 * What pages show of the agency's settings. In a browser it is the same until the next page is loaded, so that it always matches
 * what the server rendered.
 */
export const siteSettings = (): SiteSettings => read();

/** For rendering on a server, where each request may have other settings, and for tests. */
export function readSiteSettingsWith(reader: () => SiteSettings): void {
  read = reader;
}
