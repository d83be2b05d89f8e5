import type { AgencySettings } from '../../../../contract/site/agency-settings.ts';
import { productIds } from '../../../../contract/site/products.ts';
import { legalTextNames } from '../../../../contract/site/site-settings.ts';
import { isSame } from './is-same.ts';
import { type FieldPath, readField } from './setting-fields.ts';

const productParts = ['title', 'description', 'features', 'prices'] as const;

/** Every field, in the order of the screen. */
const allFields: readonly FieldPath[] = [
  ...(['brand.name', 'brand.tagline', 'brand.promise', 'brand.email', 'brand.phone'] as const),
  ...(['brand.location', 'brand.supportHours', 'brand.timeZone', 'brand.legalName'] as const),
  'brand.jurisdiction',
  ...(['look.logoLight', 'look.logoDark', 'look.accent', 'look.neutral', 'look.typeface'] as const),
  'currencies',
  ...productIds.flatMap((id) => productParts.map((part) => `products.${id}.${part}` as const)),
  ...(['homeFigures', 'testimonials', 'reviews', 'questions', 'social'] as const),
  ...legalTextNames.map((name) => `legal.${name}` as const),
  ...(['mail.senderName', 'mail.footer'] as const),
  ...(['payments.createsInvoices', 'payments.addsTax', 'payments.asksTaxIds'] as const),
];

/** The fields that have other values. */
export const listDifferences = (one: AgencySettings, other: AgencySettings): FieldPath[] =>
  allFields.filter((path) => !isSame(readField(one, path), readField(other, path)));

export const orderOfField = (path: string): number =>
  allFields.findIndex((field) => path === field || path.startsWith(`${field}.`));
