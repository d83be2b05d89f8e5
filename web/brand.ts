/** Who we are, in one place: the pages, the mails' look and the legal texts take it from here. */
export const brand = {
  name: 'Northlight',
  promise: 'Web solutions that think, measured in the open.',
  email: 'hello@northlight.example',
  phone: '+1 (555) 010-0142',
  phoneHref: 'tel:+15550100142',
  location: '48 Harbour Street, Portland, ME',
  supportHours: 'Mon-Fri 9am-6pm',
} as const;
