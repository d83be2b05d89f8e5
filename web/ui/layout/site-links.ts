export const mainLinks = [
  { to: '/products', label: 'Products' },
  { to: '/solutions', label: 'Solutions' },
  { to: '/industries', label: 'Industries' },
  { to: '/testimonials', label: 'Testimonials' },
  { to: '/contact', label: 'Contact' },
] as const;

export const portalLink = { to: '/company-access', label: 'Company Portal' } as const;
export const startLink = { to: '/dashboard', label: 'Get Started' } as const;
