import type { ProductId } from '../../../../contract/site/products.ts';

/** The sections of the screen, in their order. */
export const sections = {
  contact: 'Name and contact',
  look: 'Look',
  products: 'Products and prices',
  texts: 'Site texts',
  legal: 'Legal texts',
  mails: 'Mails',
  payments: 'Payments',
  addresses: 'Addresses of portals',
  history: 'History',
} as const;
export type SectionId = keyof typeof sections;

export const sectionIds = Object.keys(sections) as SectionId[];

export const toSectionId = (text: string | null): SectionId =>
  sectionIds.find((id) => id === text) ?? 'contact';

export const productNames: Readonly<Record<ProductId, string>> = {
  chatbots: 'AI Chatbots',
  analytics: 'Predictive Analytics',
  automation: 'Automation Systems',
  design: 'Smart Web Design',
};

export const legalNames = {
  privacy: 'Privacy policy',
  terms: 'Terms of service',
  cookies: 'Cookie policy',
} as const;

const names: Readonly<Record<string, string>> = {
  'brand.name': 'Name',
  'brand.tagline': 'Tagline',
  'brand.promise': 'Promise',
  'brand.email': 'Email address',
  'brand.phone': 'Phone',
  'brand.location': 'Postal address',
  'brand.supportHours': 'Support hours',
  'brand.timeZone': 'Time zone',
  'brand.legalName': 'Legal name',
  'brand.jurisdiction': 'Law that applies',
  'look.accent': 'Accent colour',
  'look.neutral': 'Neutral colour',
  'look.typeface': 'Typeface',
  'look.logoLight': 'Logo',
  'look.logoDark': 'Logo on dark pages',
  'mail.senderName': 'Sender of mails',
  'mail.footer': 'Footer of mails',
  'payments.addsTax': 'Sales tax',
  'payments.createsInvoices': 'Invoices',
  'payments.asksTaxIds': 'Tax numbers',
  currencies: 'Currencies',
  homeFigures: 'Figures on the home page',
  testimonials: 'Testimonials',
  reviews: 'Summary of reviews',
  questions: 'Questions and answers',
  social: 'Social links',
};

const productParts: Readonly<Record<string, string>> = {
  title: 'name',
  description: 'description',
  features: 'features',
  prices: 'prices',
};

/** The name of a field for people, from its path or the path of a part of it, such as `products.design.prices.eur`. */
export function nameOfField(path: string): string {
  const [section = '', part = '', detail = ''] = path.split('.');
  if (section === 'products') {
    const product = Object.entries(productNames).find(([id]) => id === part)?.[1] ?? part;
    return `${product}: ${productParts[detail] ?? detail}`;
  }
  if (section === 'legal') return Object.entries(legalNames).find(([id]) => id === part)?.[1] ?? part;
  return names[`${section}.${part}`] ?? names[section] ?? path;
}

/** The section that has the field, from its path. */
export function sectionOfField(path: string): SectionId {
  const [section = ''] = path.split('.');
  if (section === 'brand') return 'contact';
  if (section === 'currencies') return 'products';
  if (section === 'mail') return 'mails';
  if (section === 'look' || section === 'products' || section === 'legal' || section === 'payments')
    return section;
  return 'texts';
}
