import { siteSettings } from '../../site/site-settings.ts';

const mainLinks = [
  { to: '/products', label: 'Products' },
  { to: '/solutions', label: 'Solutions' },
  { to: '/industries', label: 'Industries' },
  { to: '/testimonials', label: 'Testimonials' },
  { to: '/contact', label: 'Contact' },
] as const;

/** Without testimonials where the agency has none. */
export function listMainLinks() {
  const { testimonials } = siteSettings();
  return mainLinks.filter(({ to }) => to !== '/testimonials' || testimonials?.length !== 0);
}

export const portalLink = { to: '/company-access', label: 'Company Portal' } as const;
export const startLink = { to: '/dashboard', label: 'Get Started' } as const;
