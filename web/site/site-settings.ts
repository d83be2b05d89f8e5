import { type SiteSettings, siteSettingsId } from '../../contract/site/site-settings.ts';

function readFromPage(): SiteSettings {
  const json = typeof document === 'undefined' ? '' : document.getElementById(siteSettingsId)?.textContent;
  // Written by the server into every page. Tests and servers read others.
  return JSON.parse(json || '{"brand":{}}') as SiteSettings;
}

const fromPage = readFromPage();
let read = () => fromPage;

/**
 * The agency's settings as pages show them. In a browser it is the same until the next page is loaded, so that it always matches
 * what the server rendered.
 */
export const siteSettings = (): SiteSettings => read();

/** For rendering on a server, where each request may have other settings, and for tests. */
export function readSiteSettingsWith(reader: () => SiteSettings): void {
  read = reader;
}
