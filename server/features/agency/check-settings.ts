import type { AgencySettings, CompanyBrand } from '../../../contract/site/agency-settings.ts';
import { checkAccent, checkNeutral } from '../../../contract/site/colours/check-colours.ts';
import { mergeSettings } from '../../../contract/site/merged-settings.ts';
import type { Tx } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { isPlainAddress } from '../../platform/mail/mail-content.ts';
import { listBrandFiles } from './agency.queries.ts';
import { listTexts } from './settings-changes.ts';

const refuse = (field: string, message: string) =>
  new AppError(400, 'invalid-request', message, { field: `settings.${field}` });

/** Throws for settings that the schema cannot refuse. The error names the field. */
export async function checkSettings(tx: Tx, settings: AgencySettings): Promise<void> {
  requireNoSecrets(settings);
  requirePlainAddress(settings);
  requirePrices(settings);
  requireReadableColours(settings);
  await requireLogos(tx, settings.look ?? {}, (field, message) => refuse(`look.${field}`, message));
}

// Settings are shown on the site and kept in the history. Keys of payment providers have recognizable prefixes.
const secret =
  /\b(?:(?:sk|rk)_(?:live|test)_\w{8,}|whsec_\w{8,}|AKIA[A-Z\d]{16}|ghp_\w{20,})|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

export const looksLikeSecret = (text: string): boolean => secret.test(text);

function requireNoSecrets(settings: AgencySettings): void {
  const found = listTexts(settings).find(({ text }) => looksLikeSecret(text));
  if (!found) return;
  throw refuse(
    found.path,
    'This looks like a secret key. Everything here is shown to visitors and kept in the history.',
  );
}

// Without MAIL_FROM it is the sender of all mails, and few mail servers accept others.
function requirePlainAddress({ brand }: AgencySettings): void {
  if (brand?.email === undefined || isPlainAddress(brand.email)) return;
  throw refuse('brand.email', 'The part before the @ may only have letters from a to z, digits and signs.');
}

function requirePrices(settings: AgencySettings): void {
  const { products, currencies } = mergeSettings(settings);
  for (const product of products) {
    for (const currency of currencies) {
      if (product.prices[currency] !== undefined) continue;
      const message = `${product.title} needs a price in ${currency.toUpperCase()}.`;
      throw refuse(`products.${product.id}.prices.${currency}`, message);
    }
  }
}

function requireReadableColours({ look }: AgencySettings): void {
  const checks = [
    ['look.neutral', look?.neutral === undefined ? undefined : checkNeutral(look.neutral)],
    ['look.accent', look?.accent === undefined ? undefined : checkAccent(look.accent, look)],
  ] as const;
  for (const [field, check] of checks) if (check && !check.isUsable) throw refuse(field, check.message);
}

type LogoDigests = Pick<CompanyBrand, 'logoLight' | 'logoDark'>;

/** Throws for a logo that is not stored, with the error that `refuse` makes for its field. */
export async function requireLogos(
  tx: Tx,
  given: LogoDigests,
  refuse: (field: keyof LogoDigests, message: string) => AppError,
): Promise<void> {
  const names = ['logoLight', 'logoDark'] as const;
  const digests = names.flatMap((name) => given[name] ?? []);
  const known = new Set((await listBrandFiles(tx, digests)).map(({ digest }) => digest));
  for (const name of names) {
    const digest = given[name];
    if (digest !== undefined && !known.has(digest))
      throw refuse(name, 'This logo is not stored here. Upload it again.');
  }
}
