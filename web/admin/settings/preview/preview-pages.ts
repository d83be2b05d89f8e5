import type { SectionId } from '../model/field-names.ts';

/** The pages that can be previewed. */
export const previewPages = [
  { value: '/', label: 'Home page' },
  { value: '/products', label: 'Products' },
  { value: '/solutions', label: 'Solutions' },
  { value: '/solutions/chatbots', label: 'AI Chatbots' },
  { value: '/solutions/analytics', label: 'Predictive Analytics' },
  { value: '/solutions/automation', label: 'Automation Systems' },
  { value: '/solutions/design', label: 'Smart Web Design' },
  { value: '/testimonials', label: 'Testimonials' },
  { value: '/contact', label: 'Contact' },
  { value: '/book-demo', label: 'Book a demo' },
  { value: '/privacy-policy', label: 'Privacy policy' },
  { value: '/terms-of-service', label: 'Terms of service' },
  { value: '/cookie-policy', label: 'Cookie policy' },
] as const;
export type PreviewPage = (typeof previewPages)[number]['value'];

/** The page on which the settings of a section are seen best. Sections that are seen on no page have no preview. */
export const pageOfSection: Readonly<Partial<Record<SectionId, PreviewPage>>> = {
  contact: '/contact',
  look: '/',
  products: '/products',
  texts: '/',
  legal: '/privacy-policy',
  payments: '/products',
};

export const toPreviewPage = (text: string): PreviewPage | undefined =>
  previewPages.find(({ value }) => value === text)?.value;
