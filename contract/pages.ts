/**
 * Every page of the site, in the order of the specification's route table.
 * `static` pages are rendered at build time; `app` pages are drawn in the browser.
 * Pages marked `hidden` ask search engines not to list them.
 */
export interface Page {
  path: string;
  /** The module under web/ that draws it. */
  file: string;
  render: 'static' | 'app';
  hidden?: true;
}

export const pages: readonly Page[] = [
  { path: '/', file: 'marketing/home-screen.tsx', render: 'static' },
  { path: '/dashboard', file: 'marketing/dashboard-screen.tsx', render: 'static', hidden: true },
  { path: '/settings', file: 'marketing/settings-screen.tsx', render: 'static', hidden: true },
  { path: '/book-demo', file: 'marketing/book-demo-screen.tsx', render: 'static' },
  { path: '/products', file: 'marketing/products-screen.tsx', render: 'static' },
  { path: '/solutions', file: 'marketing/solutions-screen.tsx', render: 'static' },
  { path: '/industries', file: 'marketing/industries-screen.tsx', render: 'static' },
  { path: '/testimonials', file: 'marketing/testimonials-screen.tsx', render: 'static' },
  { path: '/contact', file: 'marketing/contact-screen.tsx', render: 'static' },
  { path: '/solutions/chatbots', file: 'marketing/chatbots-screen.tsx', render: 'static' },
  { path: '/solutions/analytics', file: 'marketing/analytics-screen.tsx', render: 'static' },
  { path: '/solutions/automation', file: 'marketing/automation-screen.tsx', render: 'static' },
  { path: '/solutions/design', file: 'marketing/design-screen.tsx', render: 'static' },
  { path: '/payment-success', file: 'marketing/payment-success-screen.tsx', render: 'static', hidden: true },
  {
    path: '/payment-canceled',
    file: 'marketing/payment-canceled-screen.tsx',
    render: 'static',
    hidden: true,
  },
  { path: '/privacy-policy', file: 'marketing/privacy-policy-screen.tsx', render: 'static' },
  { path: '/terms-of-service', file: 'marketing/terms-of-service-screen.tsx', render: 'static' },
  { path: '/cookie-policy', file: 'marketing/cookie-policy-screen.tsx', render: 'static' },
  { path: '/auth', file: 'admin/auth-screen.tsx', render: 'app', hidden: true },
  { path: '/admin', file: 'admin/admin-screen.tsx', render: 'app', hidden: true },
  {
    path: '/company-portal/:companyId',
    file: 'portal/company-portal-screen.tsx',
    render: 'app',
    hidden: true,
  },
  { path: '/grant-admin', file: 'admin/grant-admin-screen.tsx', render: 'app', hidden: true },
  { path: '/company-access', file: 'portal/company-access-screen.tsx', render: 'static', hidden: true },
  {
    path: '/tracking-script/:companyId',
    file: 'portal/tracking-script-screen.tsx',
    render: 'app',
    hidden: true,
  },

  // Beyond the specification: the rest of the admin area.
  { path: '/admin/inbox', file: 'admin/inbox-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/orders', file: 'admin/orders-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/activity', file: 'admin/activity-screen.tsx', render: 'app', hidden: true },

  // Beyond the specification: what belongs to signing in.
  { path: '/auth/confirm', file: 'admin/auth-confirm-screen.tsx', render: 'app', hidden: true },
  {
    path: '/auth/forgot-password',
    file: 'admin/auth-forgot-password-screen.tsx',
    render: 'app',
    hidden: true,
  },
  { path: '/auth/reset-password', file: 'admin/auth-reset-password-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/account', file: 'admin/account-screen.tsx', render: 'app', hidden: true },
];

export const staticPaths = pages.filter((page) => page.render === 'static').map((page) => page.path);

/** Pages that search engines are asked to list. */
export const listedPaths = pages
  .filter((page) => page.render === 'static' && !page.hidden)
  .map((page) => page.path);

/** Prerendered beside the pages: what an unknown address shows, with scripts or without. */
export const notFoundPath = '/404';
