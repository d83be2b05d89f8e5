/** The first and the last day of the week on which the agency answers, and its hours (24 hours, such as `09:00`). */
export interface SupportHours {
  from: Weekday;
  to: Weekday;
  opens: string;
  closes: string;
}

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** The agency's name and addresses. Used by pages, mails and legal texts. */
export interface Brand {
  name: string;
  tagline: string;
  promise: string;
  email: string;
  phone: string;
  location: string;
  supportHours: SupportHours;
  /** Time zone of `supportHours`. */
  timeZone: string;
  /** The company and the law named in the legal texts. */
  legalName: string;
  jurisdiction: string;
}

export const usualBrand: Brand = {
  name: 'Northlight',
  tagline: 'Intelligent web solutions',
  promise: 'Web solutions that think, measured in the open.',
  email: 'hello@northlight.example',
  phone: '+1 (555) 010-0142',
  location: '48 Harbour Street, Portland, ME',
  supportHours: { from: 'Mon', to: 'Fri', opens: '09:00', closes: '18:00' },
  timeZone: 'America/New_York',
  legalName: 'Northlight Digital, Inc.',
  jurisdiction: 'the State of Maine, United States',
};

/** The brand with the fields that were changed. */
export const toBrand = (changed: Partial<Brand> | undefined): Brand => ({ ...usualBrand, ...changed });

export const toPhoneHref = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Such as "Mon-Fri 9am-6pm". */
export function formatSupportHours({ from, to, opens, closes }: SupportHours): string {
  return `${from === to ? from : `${from}-${to}`} ${formatHour(opens)}-${formatHour(closes)}`;
}

function formatHour(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}${hours < 12 || hours === 24 ? 'am' : 'pm'}`;
}

/** Whether the agency answers on this day of the week. The days may go past the end of the week: Sat-Mon. */
export function isSupportDay({ from, to }: SupportHours, day: Weekday): boolean {
  const [first, last, asked] = [from, to, day].map((each) => weekdays.indexOf(each)) as [
    number,
    number,
    number,
  ];
  return first <= last ? asked >= first && asked <= last : asked >= first || asked <= last;
}

/** Minutes since midnight. */
export function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
