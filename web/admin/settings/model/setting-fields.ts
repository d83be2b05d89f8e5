import type { AgencySettings } from '../../../../contract/site/agency-settings.ts';
import type { Brand } from '../../../../contract/site/brand.ts';
import { type HomeFigure, usualHomeFigures } from '../../../../contract/site/home-figures.ts';
import { usualCurrencies, usualPayments } from '../../../../contract/site/merged-settings.ts';
import { type Prices, type ProductId, usualProducts } from '../../../../contract/site/products.ts';
import type { PurchaseCurrency } from '../../../../contract/site/purchase-currencies.ts';
import type { LegalTextName, SocialLink } from '../../../../contract/site/site-settings.ts';
import {
  type ReviewCounts,
  type Testimonial,
  usualReviews,
  usualTestimonials,
} from '../../../../contract/site/testimonials.ts';
import type { TypefaceId } from '../../../../contract/site/typefaces.ts';
import { isSame } from './is-same.ts';
import { usualBrand } from './usual-brand.ts';

export interface Question {
  question: string;
  /** Markdown. */
  answer: string;
}

export interface OwnLegalText {
  /** Markdown. */
  text: string;
  /** ISO day. */
  updated: string;
}

interface ProductTexts {
  title: string;
  description: string;
  features: readonly string[];
  prices: Prices;
}

type Named<Section extends string, Fields> = {
  [Name in keyof Fields & string as `${Section}.${Name}`]: Fields[Name];
};

type ProductFields = {
  [Path in `products.${ProductId}.${keyof ProductTexts}`]: Path extends `${string}.${string}.${infer Name extends keyof ProductTexts}`
    ? ProductTexts[Name]
    : never;
};

interface WholeFields {
  currencies: readonly PurchaseCurrency[];
  homeFigures: readonly HomeFigure[];
  testimonials: readonly Testimonial[];
  reviews: ReviewCounts | null;
  questions: readonly Question[];
  social: readonly SocialLink[];
}

interface LookFields {
  accent: string;
  neutral: string;
  typeface: TypefaceId;
  logoLight: string;
  logoDark: string;
}

/** Every field of the settings, named as the server names it in errors and in the history. */
export type FieldValues = Named<'brand', Brand> &
  Named<'look', LookFields> &
  Named<'mail', { senderName: string; footer: string }> &
  Named<'payments', typeof usualPayments> &
  Named<'legal', Record<LegalTextName, OwnLegalText>> &
  ProductFields &
  WholeFields;

export type FieldPath = keyof FieldValues;

/** The changed fields with their new values; undefined for fields that were reset. */
export type Edits = ReadonlyMap<FieldPath, unknown>;

/** The specification's texts. Fields that are missing here have none. */
const originals = {
  products: usualProducts,
  payments: usualPayments,
  currencies: usualCurrencies,
  homeFigures: usualHomeFigures,
  testimonials: usualTestimonials,
  reviews: usualReviews,
  questions: [],
  social: [],
};

/** The value at a path such as `testimonials.2.name`; undefined if it does not exist. */
export function readPath(from: unknown, path: string): unknown {
  let value = from;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

// The schema of the settings and the types above name the same shapes.
export const readField = <Path extends FieldPath>(settings: AgencySettings, path: Path) =>
  readPath(settings, path) as FieldValues[Path] | undefined;

export const originalOf = <Path extends FieldPath>(path: Path) =>
  readPath({ ...originals, brand: usualBrand() }, path) as FieldValues[Path] | undefined;

/** The settings with other values in some fields. A field that is undefined is removed. */
export function withEdits(settings: AgencySettings, edits: Edits): AgencySettings {
  const edited: Record<string, unknown> = structuredClone(settings);
  for (const [path, value] of edits) {
    const names = path.split('.');
    const last = names.pop() ?? path;
    let target = edited;
    for (const name of names) {
      const inner = target[name];
      const next = typeof inner === 'object' && inner !== null ? { ...inner } : {};
      target[name] = next;
      target = next;
    }
    if (value === undefined) delete target[last];
    else target[last] = value;
  }
  return edited;
}

/** The value as it is stored: nothing for a field that has the specification's text. */
export const toStored = (path: FieldPath, value: unknown): unknown =>
  isSame(value, originalOf(path)) ? undefined : value;

/** Only the edits that change something. */
export function dropUnchanged(settings: AgencySettings, edits: Edits): Edits {
  return new Map([...edits].filter(([path, value]) => !isSame(value, readField(settings, path))));
}
