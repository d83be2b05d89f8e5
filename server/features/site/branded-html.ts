import {
  agencyNamePlaceholder,
  siteSettingsId,
  type TypefaceFiles,
} from '../../../contract/site/site-settings.ts';
import { escapeHtml } from '../../platform/http/html/escape-html.ts';
import { escapeJson } from '../../platform/http/html/escape-json.ts';
import type { RenderedSettings } from './page-renderer.ts';

const settingsElement = new RegExp(
  `(<script type="application/json" id="${siteSettingsId}">)[^<]*(</script>)`,
);
const themeColour =
  /(<meta name="theme-color" media="\(prefers-color-scheme: (light|dark)\)" content=")[^"]*(")/g;
const fontPreload = /(<link\b[^>]*\brel="preload"[^>]*\bhref=")[^"]*\.woff2(")/s;
const picture = /(href="\/(?:icon[\w-]*|apple-touch-icon|site)\.(?:svg|png|webmanifest))"/g;

/**
 * Writes the settings into a page that is not rendered by React Router: the pages of portals and shared views, whose content the
 * browser or another renderer makes.
 */
export function brandHtml(
  html: string,
  { themeCss = '', typeface: _, ...settings }: RenderedSettings,
  typeface: TypefaceFiles | undefined,
): string {
  const { brand, themeColours, picturesVersion } = settings;
  const colour = themeColours;
  return html
    .replaceAll(agencyNamePlaceholder, escapeHtml(brand.name).replaceAll('$', '$$$$'))
    .replace(
      settingsElement,
      (_, start: string, end: string) => start + escapeJson(JSON.stringify(settings)) + end,
    )
    .replace(themeColour, (whole, start: string, theme: 'light' | 'dark', end: string) =>
      colour ? start + colour[theme] + end : whole,
    )
    .replace(picture, (whole, start: string) =>
      picturesVersion === undefined ? whole : `${start}?v=${picturesVersion}"`,
    )
    .replace(fontPreload, (whole, start: string, end: string) =>
      typeface ? start + typeface.font + end : whole,
    )
    .replace('</head>', (end) => {
      const styles =
        typeface?.styles === undefined ? '' : `<link rel="stylesheet" href="${typeface.styles}">`;
      return `${styles}${themeCss === '' ? '' : `<style>${themeCss}</style>`}${end}`;
    });
}
