import type { AgencySettings } from '../../../contract/site/agency-settings.ts';
import { deriveTheme } from '../../../contract/site/colours/derive-theme.ts';
import { toManifestColours, toThemeCss } from '../../../contract/site/colours/theme-output.ts';
import type { MergedSettings } from '../../../contract/site/merged-settings.ts';
import type { Product, ProductChanges } from '../../../contract/site/products.ts';
import {
  type LegalTextName,
  legalTextNames,
  type SiteLogo,
  type SiteSettings,
  type WrittenLegalText,
} from '../../../contract/site/site-settings.ts';
import { defaultTypeface, type TypefaceId } from '../../../contract/site/typefaces.ts';
import type { BrandFileFacts } from './agency.queries.ts';
import { toLogoAddress } from './brand-files.ts';
import { toSafeHtml, toSections } from './markdown.ts';
import { toPicturesVersion } from './picture-parts.ts';

/** The content that pages are rendered with. */
export interface SiteContent {
  settings: SiteSettings;
  /** Declarations of the chosen colours and logos; empty for the usual ones. */
  themeCss: string;
  /** Undefined for the usual one. */
  typeface: TypefaceId | undefined;
  legalTexts: Partial<Record<LegalTextName, WrittenLegalText>>;
}

export interface Logos {
  light: BrandFileFacts | undefined;
  dark: BrandFileFacts | undefined;
}

export function toSiteContent(
  settings: AgencySettings,
  merged: MergedSettings,
  { logos, isRenamed }: { logos: Logos; isRenamed: boolean },
): SiteContent {
  const { brand, products } = merged;
  const { look = {}, legal = {} } = settings;
  const theme = deriveTheme({ accent: look.accent, neutral: look.neutral });
  const hasColours = look.accent !== undefined || look.neutral !== undefined;
  const logo = toSiteLogo(logos);
  const picturesVersion = toPicturesVersion({ ...merged, settings, logos });
  const written = legalTextNames.filter((name) => legal[name] !== undefined);
  const site: SiteSettings = {
    brand,
    ...(isRenamed ? { isRenamed } : {}),
    ...(logo ? { logo } : {}),
    ...(hasColours
      ? {
          themeColours: toPageColours(theme),
          chosenColours: { accent: look.accent, neutral: look.neutral },
        }
      : {}),
    ...(settings.products || settings.currencies ? { products: toProductChanges(settings, products) } : {}),
    ...pick(settings, ['homeFigures', 'testimonials', 'reviews', 'social']),
    ...(settings.questions?.length
      ? {
          questions: settings.questions.map(({ question, answer }) => ({
            question,
            answerHtml: toSafeHtml(answer),
          })),
        }
      : {}),
    ...(written.length === 0 ? {} : { writtenLegalTexts: written }),
    ...(picturesVersion === undefined ? {} : { picturesVersion }),
  };
  return {
    settings: site,
    typeface: look.typeface === defaultTypeface ? undefined : look.typeface,
    themeCss: toThemeCss(theme) + (logo ? toLogoCss(logo) : ''),
    legalTexts: Object.fromEntries(written.map((name) => [name, { name, ...toWritten(legal[name]) }])),
  };
}

/** Pages read from the prices in which currencies products are sold, and in which order. */
function toProductChanges(
  { products: changes }: AgencySettings,
  products: readonly Product[],
): ProductChanges {
  return Object.fromEntries(products.map(({ id, prices }) => [id, { ...changes?.[id], prices }]));
}

function toWritten(text: { text: string; updated: string } | undefined): Omit<WrittenLegalText, 'name'> {
  return { updated: text?.updated ?? '', sections: toSections(text?.text ?? '') };
}

function pick<Name extends keyof AgencySettings>(
  settings: AgencySettings,
  names: readonly Name[],
): Pick<AgencySettings, Name> {
  return Object.fromEntries(
    names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  ) as Pick<AgencySettings, Name>;
}

export function toSiteLogo({ light, dark }: Logos): SiteLogo | undefined {
  const shown = light ?? dark;
  if (!shown) return undefined;
  return {
    light: toLogoAddress(shown),
    dark: toLogoAddress(dark ?? shown),
    ratio: Math.round((shown.width / shown.height) * 1000) / 1000,
  };
}

/** A style sheet decides which of the two logos is loaded, so that no script has to know the theme. Addresses contain only digests. */
export const toLogoCss = ({ light, dark }: SiteLogo) =>
  `:root{--logo:url(${light})}@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--logo:url(${dark})}}:root[data-theme=dark],.night.night{--logo:url(${dark})}`;

function toPageColours(theme: ReturnType<typeof deriveTheme>) {
  const { light, dark } = toManifestColours(theme);
  return { light: light.themeColour, dark: dark.themeColour };
}
