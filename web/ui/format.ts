import type { Currency } from '../../contract/company/companies.ts';

// The interface is in English, so dates use the browser's locale only if it is an English one.
const browserLocale = typeof navigator === 'undefined' ? 'en' : navigator.language;
const locale = browserLocale.startsWith('en') ? browserLocale : 'en-GB';

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const formatCount = (value: number) => count.format(value);

/** Short axis labels, with enough decimals that two labels `step` apart differ. */
export function formatAxis(value: number, step: number, currency?: Currency): string {
  const unit = [1e12, 1e9, 1e6, 1e3].find((candidate) => Math.abs(value) >= candidate) ?? 1;
  const digits = decimalsOf(step / unit);
  const money = currency && ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const);
  return new Intl.NumberFormat('en-US', {
    ...money,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  }).format(value);
}

/** The number of decimals of a step (2.5 has one), at most four. */
function decimalsOf(step: number): number {
  const isWhole = (decimals: number) => {
    const scaled = step * 10 ** decimals;
    return scaled >= 1 - 1e-9 && Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled;
  };
  return [0, 1, 2, 3].find(isWhole) ?? 4;
}

/** Large amounts with three digits: $1.23M. Undefined below 100,000. */
export function formatShort(value: number, currency?: Currency): string | undefined {
  return value < 100_000 ? undefined : formatAxis(value, 10 ** (Math.floor(Math.log10(value)) - 2), currency);
}

const withFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, options);
  return (seconds: number) => format.format(seconds * 1000);
};

export const formatMoment = withFormat({
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

/** The date of a moment in a time zone, such as "30 November 2026". */
export const formatDateIn = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(Date.parse(at));

/** "12 s ago", "4 min ago", "3 h ago", "2 days ago". Times in the future, from another clock, are "just now". */
export function formatAgo(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? 'a day ago' : `${formatCount(days)} days ago`;
}
