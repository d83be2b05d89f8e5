import { portalLinkPath } from './portal-link.ts';

/**
 * Every page of the site, in the order of the specification's route table.
 * `static` pages are rendered at build time, `app` pages in the browser. `portal` pages are a separate application,
 * which the server renders for each request. `shared` pages are one as well, which other sites may show in a frame.
 * Pages marked `hidden` ask search engines not to list them.
 */
export interface Page {
  path: string;
  /** The file of its screen, relative to web/. */
  file: string;
  render: 'static' | 'app' | 'portal' | 'shared';
  hidden?: true;
}

export const pages: readonly Page[] = [
  { path: '/', file: 'marketing/home/home-screen.tsx', render: 'static' },
  { path: '/dashboard', file: 'marketing/workspace/dashboard-screen.tsx', render: 'static', hidden: true },
  { path: '/settings', file: 'marketing/workspace/settings-screen.tsx', render: 'static', hidden: true },
  { path: '/book-demo', file: 'marketing/demo/book-demo-screen.tsx', render: 'static' },
  { path: '/products', file: 'marketing/purchase/products-screen.tsx', render: 'static' },
  { path: '/solutions', file: 'marketing/solution/solutions-screen.tsx', render: 'static' },
  { path: '/industries', file: 'marketing/industries/industries-screen.tsx', render: 'static' },
  { path: '/testimonials', file: 'marketing/testimonials/testimonials-screen.tsx', render: 'static' },
  { path: '/contact', file: 'marketing/contact/contact-screen.tsx', render: 'static' },
  { path: '/solutions/chatbots', file: 'marketing/solution/chatbots-screen.tsx', render: 'static' },
  { path: '/solutions/analytics', file: 'marketing/solution/analytics-screen.tsx', render: 'static' },
  { path: '/solutions/automation', file: 'marketing/solution/automation-screen.tsx', render: 'static' },
  { path: '/solutions/design', file: 'marketing/solution/design-screen.tsx', render: 'static' },
  {
    path: '/payment-success',
    file: 'marketing/purchase/payment-success-screen.tsx',
    render: 'static',
    hidden: true,
  },
  {
    path: '/payment-canceled',
    file: 'marketing/purchase/payment-canceled-screen.tsx',
    render: 'static',
    hidden: true,
  },
  { path: '/privacy-policy', file: 'marketing/legal/privacy-policy-screen.tsx', render: 'static' },
  { path: '/terms-of-service', file: 'marketing/legal/terms-of-service-screen.tsx', render: 'static' },
  { path: '/cookie-policy', file: 'marketing/legal/cookie-policy-screen.tsx', render: 'static' },
  { path: '/auth', file: 'account/sign-in/auth-screen.tsx', render: 'app', hidden: true },
  { path: '/admin', file: 'admin/companies/companies-screen.tsx', render: 'app', hidden: true },
  {
    path: '/company-portal/:companyId',
    file: 'portal/dashboard/company-portal-screen.tsx',
    render: 'portal',
    hidden: true,
  },
  { path: '/grant-admin', file: 'account/grant-admin/grant-admin-screen.tsx', render: 'app', hidden: true },
  {
    path: '/company-access',
    file: 'portal/access/company-access-screen.tsx',
    render: 'static',
    hidden: true,
  },
  {
    path: '/tracking-script/:companyId',
    file: 'portal/site-setup/tracking-script-screen.tsx',
    render: 'app',
    hidden: true,
  },

  // Beyond the specification: the tracking page for who connects a shop, and for who looks up what was received.
  {
    path: '/tracking-script/:companyId/shop',
    file: 'portal/site-setup/tracking-script-screen.tsx',
    render: 'app',
    hidden: true,
  },
  {
    path: '/tracking-script/:companyId/received',
    file: 'portal/site-setup/tracking-script-screen.tsx',
    render: 'app',
    hidden: true,
  },

  // Beyond the specification: one order of a company.
  {
    path: '/company-portal/:companyId/orders',
    file: 'portal/dashboard/orders/order-screen.tsx',
    render: 'portal',
    hidden: true,
  },

  // Beyond the specification: the page of a mailed link, which opens a portal once.
  {
    path: portalLinkPath,
    file: 'portal/access/open-link-screen.tsx',
    render: 'static',
    hidden: true,
  },

  // Beyond the specification: the links in the mails of reports and alerts.
  { path: '/report', file: 'mailed/report-screen.tsx', render: 'static', hidden: true },
  { path: '/unsubscribe', file: 'mailed/unsubscribe-screen.tsx', render: 'static', hidden: true },

  // Beyond the specification: one view of a portal, for everyone who has its link.
  {
    path: '/shared/:accessId',
    file: 'portal/shared/shared-app.tsx',
    render: 'shared',
    hidden: true,
  },

  // Beyond the specification: what the numbers of a portal mean. Its tooltips link to it.
  { path: '/help/metrics', file: 'marketing/help/metrics-help-screen.tsx', render: 'static' },

  // Beyond the specification: the rest of the admin area.
  {
    path: '/admin/companies/:companyId',
    file: 'admin/companies/companies-screen.tsx',
    render: 'app',
    hidden: true,
  },
  {
    path: '/admin/companies/:companyId/setup',
    file: 'admin/companies/companies-screen.tsx',
    render: 'app',
    hidden: true,
  },
  { path: '/admin/inbox', file: 'admin/inbox/inbox-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/orders', file: 'admin/orders/orders-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/reports', file: 'admin/reports/reports-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/reports/template', file: 'admin/reports/reports-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/openings', file: 'admin/openings/openings-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/alerts', file: 'admin/alerts/alerts-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/tokens', file: 'admin/tokens/tokens-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/activity', file: 'admin/activity/activity-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/team', file: 'admin/team/team-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/health', file: 'admin/operation/operation-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/jobs', file: 'admin/operation/operation-screen.tsx', render: 'app', hidden: true },
  { path: '/admin/settings', file: 'admin/settings/settings-screen.tsx', render: 'app', hidden: true },

  // Beyond the specification: sign-up links, password reset and account settings.
  { path: '/auth/join', file: 'account/join/auth-join-screen.tsx', render: 'app', hidden: true },
  { path: '/auth/confirm', file: 'account/sign-up/auth-confirm-screen.tsx', render: 'app', hidden: true },
  {
    path: '/auth/forgot-password',
    file: 'account/password-reset/auth-forgot-password-screen.tsx',
    render: 'app',
    hidden: true,
  },
  {
    path: '/auth/reset-password',
    file: 'account/password-reset/auth-reset-password-screen.tsx',
    render: 'app',
    hidden: true,
  },
  { path: '/admin/account', file: 'account/settings/account-screen.tsx', render: 'app', hidden: true },
  {
    path: '/admin/account/confirm-address',
    file: 'account/settings/address/confirm-address-screen.tsx',
    render: 'app',
    hidden: true,
  },
];

/** The id of a page's route. Short, because every page loads the ids of all routes. */
export const toRouteId = ({ path, render }: Page) =>
  render === 'app' ? `app${path}` : path.slice(1) || 'home';

export const staticPaths = pages.filter((page) => page.render === 'static').map((page) => page.path);

/** Pages that search engines are asked to list. */
export const listedPaths = pages
  .filter((page) => page.render === 'static' && !page.hidden)
  .map((page) => page.path);

/** Prerendered as well: the page of an unknown address, with scripts or without. */
export const notFoundPath = '/404';
