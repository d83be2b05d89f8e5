import { type SiteSettings, siteSettingsId } from '../../contract/site/site-settings.ts';

function readFromPage(): SiteSettings {
  if (typeof document === 'undefined') return {};
  const json = document.getElementById(siteSettingsId)?.textContent;
  // Written by the server into this page.
  return json ? (JSON.parse(json) as SiteSettings) : {};
}

const fromPage = readFromPage();
let read = () => fromPage;

/**
 * The agency's settings that differ from the specification's texts. In a browser they are the same until the next page is
 * loaded, so that they always match what the server rendered.
 */
export const siteSettings = (): SiteSettings => read();

/** For rendering on a server, where each request may have other settings. */
export function readSiteSettingsWith(reader: () => SiteSettings): void {
  read = reader;
}
