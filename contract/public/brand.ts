/** The agency's name and addresses. Used by pages, mails and legal texts. */
export const brand = {
  name: 'Northlight',
  tagline: 'Intelligent web solutions',
  promise: 'Web solutions that think, measured in the open.',
  email: 'hello@northlight.example',
  phone: '+1 (555) 010-0142',
  phoneHref: 'tel:+15550100142',
  location: '48 Harbour Street, Portland, ME',
  supportHours: 'Mon-Fri 9am-6pm',
  /** Time zone of `supportHours`. */
  timeZone: 'America/New_York',
  /** The company and the law named in the legal texts. */
  legalName: 'Northlight Digital, Inc.',
  jurisdiction: 'the State of Maine, United States',
} as const;
