export const channels = [
  'Direct',
  'Organic Search',
  'Paid',
  'Social',
  'Email',
  'Referral',
  'AI Assistants',
  'Affiliate',
] as const;
export type Channel = (typeof channels)[number];
