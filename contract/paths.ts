/**
 * Every address of the API, once. The server registers them with parameter
 * names (`apiPaths.company(':companyId')`), the pages with values.
 */
export const apiPaths = {
  trackAnalytics: '/api/track-analytics',
  verifyCompanyAccess: '/api/verify-company-access',
  simulateAnalytics: '/api/simulate-analytics',
  createPayment: '/api/create-payment',
  sendContactEmail: '/api/send-contact-email',
  contactMessage: '/api/contact-message',
  bookDemo: '/api/book-demo',
  paymentStatus: '/api/payment-status',
  stripeWebhook: '/api/stripe-webhook',
  testCheckout: (checkoutId: string) => `/api/test-checkout/${checkoutId}`,
  /** better-auth answers under here. */
  auth: '/api/auth',
  me: '/api/me',
  mySessions: '/api/me/sessions',
  mySession: (sessionId: string) => `/api/me/sessions/${sessionId}`,
  grantAdmin: '/api/grant-admin',
  auditLog: '/api/audit-log',
  adminLive: '/api/admin-live',
  inbox: '/api/inbox',
  inboxFile: '/api/inbox.csv',
  inboxItem: (itemId: string) => `/api/inbox/${itemId}`,
  mailTrouble: '/api/mails',
  retryMail: (mailId: string) => `/api/mails/${mailId}/retry`,
  orders: '/api/orders',
  ordersFile: '/api/orders.csv',
  orderPortal: (orderId: string) => `/api/orders/${orderId}/portal`,
  companies: '/api/companies',
  rotateKey: (companyId: string) => `/api/companies/${companyId}/rotate-key`,
  company: (companyId: string) => `/api/companies/${companyId}`,
  analytics: (companyId: string) => `/api/companies/${companyId}/analytics`,
  simulatedAnalytics: (companyId: string) => `/api/companies/${companyId}/simulated-analytics`,
  active: (companyId: string) => `/api/companies/${companyId}/active`,
  presence: (companyId: string, sessionId: string) => `/api/companies/${companyId}/presence/${sessionId}`,
  live: (companyId: string) => `/api/companies/${companyId}/live`,
  trackingScript: (companyId: string) => `/api/companies/${companyId}/tracking-script`,
} as const;

/** The header in which a refused tracking event says why. */
export const refusedHeader = 'x-northlight-refused';
