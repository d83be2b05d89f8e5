/** Who we are, in one place: the pages, the mails' look and the legal texts take it from here. */
export const brand = {
  name: 'Northlight',
  tagline: 'Intelligent web solutions',
  promise: 'Web solutions that think, measured in the open.',
  email: 'hello@northlight.example',
  phone: '+1 (555) 010-0142',
  phoneHref: 'tel:+15550100142',
  location: '48 Harbour Street, Portland, ME',
  supportHours: 'Mon-Fri 9am-6pm',
  /** Where the support hours are counted. */
  timeZone: 'America/New_York',
  /** Who the legal texts speak for, and under which law. */
  legalName: 'Northlight Digital, Inc.',
  jurisdiction: 'the State of Maine, United States',
} as const;
