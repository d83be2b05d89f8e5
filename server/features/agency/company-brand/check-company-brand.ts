import type { AgencySettings, CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import { checkAccent } from '../../../../contract/site/colours/check-colours.ts';
import type { Tx } from '../../../db/client.ts';
import { lockForTransaction } from '../../../db/locks.ts';
import { AppError } from '../../../platform/errors.ts';
import { looksLikeSecret, requireLogos } from '../check-settings.ts';

const refuse = (field: keyof CompanyBrand, message: string) =>
  new AppError(400, 'invalid-request', message, { field: `brand.${field}` });

/** Throws in the transaction of a change for a brand that the schema cannot refuse. The error names the field. */
export async function checkCompanyBrand(
  tx: Tx,
  brand: CompanyBrand,
  { settings }: { settings: AgencySettings },
): Promise<void> {
  if (looksLikeSecret(brand.name ?? ''))
    throw refuse('name', 'This looks like a secret key. Everyone who opens the portal sees the name.');
  if (brand.accent !== undefined) {
    const check = checkAccent(brand.accent, { neutral: settings.look?.neutral });
    if (!check.isUsable) throw refuse('accent', check.message);
  }
  await lockForTransaction(tx, { lock: 'logos' });
  await requireLogos(tx, brand, refuse);
}
