import type { Brand } from './brand.ts';
import type { HomeFigure } from './home-figures.ts';
import type { ProductChanges } from './products.ts';
import type { ReviewCounts, Testimonial } from './testimonials.ts';

/** A legal text as the agency wrote it, converted from Markdown to HTML by the server. */
export interface WrittenLegalText {
  /** ISO day of the last change. */
  updated: string;
  sections: readonly { id: string; title: string; html: string }[];
}

export const legalTextNames = ['privacy', 'terms', 'cookies'] as const;
export type LegalTextName = (typeof legalTextNames)[number];

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
 * The settings of the agency that pages show, with texts converted to HTML. Only fields that differ from the
 * specification's: it is empty for an installation whose settings were never changed. Every page contains it, so that what
 * the server rendered and what the browser renders are the same.
 */
export interface SiteSettings {
  brand?: Partial<Brand>;
  logo?: SiteLogo;
  products?: ProductChanges;
  homeFigures?: readonly HomeFigure[];
  testimonials?: readonly Testimonial[];
  /** Null: no summary of reviews is shown. */
  reviews?: ReviewCounts | null;
  questions?: readonly SiteQuestion[];
  social?: readonly SocialLink[];
  /** The legal texts that the agency wrote itself. Their pages are loaded from the server, because only they contain them. */
  writtenLegalTexts?: readonly LegalTextName[];
  /** Only on the page of the text. */
  legalText?: WrittenLegalText;
  /** Only while the icons and social pictures are those of another brand: part of their addresses, so that browsers load them again. */
  picturesVersion?: string;
}

/** The id of the element of a page that contains its settings as JSON. */
export const siteSettingsId = 'site-settings';
