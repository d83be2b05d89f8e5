import type { Currency } from '../../contract/company/companies.ts';
import { currencyDigits } from '../../contract/rules/decimal.ts';
import { toDateFormat, toNumberFormat } from '../../contract/rules/locale/intl-formats.ts';
import { metricOf, type StatsMetric } from '../../contract/stats/model/metrics.ts';

/** The locales of the page that the server rendered; undefined for a page that the browser renders. */
let renderedLocales: readonly string[] | undefined;

/** Writes numbers and dates in these locales, on the server and in the page that it rendered. */
export function setLocales(chosen: readonly string[]): void {
  renderedLocales = chosen;
}

/** The interface is in English, but numbers and dates are written as the reader's browser writes them. */
export function locales(): string[] {
  if (renderedLocales) return [...renderedLocales];
  return typeof navigator === 'undefined' || navigator.languages.length === 0
    ? ['en']
    : [...navigator.languages];
}

export type MetricValue = number | string | null | undefined;

/** Written where there is nothing to divide by, such as the bounce rate of no visits. */
const noValue = '–';

const variousSpaces = /[\u2009\u202f\u00a0]/g;

/** Dates with the same spaces in every browser and on the server, whose versions of Unicode data differ. */
export const withPlainSpaces = (text: string) => text.replaceAll(variousSpaces, ' ');

/**
 * Negative numbers have a minus sign, not the hyphen of most locales. What is rounded to nothing is not "−0". Spaces are
 * the same everywhere, as in dates, but do not break a number.
 */
const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}) =>
  toNumberFormat(locales(), { signDisplay: 'negative', ...options })
    .format(value)
    .replace('-', '−')
    .replaceAll(variousSpaces, '\u00a0');

export const formatCount = (value: number) => formatNumber(value, { maximumFractionDigits: 0 });
/** How many of an item, which may be a fraction. */
export const formatQuantity = (value: number) => formatNumber(value, { maximumFractionDigits: 3 });
const formatDecimals = (value: number, digits = 0) =>
  formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/**
 * An amount in units of its currency, always with the currency's decimals, so that amounts next to each other have the
 * same form.
 */
export function formatMoneyValue(amount: number | string, currency: Currency): string {
  const digits = currencyDigits(currency);
  return formatNumber(Number(amount), {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
}

/**
 * An amount with all decimals of its currency, as a shop writes it. `nearby` is the currency of the amounts around it:
 * another one is named so that it cannot be mistaken, such as "CA$12.00" among US dollars.
 */
export function formatExactMoney(amount: string, currency: string, nearby: string): string {
  const digits = currencyDigits(currency);
  return formatNumber(Number(amount), {
    ...{ style: 'currency', currency, currencyDisplay: currency === nearby ? 'narrowSymbol' : 'symbol' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
}

/** A duration such as "48 s" or "3 min 5 s". */
function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes === 0) return `${formatCount(whole)} s`;
  return `${formatCount(minutes)} min ${formatCount(whole % 60)} s`;
}

/** The value of a metric as cards, lists and tables show it. */
export function formatMetric(metric: StatsMetric, value: MetricValue, currency: Currency): string {
  if (value === null || value === undefined) return noValue;
  const { unit, digits } = metricOf(metric);
  const number = Number(value);
  switch (unit) {
    case 'money':
      return formatMoneyValue(value, currency);
    case 'percent':
      return `${formatDecimals(number, digits)}%`;
    case 'seconds':
      return formatSeconds(number);
    case 'ratio':
      return formatDecimals(number, digits);
    case 'count':
      return formatCount(number);
  }
}

/** The value of a metric for the axis of a chart: 12K, €1.2M. */
export function formatMetricShort(metric: StatsMetric, value: number, currency: Currency): string {
  const { unit } = metricOf(metric);
  if (unit === 'percent') return `${formatNumber(value, { maximumFractionDigits: 1 })}%`;
  if (unit === 'seconds') return formatSeconds(value);
  const money =
    unit === 'money'
      ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: 0 } as const)
      : {};
  return formatNumber(value, { ...money, notation: 'compact', maximumFractionDigits: 1 });
}

export interface Change {
  text: string;
  direction: 'up' | 'down' | 'none';
}

const noChange: Change = { text: 'no change', direction: 'none' };
/** From three times the compared value on, a rise is written as a factor instead of in percent. */
const factorFrom = 3;
const formatFactor = (factor: number) =>
  factor > 100
    ? `over ${formatNumber(100)}×`
    : `${formatNumber(factor, { maximumFractionDigits: factor < 10 ? 1 : 0 })}×`;

/**
 * The change since the compared period: in percent, or as a factor where it is large; for rates, whose changes in
 * percent would be mistaken for percentage points, from which value it rose or fell. Undefined without anything to
 * compare with, and where nothing was and nothing is.
 */
export function toChange(metric: StatsMetric, value: MetricValue, compared: MetricValue): Change | undefined {
  if (value === null || value === undefined || compared === null || compared === undefined) return undefined;
  const [now, before] = [Number(value), Number(compared)];
  if (now === before) return now === 0 ? undefined : noChange;
  const direction = now > before ? 'up' : 'down';
  const { unit, digits } = metricOf(metric);
  if (unit === 'percent') return { text: `${direction} from ${formatDecimals(before, digits)}%`, direction };
  if (before === 0) return { text: 'new', direction };
  // A percentage of a negative amount would say the opposite of what happened.
  if (before < 0) return { text: direction === 'up' ? 'higher' : 'lower', direction };
  // "+985%" of a small value says less than "11 times as much".
  if (now >= factorFrom * before) return { text: formatFactor(now / before), direction };
  const percent = Math.abs(((now - before) / before) * 100);
  const text = formatNumber(percent, { maximumFractionDigits: percent < 10 ? 1 : 0 });
  // So small that it rounds to nothing.
  if (Number.parseFloat(percent.toFixed(1)) === 0) return noChange;
  return { text: `${direction === 'up' ? '+' : '−'}${text}%`, direction };
}

export function formatDate(
  at: string | number,
  options: Intl.DateTimeFormatOptions,
  timeZone: string,
): string {
  return withPlainSpaces(toDateFormat(locales(), { ...options, timeZone }).format(new Date(at)));
}
