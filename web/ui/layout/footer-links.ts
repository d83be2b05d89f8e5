import { products } from '../../site/products.ts';
import { listMainLinks, portalLink } from './site-links.ts';

interface FooterGroup {
  title: string;
  links: readonly { to: string; label: string }[];
}

export const listFooterGroups = (): FooterGroup[] => [
  {
    title: 'Solutions',
    links: products().map(({ path, title }) => ({ to: path, label: title })),
  },
  {
    title: 'Agency',
    links: [...listMainLinks(), { to: '/book-demo', label: 'Book a Demo' }],
  },
  {
    title: 'Clients',
    links: [
      portalLink,
      { to: '/help/metrics', label: 'What the numbers mean' },
      { to: '/auth', label: 'Admin sign-in' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/privacy-policy', label: 'Privacy Policy' },
      { to: '/terms-of-service', label: 'Terms of Service' },
      { to: '/cookie-policy', label: 'Cookie Policy' },
    ],
  },
];
