import type { Purchase } from '../../../contract/public/purchases.ts';

/** A customer with an address at one of these does not own the domain. */
const mailProviders = [
  'aol.com',
  'fastmail.com',
  'gmail.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'web.de',
  'yahoo.co.uk',
  'yahoo.com',
  'yandex.com',
  'zoho.com',
];

const toName = (label: string) =>
  label
    .split(/[-_]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** Form values for a new portal, derived from a purchase. An administrator checks them. */
export function toPortalDraft({ customerEmail, currency }: Pick<Purchase, 'customerEmail' | 'currency'>) {
  const domain = customerEmail.slice(customerEmail.lastIndexOf('@') + 1).toLowerCase();
  const hasOwnDomain = domain !== '' && !mailProviders.includes(domain);
  return {
    name: hasOwnDomain ? toName(domain.split('.')[0] ?? '') : '',
    domain: hasOwnDomain ? domain : '',
    description: '',
    currency: currency.toUpperCase(),
  };
}
