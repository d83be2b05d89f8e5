import type { z } from 'zod';
import {
  type AgencySettings,
  agencySettings,
  priceLimits,
} from '../../../../contract/site/agency-settings.ts';
import { productIds } from '../../../../contract/site/products.ts';
import { type PurchaseCurrency, purchaseCurrencies } from '../../../../contract/site/purchase-currencies.ts';
import { exampleAmount, formatAmount } from './amounts.ts';
import { originalOf, readField } from './setting-fields.ts';

/** Messages by the path of a field or of a part of it, such as `testimonials.2.name`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Finds what the server would refuse, so that it is shown at the field before anything is sent. Colours are checked where they are chosen. */
export function findErrors(settings: AgencySettings): FieldErrors {
  const errors: Record<string, string> = { ...findMissingPrices(settings) };
  const parsed = agencySettings.safeParse(settings);
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.join('.');
    errors[path] ??= toMessage(issue, path);
  }
  return errors;
}

function toMessage(issue: z.core.$ZodIssue, path: string): string {
  const priced = purchaseCurrencies.find((currency) => path.endsWith(`.prices.${currency}`));
  if (priced) return toPriceMessage(priced);
  if (issue.code === 'too_small' || issue.code === 'invalid_type') return 'Please fill this in.';
  if (issue.code === 'too_big') {
    if (issue.origin === 'array') return `At most ${issue.maximum} are possible.`;
    return issue.origin === 'string'
      ? `Please use at most ${issue.maximum} characters.`
      : 'This number is too large.';
  }
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'Please enter an address that begins with https://.';
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'Please choose a day.';
  // The schemas write the end of a sentence that begins with the name of the field.
  const { message: text } = issue;
  return /^must /.test(text) ? `This ${text}.` : text;
}

function toPriceMessage(currency: PurchaseCurrency): string {
  const [lowest, highest] = [priceLimits.min, priceLimits.max].map((limit) => formatAmount(limit, currency));
  return `Please enter an amount from ${lowest} to ${highest}, such as ${exampleAmount(currency)} for a thousand.`;
}

/** A product has to have a price in every currency it is sold in. */
function findMissingPrices(settings: AgencySettings): FieldErrors {
  const errors: Record<string, string> = {};
  for (const currency of readField(settings, 'currencies') ?? originalOf('currencies') ?? []) {
    for (const id of productIds) {
      const path = `products.${id}.prices` as const;
      const prices = readField(settings, path) ?? originalOf(path);
      if (prices?.[currency] === undefined)
        errors[`${path}.${currency}`] =
          `Please enter a price in ${currency.toUpperCase()}, such as ${exampleAmount(currency)}.`;
    }
  }
  return errors;
}
