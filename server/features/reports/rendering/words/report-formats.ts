import {
  toDateFormat,
  toDisplayNames,
  toNumberFormat,
} from '../../../../../contract/rules/locale/intl-formats.ts';
import { metricOf, type StatsMetric } from '../../../../../contract/stats/model/metrics.ts';
import type { WrittenChange } from '../../../agency/report-drawing/written-report.ts';

/** The kinds of numbers in a report. */
export interface ReportFormats {
  count: (value: number) => string;
  /** A share in percent. */
  percent: (value: number, digits?: number) => string;
  /** The value of a metric; a dash for null. */
  metric: (metric: StatsMetric, value: number | null) => string;
  change: (metric: StatsMetric, value: number | null, compared: number | null) => WrittenChange | null;
  day: (day: string, options: Intl.DateTimeFormatOptions) => string;
  period: (period: { firstDay: string; lastDay: string; isMonth: boolean }) => string;
  country: (code: string) => string;
  language: (code: string) => string;
}

const noValue = '–';
/** From three times the compared value on, a rise is written as a factor, as in the portal. */
const factorFrom = 3;

/** Months and digits as the period has them, whatever calendar and digits are usual where the reader lives. */
const common = { calendar: 'gregory', numberingSystem: 'latn' } as const;

/** Numbers and dates in the reader's locale, in the form the portal has them. */
export function createReportFormats(locale: string, currency: string): ReportFormats {
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    // A minus sign, not the hyphen of most locales.
    clean(
      toNumberFormat([locale], { signDisplay: 'negative', numberingSystem: 'latn', ...options }).format(
        value,
      ),
    ).replace('-', '−');
  const count = (value: number) => number(value, { maximumFractionDigits: 0 });
  const decimals = (value: number, digits: number) =>
    number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const percent = (value: number, digits = 1) =>
    number(value / 100, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
  const seconds = (value: number) => {
    const whole = Math.round(value);
    const minutes = Math.floor(whole / 60);
    return minutes === 0 ? `${count(whole)} s` : `${count(minutes)} min ${count(whole % 60)} s`;
  };
  const metric = (name: StatsMetric, value: number | null): string => {
    if (value === null) return noValue;
    const { unit, digits = 0 } = metricOf(name);
    if (unit === 'money')
      return number(value, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    if (unit === 'percent') return percent(value, digits);
    if (unit === 'seconds') return seconds(value);
    return unit === 'ratio' ? decimals(value, digits) : count(value);
  };
  const date = (options: Intl.DateTimeFormatOptions) =>
    toDateFormat([locale], { ...common, timeZone: 'UTC', ...options });
  const relative = (now: number, before: number) => {
    if (now >= factorFrom * before) {
      const factor = now / before;
      const shown = number(Math.min(factor, 100), { maximumFractionDigits: factor < 10 ? 1 : 0 });
      return factor > 100 ? `over ${shown}×` : `${shown}×`;
    }
    const share = Math.abs((now - before) / before) * 100;
    if (Number(share.toFixed(1)) === 0) return undefined;
    return `${now > before ? '+' : '−'}${number(share / 100, { style: 'percent', maximumFractionDigits: share < 10 ? 1 : 0 })}`;
  };

  return {
    count,
    percent,
    metric,
    change(name, value, compared) {
      if (value === null || compared === null) return null;
      if (value === compared) return value === 0 ? null : noChange;
      const direction = value > compared ? 'up' : 'down';
      const isGood = (direction === 'up') !== (metricOf(name).isLessBetter === true);
      const written = (text: string): WrittenChange => ({ text, direction, isGood });
      // Changes of rates in percent would be mistaken for percentage points.
      if (metricOf(name).unit === 'percent') return written(`${direction} from ${metric(name, compared)}`);
      if (compared === 0) return written('new');
      // A percentage of a negative amount would state the opposite of what happened.
      if (compared < 0) return written(direction === 'up' ? 'higher' : 'lower');
      const text = relative(value, compared);
      return text === undefined ? noChange : written(text);
    },
    day: (day, options) => clean(date(options).format(toTime(day))),
    period: ({ firstDay, lastDay, isMonth }) =>
      isMonth
        ? clean(date({ month: 'long', year: 'numeric' }).format(toTime(firstDay)))
        : clean(
            date({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
              toTime(firstDay),
              toTime(lastDay),
            ),
          ),
    country: (code) => nameOf(locale, 'region', code),
    language: (code) => nameOf(locale, 'language', code),
  };
}

const noChange: WrittenChange = { text: 'no change', direction: 'none', isGood: false };

/**
 * The locale for media whose typefaces draw Latin, Cyrillic and Greek letters only: that of the reader, or the one whose
 * dates and amounts can be drawn.
 */
export function toDrawableLocale(locale: string, currency: string): string {
  const formats = createReportFormats(locale, currency);
  const samples = [
    formats.day('2026-10-05', { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
    formats.metric('revenue', 1),
    toNumberFormat([locale], { notation: 'compact' }).format(12_000),
  ];
  const isDrawable = samples.every((text) => !undrawable.test(text));
  return isDrawable ? locale : 'en-GB';
}

const undrawable =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u;

const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`);

/**
 * The same spaces for every locale, without marks of direction, which some have around numbers. A line may end after a dash: the
 * next one must not begin with a space that does not break.
 */
const clean = (text: string) =>
  text
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/[\u2009\u202f\u00a0]/g, '\u00a0')
    .replace(/\u00a0?\u2013\u00a0/g, '\u00a0\u2013 ');

function nameOf(locale: string, type: 'region' | 'language', code: string): string {
  try {
    return toDisplayNames([locale], { type }).of(code) ?? code;
  } catch {
    // Not a code: as it was recorded.
    return code;
  }
}
