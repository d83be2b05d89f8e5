import type { SiteSettings } from '../../contract/site/site-settings.ts';
import { siteSettings } from './site-settings.ts';

/** The agency's colours and logos. Only the server writes them, and the browser keeps what it wrote. */
export function ThemeStyle() {
  const css = import.meta.env.SSR ? themeCss() : '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: declarations with numbers and digests that the server computed
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />;
}

/** On the server, settings have this field, too; see `RenderedSettings` there. */
function themeCss(): string {
  const settings: SiteSettings & { themeCss?: string } = siteSettings();
  return settings.themeCss ?? '';
}
