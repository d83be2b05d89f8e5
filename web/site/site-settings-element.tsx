import { siteSettingsId } from '../../contract/site/site-settings.ts';
import { siteSettings } from './site-settings.ts';

/** The settings that this page was rendered with, for its scripts. The browser keeps what the server wrote. */
export function SiteSettingsElement() {
  const json = import.meta.env.SSR ? JSON.stringify(siteSettings()).replaceAll('<', '\\u003c') : '';
  return (
    <script
      type="application/json"
      id={siteSettingsId}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with no way to end the element
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
