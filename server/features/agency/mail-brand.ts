import { type CompanyBrand, companyBrand } from '../../../contract/site/agency-settings.ts';
import { deriveTheme } from '../../../contract/site/colours/derive-theme.ts';
import { toMailColours } from '../../../contract/site/colours/theme-output.ts';
import type { MailBrand } from '../../platform/mail/mail-brand.ts';
import { RecentMap } from '../../platform/recent-map.ts';
import type { AgencyState } from './agency.ts';
import { toMailLogoAddress } from './brand-files.ts';
import { pickLogo } from './company-brand/pick-logo.ts';

type LogoDigests = Pick<CompanyBrand, 'logoLight' | 'logoDark'>;

/** Kept, because deriving them takes milliseconds, and some mails are written under a lock. */
const derivedColours = new RecentMap<MailBrand['colours']>(100);

/** The brand of a mail, about the agency or about one company's portal. The footer names the agency in both. */
export function toMailBrand(
  { brand, settings, publicUrl }: Pick<AgencyState, 'brand' | 'settings'> & { publicUrl: string },
  company?: CompanyBrand | null,
): MailBrand {
  // As stored. A mail is written with the agency's brand rather than not at all.
  const { data: own = {} } = companyBrand.safeParse(company ?? {});
  return {
    name: own.name ?? brand.name,
    footer: settings.mail?.footer ?? `${brand.legalName}, ${brand.location}`,
    logo: pickLogo({ name: own.name, logo: toLogo(publicUrl, own) }, toLogo(publicUrl, settings.look ?? {})),
    colours: toColours(own.accent ?? settings.look?.accent, settings.look?.neutral),
  };
}

function toLogo(publicUrl: string, { logoLight, logoDark }: LogoDigests): MailBrand['logo'] {
  const light = logoLight ?? logoDark;
  if (light === undefined) return undefined;
  const toUrl = (digest: string) => publicUrl + toMailLogoAddress(digest);
  return { light: toUrl(light), dark: toUrl(logoDark ?? light) };
}

function toColours(accent: string | undefined, neutral: string | undefined): MailBrand['colours'] {
  const key = `${accent} ${neutral}`;
  const earlier = derivedColours.get(key);
  if (earlier) return earlier;
  const colours = toMailColours(deriveTheme({ accent, neutral }));
  derivedColours.set(key, colours);
  return colours;
}
