export const mainLinks = [
  { to: '/products', label: 'Products' },
  { to: '/solutions', label: 'Solutions' },
  { to: '/industries', label: 'Industries' },
  { to: '/testimonials', label: 'Testimonials' },
  { to: '/contact', label: 'Contact' },
] as const;

export const portalLink = { to: '/company-access', label: 'Company Portal' } as const;
export const startLink = { to: '/dashboard', label: 'Get Started' } as const;

export const footerGroups = [
  {
    title: 'Solutions',
    links: [
      { to: '/solutions/chatbots', label: 'AI Chatbots' },
      { to: '/solutions/analytics', label: 'Predictive Analytics' },
      { to: '/solutions/automation', label: 'Automation Systems' },
      { to: '/solutions/design', label: 'Smart Web Design' },
    ],
  },
  {
    title: 'Agency',
    links: [...mainLinks, { to: '/book-demo', label: 'Book a Demo' }],
  },
  {
    title: 'Clients',
    links: [portalLink, { to: '/auth', label: 'Admin sign-in' }],
  },
  {
    title: 'Legal',
    links: [
      { to: '/privacy-policy', label: 'Privacy Policy' },
      { to: '/terms-of-service', label: 'Terms of Service' },
      { to: '/cookie-policy', label: 'Cookie Policy' },
    ],
  },
] as const;
