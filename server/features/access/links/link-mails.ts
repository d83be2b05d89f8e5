import { invitationDays } from '../../../../contract/company/accesses.ts';
import type { CompanyBrand } from '../../../../contract/site/agency-settings.ts';
import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../../platform/mail/mail-layout.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';

const closing = [
  `The link works once, within ${invitationDays} days. Do not forward it: the first person to open it sees the portal.`,
];

export interface PortalLink {
  company: string;
  /** That of the portal; null for the agency's. */
  brand: CompanyBrand | null;
  url: string;
}

/** An administrator invites a person to the portal of a company. */
export function invitationMail(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  { company, brand, url }: PortalLink,
): Mail {
  const agency = mailBrand().name;
  return {
    class: 'invitation',
    to,
    subject: `Your access to the analytics of ${company}`,
    ...layOutMail(mailBrand(brand), {
      preview: `Open the portal of ${company} with one tap.`,
      heading: `The analytics of ${company}, live`,
      paragraphs: [
        `${agency} has given you access to the portal of ${company}.`,
        'Open the link on the phone or computer that you want to use. It stays signed in there for up to 30 days.',
      ],
      action: { label: 'Open the portal', url },
      closing,
      reason: `You get this mail because ${agency} entered your address at ${publicUrl}.`,
    }),
  };
}

/** Anyone may ask for new links to every portal of this address. */
export function newLinksMail(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  links: readonly PortalLink[],
): Mail {
  const [only] = links;
  const isOne = links.length === 1;
  return {
    class: 'portal-link',
    to,
    subject: isOne && only ? `A new link to ${only.company}` : 'New links to your portals',
    ...layOutMail(mailBrand(isOne ? only?.brand : null), {
      preview: 'Open your portal with one tap.',
      heading: isOne ? 'Your new link' : 'Your new links',
      paragraphs: ['Someone asked for a new link to the portals that this address has access to.'],
      ...(isOne && only
        ? { action: { label: 'Open the portal', url: only.url } }
        : { facts: links.map(({ company, url }) => [company, url] as const) }),
      closing: [...closing, 'If it was not you, ignore this mail. No one else got the link.'],
      reason: `You get this mail because someone entered this address at ${publicUrl}.`,
    }),
  };
}
