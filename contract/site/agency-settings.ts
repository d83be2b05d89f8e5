import { z } from 'zod';
import { cleanLine, cleanLines, emailAddress } from '../rules/text.ts';
import { toTimeZone } from '../rules/time-zone.ts';
import { weekdays } from './brand.ts';
import { productIds } from './products.ts';
import { purchaseCurrencies } from './purchase-currencies.ts';
import { legalTextNames } from './site-settings.ts';
import { homeTestimonialsMax } from './testimonials.ts';
import { typefaceIds } from './typefaces.ts';

/** Largest number of characters of each text. */
export const settingMax = {
  name: 60,
  legalName: 120,
  tagline: 80,
  promise: 160,
  phone: 40,
  location: 160,
  jurisdiction: 120,
  senderName: 60,
  mailFooter: 300,
  productTitle: 60,
  productDescription: 200,
  productFeature: 140,
  figureValue: 12,
  figureLabel: 40,
  personName: 80,
  personRole: 120,
  quote: 800,
  industry: 60,
  question: 200,
  answer: 2_000,
  legalText: 60_000,
  linkLabel: 40,
  linkUrl: 500,
} as const;

/** Largest number of entries of each list. */
export const settingListMax = { testimonials: 24, questions: 30, social: 8, currencies: 4 } as const;

const line = (max: number) => cleanLine(max).min(1);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');
const colour = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #0a7d62');
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be the digest of an uploaded logo');
const httpsUrl = z.url({ protocol: /^https$/, hostname: z.regexes.domain }).max(settingMax.linkUrl);

const timeZone = z
  .string()
  .overwrite((name) => toTimeZone(name) ?? name)
  .refine((name) => toTimeZone(name) !== undefined, 'must be a time zone such as Europe/London');

const supportHours = z
  .strictObject({
    from: z.enum(weekdays),
    to: z.enum(weekdays),
    opens: clockTime,
    closes: clockTime,
  })
  .refine(({ opens, closes }) => opens < closes, {
    path: ['closes'],
    error: 'must be later than the time of opening',
  });

const brandFields = z.strictObject({
  name: line(settingMax.name),
  tagline: line(settingMax.tagline),
  promise: line(settingMax.promise),
  email: emailAddress,
  phone: line(settingMax.phone).regex(/\d/, 'must contain a number'),
  location: line(settingMax.location),
  supportHours,
  timeZone,
  legalName: line(settingMax.legalName),
  jurisdiction: line(settingMax.jurisdiction),
});
const brandSettings = brandFields.partial();

/** Logos by the digest of their content. */
const lookSettings = z
  .strictObject({
    accent: colour,
    neutral: colour,
    typeface: z.enum(typefaceIds),
    logoLight: digest,
    /** Without it, the light theme's logo is used in the dark theme, too. */
    logoDark: digest,
  })
  .partial();

const mailSettings = z
  .strictObject({ senderName: line(settingMax.senderName), footer: line(settingMax.mailFooter) })
  .partial();

/** The lowest and the highest price of a product, in the smallest unit of each currency. */
export const priceLimits = { min: 100, max: 99_999_999 } as const;
const amount = z.number().int().min(priceLimits.min).max(priceLimits.max);

const feature = line(settingMax.productFeature);
const productSettings = z
  .strictObject({
    title: line(settingMax.productTitle),
    description: line(settingMax.productDescription),
    features: z.tuple([feature, feature, feature, feature, feature]),
    prices: z.partialRecord(z.enum(purchaseCurrencies), amount),
  })
  .partial();

const homeFigure = z.strictObject({
  value: line(settingMax.figureValue),
  label: line(settingMax.figureLabel),
});

const testimonial = z.strictObject({
  name: line(settingMax.personName),
  role: line(settingMax.personRole),
  content: line(settingMax.quote),
  rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  industry: line(settingMax.industry),
  date: z.iso.date(),
  isOnHome: z.boolean(),
});

const reviewCount = z.number().int().min(0).max(1_000_000);

/** The settings of the agency as they are stored: only fields that differ from the specification's texts. */
export const agencySettings = z
  .strictObject({
    brand: brandSettings,
    look: lookSettings,
    mail: mailSettings,
    /** The currencies in which products are sold, the first one first. Every product has a price in each. */
    currencies: z
      .array(z.enum(purchaseCurrencies))
      .min(1)
      .max(settingListMax.currencies)
      .refine((codes) => new Set(codes).size === codes.length, 'must not contain a currency twice'),
    products: z.partialRecord(z.enum(productIds), productSettings),
    payments: z
      .strictObject({ addsTax: z.boolean(), createsInvoices: z.boolean(), asksTaxIds: z.boolean() })
      .partial(),
    homeFigures: z.array(homeFigure).max(3),
    testimonials: z
      .array(testimonial)
      .max(settingListMax.testimonials)
      .refine(
        (list) => list.filter(({ isOnHome }) => isOnHome).length <= homeTestimonialsMax,
        `must not show more than ${homeTestimonialsMax} on the home page`,
      ),
    reviews: z.tuple([reviewCount, reviewCount, reviewCount, reviewCount, reviewCount]).nullable(),
    questions: z
      .array(
        z.strictObject({ question: line(settingMax.question), answer: cleanLines(settingMax.answer).min(1) }),
      )
      .max(settingListMax.questions),
    /** Markdown. */
    legal: z.partialRecord(
      z.enum(legalTextNames),
      z.strictObject({ text: cleanLines(settingMax.legalText).min(1), updated: z.iso.date() }),
    ),
    social: z
      .array(z.strictObject({ label: line(settingMax.linkLabel), url: httpsUrl }))
      .max(settingListMax.social),
  })
  .partial();
export type AgencySettings = z.infer<typeof agencySettings>;

/** A saved version, for the history. */
export const settingsVersion = z.object({
  version: z.number().int().positive(),
  changedBy: z.string(),
  changedAt: z.iso.datetime(),
  /** Paths of fields, such as `brand.name`. */
  changedFields: z.array(z.string()),
  /** 0 is the specification. */
  restoredVersion: z.number().int().nonnegative().nullable(),
});
export type SettingsVersion = z.infer<typeof settingsVersion>;

/** 0: nothing was saved yet. */
const version = z.number().int().nonnegative();

export const currentSettings = z.object({
  version,
  settings: agencySettings,
  /** The last change; null before the first. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime().nullable(),
  /** The brand without any change. From the server, because no script may contain the name of the product. */
  usualBrand: brandFields,
});
export type CurrentSettings = z.infer<typeof currentSettings>;

/** Saving names the version that was edited: if another one was saved since, nothing is overwritten. */
export const saveSettingsRequest = z.strictObject({ version, settings: agencySettings });
export type SaveSettingsRequest = z.input<typeof saveSettingsRequest>;

export const settingsHistory = z.object({ versions: z.array(settingsVersion) });
/** 0 is the specification. */
export const settingsVersionParams = z.object({
  version: z.coerce.number().int().nonnegative().max(2_147_483_647),
});
export const storedSettings = settingsVersion.extend({ settings: agencySettings });

/** Saves the settings of an earlier version as a new one. */
export const restoreSettingsRequest = z.strictObject({ version });

export const uploadedLogo = z.object({
  digest,
  kind: z.enum(['svg', 'png']),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});

/**
 * The brand of one company's portal. Fields that are missing are the agency's. Both logos count as one field: the agency's are
 * shown only if the company has neither, and no name.
 */
export const companyBrand = z
  .strictObject({
    name: line(settingMax.name),
    accent: colour,
    logoLight: digest,
    logoDark: digest,
  })
  .partial();
export type CompanyBrand = z.infer<typeof companyBrand>;
