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
