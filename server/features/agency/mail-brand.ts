import type { CompanyBrand } from '../../../contract/site/agency-settings.ts';
import { type MailBrand, usualMailColours } from '../../platform/mail/mail-brand.ts';
import type { AgencyState } from './agency.ts';

/** The brand of a mail, about the agency or about one company's portal. The footer names the agency in both. */
export function toMailBrand(
  { brand, settings }: Pick<AgencyState, 'brand' | 'settings'>,
  company?: CompanyBrand | null,
): MailBrand {
  return {
    name: company?.name ?? brand.name,
    footer: settings.mail?.footer ?? `${brand.legalName}, ${brand.location}`,
    colours: toColours(company?.accent ?? settings.look?.accent),
  };
}

function toColours(accent: string | undefined): MailBrand['colours'] {
  if (accent === undefined) return usualMailColours;
  const { light, dark } = usualMailColours;
  return { light: { ...light, dot: accent }, dark: { ...dark, dot: accent } };
}
