import { isDeepStrictEqual } from 'node:util';
import type { AgencySettings } from '../../../contract/site/agency-settings.ts';
import { usualBrand } from '../../../contract/site/brand.ts';
import { usualHomeFigures } from '../../../contract/site/home-figures.ts';
import { usualCurrencies, usualPayments } from '../../../contract/site/merged-settings.ts';
import { usualProducts } from '../../../contract/site/products.ts';
import { usualReviews, usualTestimonials } from '../../../contract/site/testimonials.ts';

/** The value of each field that was never changed. Fields that are missing here are empty in the specification. */
const usual = {
  brand: usualBrand,
  currencies: usualCurrencies,
  products: usualProducts,
  payments: usualPayments,
  homeFigures: usualHomeFigures,
  testimonials: usualTestimonials,
  reviews: usualReviews,
  questions: [],
  social: [],
} as const;

/** Sections whose fields are compared one by one. Every other section is one field. */
const sections = ['brand', 'look', 'mail', 'payments', 'legal'];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every field with its path, such as `brand.name` or `products.design.title`. */
function listFields(settings: object): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(settings)) {
    if (name === 'products' && isObject(value)) {
      for (const [id, product] of Object.entries(value)) {
        if (!isObject(product)) continue;
        for (const [part, given] of Object.entries(product)) fields.set(`products.${id}.${part}`, given);
      }
    } else if (sections.includes(name) && isObject(value)) {
      for (const [part, given] of Object.entries(value)) fields.set(`${name}.${part}`, given);
    } else fields.set(name, value);
  }
  return fields;
}

const usualFields = listFields(usual);

/** Only the fields that differ from the specification's, so that a field that was set back follows it again. */
export function withoutUsual(settings: AgencySettings): AgencySettings {
  const kept: Record<string, unknown> = {};
  for (const [path, value] of listFields(settings)) {
    if (value === undefined || isDeepStrictEqual(value, usualFields.get(path))) continue;
    const names = path.split('.');
    const last = names.pop() ?? path;
    let target = kept;
    for (const name of names) {
      const inner = isObject(target[name]) ? target[name] : {};
      target[name] = inner;
      target = inner;
    }
    target[last] = value;
  }
  return kept;
}

/** The paths of the fields that differ, in alphabetical order. */
export function listChangedFields(before: AgencySettings, after: AgencySettings): string[] {
  const [old, now] = [listFields(before), listFields(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => !isDeepStrictEqual(old.get(path), now.get(path)))
    .sort();
}

/** Every text in the settings with the path of its field. */
export function listTexts(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    listTexts(inner, path === '' ? name : `${path}.${name}`),
  );
}
