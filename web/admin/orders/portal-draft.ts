import type { Purchase } from '../../../contract/purchases.ts';

/** Whoever has an address here does not own the domain. */
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

const toWords = (label: string) =>
  label
    .split(/[-_]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** What the order alone tells of the portal to be: a beginning to be corrected, never the last word. */
export function toPortalDraft({ customerEmail, currency }: Pick<Purchase, 'customerEmail' | 'currency'>) {
  const domain = customerEmail.slice(customerEmail.lastIndexOf('@') + 1).toLowerCase();
  const isOwn = domain !== '' && !mailProviders.includes(domain);
  return {
    name: isOwn ? toWords(domain.split('.')[0] ?? '') : '',
    domain: isOwn ? domain : '',
    description: '',
    currency: currency.toUpperCase(),
  };
}
