import { addDays } from '../../../contract/rules/dates/calendar-days.ts';
import type { History, HistoryDay } from '../../features/alerts/detection/rules/history.ts';
import { toWeekday } from '../../features/alerts/detection/rules/history.ts';
import { Random } from './random.ts';

export interface Site {
  name: string;
  /** Visits of a usual day. */
  perDay: number;
  /** Factors of the weekdays from Sunday. */
  week: readonly number[];
  /** How much days differ by more than chance: the variance of their level is `1 / shape`. */
  shape: number;
  /** How much hours of a day differ by more than chance. */
  hourShape: number;
  /** Orders for a visit. */
  orderRate: number;
  /** Whether nights are dead. */
  isLocal: boolean;
  /** The level of the day with this number. */
  season: (day: number) => number;
}

const steady = () => 1;
const everyDay = [1, 1, 1, 1, 1, 1, 1];
const shopWeek = [1.15, 1.05, 0.95, 0.95, 1, 0.95, 0.95];
const officeWeek = [0.08, 1.1, 1.2, 1.15, 1.1, 0.85, 0.1];
/** A wave of a year with its top in December, and a rise before Christmas. */
const yearly = (day: number) => 1 + 0.35 * Math.cos(((day - 345) / 365) * 2 * Math.PI);

export const sites: readonly Site[] = [
  {
    name: 'Tiny blog, 5 a day',
    perDay: 5,
    week: everyDay,
    shape: 8,
    hourShape: 4,
    orderRate: 0,
    isLocal: false,
    season: steady,
  },
  {
    name: 'Blog, 40 a day',
    perDay: 40,
    week: everyDay,
    shape: 15,
    hourShape: 5,
    orderRate: 0,
    isLocal: false,
    season: steady,
  },
  {
    name: 'Small shop, 80 a day',
    perDay: 80,
    week: shopWeek,
    shape: 30,
    hourShape: 10,
    orderRate: 0.03,
    isLocal: true,
    season: steady,
  },
  {
    name: 'B2B, 150 on weekdays',
    perDay: 120,
    week: officeWeek,
    shape: 40,
    hourShape: 10,
    orderRate: 0,
    isLocal: true,
    season: steady,
  },
  {
    name: 'Seasonal shop, 600 a day',
    perDay: 600,
    week: shopWeek,
    shape: 60,
    hourShape: 20,
    orderRate: 0.03,
    isLocal: true,
    season: yearly,
  },
  {
    name: 'Growing site, 200 to 800 a day',
    perDay: 200,
    week: officeWeek.map((each) => (each + 0.6) / 1.6),
    shape: 50,
    hourShape: 15,
    orderRate: 0.01,
    isLocal: false,
    season: (day) => 4 ** (day / 365),
  },
  {
    name: 'Declining site, 900 to 400 a day',
    perDay: 900,
    week: shopWeek,
    shape: 50,
    hourShape: 15,
    orderRate: 0.02,
    isLocal: true,
    season: (day) => 0.45 ** (day / 365),
  },
  {
    name: 'Busy shop, 5,000 a day',
    perDay: 5_000,
    week: shopWeek,
    shape: 100,
    hourShape: 40,
    orderRate: 0.025,
    isLocal: true,
    season: yearly,
  },
];

/** Shares of the hours of a day. */
const nightly = [4, 2, 1, 0.7, 0.7, 1, 3, 8, 14, 18, 20, 21, 20, 19, 19, 19, 18, 17, 18, 20, 22, 20, 14, 8];
const worldwide = nightly.map((share) => share + 12);

export interface Incident {
  kind: 'tag-gone' | 'half-day' | 'half-lost' | 'campaign' | 'holiday';
  /** The number of the day. */
  at: number;
  /** The first hour without visits, and how many there are. */
  from: number;
  hours: number;
}

export interface GeneratedHistory {
  site: Site;
  days: History;
  incidents: readonly Incident[];
  /** Days with a note. */
  noted: ReadonlySet<string>;
}

const firstDay = '2025-01-01';
/** History before the first incident. */
export const warmUpDays = 70;

/** The visits of a site in a year and ten weeks, with incidents on known days. */
export function generateHistory(site: Site, seed: number, incidents: readonly Incident[]): GeneratedHistory {
  const random = new Random(seed);
  const hours = site.isLocal ? nightly : worldwide;
  const total = hours.reduce((sum, share) => sum + share, 0);
  const noted = new Set<string>();
  const days = Array.from({ length: warmUpDays + 365 }, (_, at): HistoryDay => {
    const day = addDays(firstDay, at);
    const incident = incidents.find((each) => each.at === at);
    if (incident?.kind === 'holiday') noted.add(day);
    const level =
      site.perDay *
      (site.week[toWeekday(day)] ?? 1) *
      site.season(at - warmUpDays) *
      random.gamma(site.shape);
    const visits = hours.map((share, hour) => {
      const mean = ((level * share) / total) * random.gamma(site.hourShape) * toFactor(incident, hour);
      return random.poisson(mean);
    });
    const orders = visits.map((count) => random.poisson(count * site.orderRate));
    const all = visits.reduce((sum, count) => sum + count, 0);
    return {
      ...{ day, visits, orders, visitors: Math.round(all * 0.93), hits: Math.round(all * 3.2), rejected: 0 },
      ...{ revenue: orders.reduce((sum, count) => sum + count, 0) * 60, refunds: 0 },
    };
  });
  return { site, days, incidents, noted };
}

function toFactor(incident: Incident | undefined, hour: number): number {
  if (!incident || hour < incident.from || hour >= incident.from + incident.hours) return 1;
  const factors = { 'tag-gone': 0, 'half-day': 0, 'half-lost': 0.5, campaign: 3, holiday: 0.3 };
  return factors[incident.kind];
}

/** Incidents of a year, on other days for each seed. They are far apart, so that each is alone. */
export function drawIncidents(seed: number): Incident[] {
  const random = new Random(seed + 7_777);
  const kinds: Incident['kind'][] = [
    'tag-gone',
    'half-day',
    'half-lost',
    'campaign',
    'holiday',
    'half-lost',
    'campaign',
    'half-day',
  ];
  return kinds.map((kind, index) => {
    const at = warmUpDays + 5 + index * 44 + Math.floor(random.next() * 25);
    if (kind === 'half-day') return { kind, at, from: 8, hours: 12 };
    return { kind, at, from: 0, hours: 24 };
  });
}
