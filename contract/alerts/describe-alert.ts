import { explainFinding } from '../company/site-finding-texts.ts';
import { addDays } from '../rules/dates/calendar-days.ts';
import { toDateFormat, toDisplayNames, toNumberFormat } from '../rules/locale/intl-formats.ts';
import type { AlertFacts } from './alerts.ts';

/** An alert as text. Numbers and dates are those of the reader's locale; the text is English. */
export interface AlertText {
  /** A few words, such as `Far fewer visitors than usual`. */
  subject: string;
  /** Everything in one sentence. */
  sentence: string;
  /** Causes and findings, one sentence each. */
  details: string[];
}

const dayMs = 86_400_000;

/** `now`: when it is read. Only then is a day `yesterday`. `isOver`: whether an alert that lasted is over by then. */
export function describeAlert(facts: AlertFacts, locale: string, now: Date, isOver = false): AlertText {
  return describers[facts.kind]({ ...createFormats(facts, locale, now), facts, isOver });
}

/** One sentence for an alert that lasted and is over. */
export function describeEnd(facts: AlertFacts, locale: string, endedAt: Date): string {
  const { time } = createFormats(facts, locale, endedAt);
  const named = facts.name === '' ? '' : `${facts.name}: `;
  return `${named}${ends[facts.kind] ?? 'This has been over'} since ${time(endedAt)}.`;
}

type Formats = ReturnType<typeof createFormats>;
type Described = Formats & { facts: AlertFacts; isOver: boolean };

const ends: Partial<Record<AlertFacts['kind'], string>> = {
  silence: 'Events have been arriving again',
  'no-orders': 'Orders have been arriving again',
  certificate: 'the certificate has been valid',
  backup: 'Backups have been working again',
  job: 'it has been working again',
};

const describers: Record<AlertFacts['kind'], (described: Described) => AlertText> = {
  silence: ({ facts, time, count, isOver }) => ({
    subject: 'No event is arriving',
    sentence: `No event ${isOver ? 'had' : 'has'} arrived since ${time(toDate(facts.since))}.${describeExpected(facts, 'visit', count)}`,
    details: listFindings(facts),
  }),
  'no-orders': ({ facts, time, count, isOver }) => ({
    subject: 'No order is arriving',
    sentence: `No order ${isOver ? 'had' : 'has'} arrived since ${time(toDate(facts.since))}.${describeExpected(facts, 'order', count)}`,
    details: [],
  }),
  drop: (described) => describeVisitors('Far fewer visitors than usual', described),
  spike: (described) => describeVisitors('Far more visitors than usual', described),
  refunds: ({ facts, day, range, count }) => ({
    subject: 'Far more refunds than usual',
    sentence: `Days usually have ${range('refund')}; ${day()} had ${count(facts.observed)}.`,
    details: [],
  }),
  'revenue-drop': ({ facts, day, weekdays, moneyRange, money }) => ({
    subject: 'Far less revenue than usual',
    sentence: `${weekdays()} usually bring ${moneyRange()}; ${day()} brought ${money(facts.observed)}.`,
    details: [],
  }),
  'rejected-events': ({ facts, day, count }) => ({
    subject: 'Many events were rejected',
    sentence: `${capitalize(day().replace(/,$/, ''))}, ${count(facts.observed)} events were rejected. In the four weeks before, no day had more than ${count(facts.high)}.`,
    details: facts.reason === '' ? [] : [facts.reason],
  }),
  'goal-reached': ({ facts, month, count }) => ({
    subject: `${facts.name} reached its target`,
    sentence: `${facts.name} reached its target of ${month()}: ${count(facts.observed)} conversions, and the target is ${count(facts.expected)}.`,
    details: [],
  }),
  'goal-missed': ({ facts, month, count }) => ({
    subject: `${facts.name} missed its target`,
    sentence: `${facts.name} missed its target of ${month()}: ${count(facts.observed)} of ${count(facts.expected)} conversions.`,
    details: [],
  }),
  certificate: ({ facts }) => ({
    subject: `The certificate of ${facts.name} needs attention`,
    sentence: facts.reason || `The certificate of ${facts.name} ends soon or cannot be used.`,
    details: [],
  }),
  backup: ({ facts, isOver }) => ({
    subject: 'There is no new backup',
    sentence: facts.reason || `There ${isOver ? 'was' : 'is'} no new backup.`,
    details: [],
  }),
  job: ({ facts, isOver }) => ({
    subject: `A background job fails: ${facts.name}`,
    sentence: `${facts.name} ${isOver ? 'failed' : 'fails'} again and again.`,
    details: facts.reason === '' ? [] : [`Last error: ${facts.reason}`],
  }),
};

function describeVisitors(subject: string, described: Described): AlertText {
  const { facts, day, weekdays, hours, range, count } = described;
  const what = facts.firstHour === null ? 'visitor' : 'visit';
  const usual = `${weekdays()}${hours()} usually bring ${range(what)}`;
  return {
    subject: facts.firstHour === null ? subject : subject.replace('visitors', 'visits'),
    sentence: `${usual}; ${day()} brought ${count(facts.observed)}.`,
    details: describeCause(described),
  };
}

const causeNames = {
  source: 'source',
  'utm-campaign': 'campaign',
  page: 'page',
  country: 'country',
} as const;

function describeCause({ facts: { cause }, count, country }: Described): string[] {
  if (cause === undefined) return [];
  if (cause === null) return ['No single cause explains it.'];
  const value = cause.dimension === 'country' ? country(cause.value) : cause.value;
  return [
    `Most of it: ${causeNames[cause.dimension]} ${value} (${count(cause.before)} → ${count(cause.now)}).`,
  ];
}

function describeExpected(
  { expected }: AlertFacts,
  what: string,
  count: (value: number | null) => string,
): string {
  if (expected === null || expected < 1) return '';
  return ` Usually about ${count(expected)} ${what}${Math.round(expected) === 1 ? ' arrives' : 's arrive'} in this time.`;
}

function listFindings({ findings }: AlertFacts): string[] {
  if (findings === null) return [];
  if (findings.length === 0) return ['The check of the site found no problem.'];
  return findings.map((finding) => `The check of the site found: ${explainFinding(finding).title}.`);
}

const toDate = (since: string | null): Date => new Date(since ?? 0);
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Two digits are enough to know what is usual. */
function round(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}

function createFormats(
  { timeZone, currency, day, firstHour, low, high }: AlertFacts,
  locale: string,
  now: Date,
) {
  const localDay = (at: Date) => toDateFormat(['en-CA'], { timeZone, dateStyle: 'short' }).format(at);
  const noon = new Date(`${day ?? localDay(now)}T12:00:00Z`);
  const weekday = toDateFormat(['en'], { weekday: 'long', timeZone: 'UTC' }).format(noon);
  const inDays = (options: Intl.DateTimeFormatOptions) =>
    toDateFormat([locale], { timeZone: 'UTC', ...options }).format(noon);
  const hour = (value: number) => `${String(value).padStart(2, '0')}:00`;
  const count = (value: number | null) =>
    toNumberFormat([locale], { maximumFractionDigits: 0 }).format(value ?? 0);
  const money = (value: number | null) =>
    toNumberFormat([locale], { style: 'currency', currency, maximumFractionDigits: 0 }).format(value ?? 0);
  const span = (format: (value: number) => string) => {
    const [from, to] = [format(round(low ?? 0)), format(round(high ?? 0))];
    return from === to ? from : `${from}–${to}`;
  };
  return {
    count,
    money,
    /** Such as `380–520 visitors`. */
    range: (what: string) => `${span(count)} ${what}${round(high ?? 0) === 1 ? '' : 's'}`,
    moneyRange: () => span(money),
    /** Such as `Tuesdays`. */
    weekdays: () => `${weekday}s`,
    /** Such as ` from 14:00 to 16:00`; empty for a whole day. */
    hours: () => (firstHour === null ? '' : ` from ${hour(firstHour)} to ${hour((firstHour + 2) % 24)}`),
    day: () => {
      if (day === localDay(now)) return 'today';
      if (day === addDays(localDay(now), -1)) return 'yesterday';
      return `${weekday}, ${inDays({ day: 'numeric', month: 'long' })},`;
    },
    /** Such as `November 2026`. */
    month: () => inDays({ month: 'long', year: 'numeric' }),
    /** Such as `Tuesday 14:20`, with the date if it is more than six days ago. */
    time: (at: Date) => {
      const clock = toDateFormat([locale], { timeZone, timeStyle: 'short' }).format(at);
      const name = toDateFormat(['en'], { timeZone, weekday: 'long' }).format(at);
      if (now.getTime() - at.getTime() < 6 * dayMs) return `${name} ${clock}`;
      const date = toDateFormat([locale], { timeZone, dateStyle: 'medium' }).format(at);
      return `${name}, ${date}, ${clock}`;
    },
    country: (code: string) => {
      try {
        return toDisplayNames(['en'], { type: 'region' }).of(code) ?? code;
      } catch {
        return code;
      }
    },
  };
}
