import type { Brand } from './brand.ts';
import type { HomeFigure } from './home-figures.ts';
import type { ProductChanges } from './products.ts';
import type { ReviewCounts, Testimonial } from './testimonials.ts';

export const legalTextNames = ['privacy', 'terms', 'cookies'] as const;
export type LegalTextName = (typeof legalTextNames)[number];

/** The page of each legal text. */
export const legalTextPaths = {
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  cookies: '/cookie-policy',
} as const satisfies Record<LegalTextName, string>;

/** A legal text as the agency wrote it, converted from Markdown to HTML by the server. */
export interface WrittenLegalText {
  name: LegalTextName;
  /** ISO day of the last change. */
  updated: string;
  sections: readonly WrittenLegalSection[];
}

export interface WrittenLegalSection {
  id: string;
  title: string;
  html: string;
}

export interface SocialLink {
  label: string;
  url: string;
}

/** An answer as HTML, converted from Markdown by the server. */
export interface SiteQuestion {
  question: string;
  answerHtml: string;
}

/** A logo of a brand, under an address of this server. */
export interface SiteLogo {
  light: string;
  dark: string;
  /** Width divided by height. */
  ratio: number;
}

/**
 * The settings of the agency that pages show, with texts converted to HTML. Every page contains them, so that what the server
 * rendered and what the browser renders are the same. Every field except the brand is missing while it is the specification's.
 */
export interface SiteSettings {
  brand: Brand;
  /** The brand has another name than the product, whose mark is not shown. */
  isRenamed?: true;
  /** The files of the chosen typeface; missing for the usual one. */
  typefaceFiles?: TypefaceFiles | undefined;
  /** The colours of the browser's own bars, for both themes. */
  themeColours?: { light: string; dark: string };
  /** The colours that every other one was computed from, for screens that choose an accent next to them. */
  chosenColours?: { accent?: string | undefined; neutral?: string | undefined };
  logo?: SiteLogo;
  products?: ProductChanges | undefined;
  homeFigures?: readonly HomeFigure[] | undefined;
  testimonials?: readonly Testimonial[] | undefined;
  /** Null: no summary of reviews is shown. */
  reviews?: ReviewCounts | null | undefined;
  questions?: readonly SiteQuestion[];
  social?: readonly SocialLink[] | undefined;
  /** The legal texts that the agency wrote itself. Their pages are loaded from the server, because only they contain them. */
  writtenLegalTexts?: readonly LegalTextName[];
  /** Only on the page of the text. */
  legalText?: WrittenLegalText;
  /** Only while an icon or social picture differs from the built one: part of their addresses, so that browsers load them again. */
  picturesVersion?: string;
}

/** In built pages, in place of the agency's name. */
export const agencyNamePlaceholder = 'agency-name.invalid';

/** The addresses of what a page loads for a typeface. */
export interface TypefaceFiles {
  /** With the letters of most texts. Preloaded. */
  font: string;
  /** Undefined for the typeface of web/ui/fonts.css, which every page loads. */
  styles?: string;
}

/** The id of the element of a page that contains its settings as JSON. */
export const siteSettingsId = 'site-settings';
