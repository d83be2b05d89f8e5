import { type SiteSettings, siteSettingsId } from '../../contract/site/site-settings.ts';
import { siteSettings } from './site-settings.ts';

/** The settings that this page was rendered with, for its scripts. The browser keeps what the server wrote. */
export function SiteSettingsElement() {
  const json = import.meta.env.SSR ? toJson() : '';
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

function toJson(): string {
  // The style sheet of the theme is in the page already.
  const { themeCss: _, ...settings }: SiteSettings & { themeCss?: string } = siteSettings();
  return JSON.stringify(settings).replaceAll('<', '\\u003c');
}
