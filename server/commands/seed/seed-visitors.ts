import type { TrackingEvent } from '../../../contract/tracking.ts';
import { hourlyTraffic } from '../../features/portal/demo-data/demo-day.ts';
import { makeEventId } from '../../features/tracking/event-rows.ts';

export interface DemoShop {
  name: string;
  description: string;
  domain: string;
  timeZone: string;
  /** Visitors in an average hour. */
  visitorsPerHour: number;
  typicalOrder: number;
  paths: string[];
}

export const demoShops: DemoShop[] = [
  {
    name: 'Harbour & Pine',
    description: 'Furniture made to last, delivered from Bristol',
    domain: 'harbour-pine.example',
    timeZone: 'Europe/London',
    visitorsPerHour: 46,
    typicalOrder: 184,
    paths: [
      '/',
      '/sofas',
      '/tables',
      '/tables/oak-extending',
      '/lighting',
      '/journal',
      '/delivery',
      '/basket',
    ],
  },
  {
    name: 'Ember Coffee Roasters',
    description: 'Small-batch coffee by subscription',
    domain: 'ember-coffee.example',
    timeZone: 'America/New_York',
    visitorsPerHour: 31,
    typicalOrder: 27.5,
    paths: ['/', '/subscribe', '/beans', '/beans/ethiopia-guji', '/equipment', '/brew-guides', '/cafes'],
  },
  {
    name: 'Northmoor Physiotherapy',
    description: 'Three clinics, one diary',
    domain: 'northmoor-physio.example',
    timeZone: 'Europe/London',
    visitorsPerHour: 12,
    typicalOrder: 62,
    paths: ['/', '/treatments', '/treatments/sports-injury', '/book', '/clinics', '/team', '/prices'],
  },
];

export const demoBrowsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

const referrers = [
  '',
  '',
  '',
  'https://www.google.com/',
  'https://www.bing.com/',
  'https://www.instagram.com/',
  'https://news.example/',
];

/** The number of visitors of a shop in a span of time. Grows over the month; lower on Sundays. */
export function countVisitors(shop: DemoShop, time: Date, minutes: number, ageDays: number): number {
  const hour = hourlyTraffic[time.getUTCHours()] ?? 1;
  const day = time.getUTCDay() === 0 ? 0.7 : 1;
  const growth = 1 + (30 - ageDays) / 60;
  const expected = ((shop.visitorsPerHour * minutes) / 60) * hour * day * growth;
  return Math.floor(expected + Math.random());
}

/** The events of one visit: a few page views and sometimes an order. */
export function makeVisit(shop: DemoShop, companyId: string, time: Date): TrackingEvent[] {
  const sessionId = `${time.getTime().toString(36)}.${Math.random().toString(36).slice(2, 12)}`;
  const referrer = pick(referrers);
  const head = (at: Date) => ({ id: makeEventId(at), companyId, metricValue: 1 });
  const at = (step: number) => new Date(time.getTime() + step * 20_000);
  const events: TrackingEvent[] = [];
  const pageCount = 1 + Math.floor(Math.random() ** 2 * 6);
  for (let page = 0; page < pageCount; page += 1) {
    const url = `https://${shop.domain}${page === 0 ? '/' : pick(shop.paths)}`;
    events.push({
      ...head(at(page)),
      eventType: 'pageview',
      metadata: { url, referrer: page === 0 ? referrer : '', sessionId },
    });
  }
  if (pageCount > 2 && Math.random() < 0.11) {
    const amount = Math.round(shop.typicalOrder * (0.5 + Math.random() * 1.2) * 100) / 100;
    events.push({
      ...head(at(pageCount)),
      eventType: 'order',
      metadata: { orderId: `A-${sessionId}`, amount, sessionId },
    });
  }
  return events;
}

export function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
