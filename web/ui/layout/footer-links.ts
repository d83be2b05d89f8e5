import { mainLinks, portalLink } from './site-links.ts';

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
] as const;
