import { openDb } from '../server/db/client.ts';
import { type LoadedEvent, loadEvents } from '../server/features/tracking/import/bulk-load.ts';
import type { Northlight } from './northlight.ts';

export interface History {
  companyId: string;
  /** Roughly: a visit is never cut. For three page views there are about two rows of other kinds. */
  pageViews: number;
  days: number;
  until: Date;
}

/** Loads a history of visits with all dimensions, as tracking would have stored them. Returns the number of events. */
export async function loadHistory(
  { databaseUrl }: Pick<Northlight, 'databaseUrl'>,
  history: History,
): Promise<number> {
  const db = openDb({ url: databaseUrl, onError: () => {}, answerMaxMs: 120_000 });
  try {
    return await loadEvents({ db, ownerUrl: databaseUrl }, history.companyId, listHistory(history), {
      now: history.until,
    });
  } finally {
    await db.close();
  }
}

/** Does what autovacuum would have done while the tables grew. */
export async function vacuumTables({ client }: Pick<Northlight, 'client'>): Promise<void> {
  await client.query(
    'VACUUM (ANALYZE) events, event_changes, shop_orders, daily_visitors, dataset_revisions',
  );
}

const dayMs = 86_400_000;
const pageViewsOfVisit = 2.92;
const shareOfReturningVisits = 0.15;

const sources = [
  { source: 'Google', channel: 'Organic Search', host: 'google.com' },
  { source: 'Direct', channel: 'Direct', host: '' },
  { source: 'Bing', channel: 'Organic Search', host: 'bing.com' },
  { source: 'LinkedIn', channel: 'Social', host: 'linkedin.com' },
  { source: 'ChatGPT', channel: 'AI Assistants', host: 'chatgpt.com' },
  { source: 'news.example', channel: 'Referral', host: 'news.example' },
];
const campaigns = ['spring', 'summer-sale', 'newsletter-42', 'retargeting'];
const places = ['DE', 'FR', 'US', 'GB', 'IT', 'ES', 'NL', 'PL', 'SE', 'AT', 'CH', 'BR', 'IN', 'JP', 'AU'];
const languages = ['de', 'fr', 'en-US', 'en-GB', 'it', 'es', 'nl'];
const browsers = [
  { browser: 'Chrome', os: 'Windows', device: 'desktop', screen: 'laptop' },
  { browser: 'Safari', os: 'iOS', device: 'mobile', screen: 'phone' },
  { browser: 'Chrome', os: 'Android', device: 'mobile', screen: 'phone' },
  { browser: 'Safari', os: 'macOS', device: 'desktop', screen: 'desktop' },
  { browser: 'Firefox', os: 'Linux', device: 'desktop', screen: 'desktop' },
];

/** The same history for the same numbers, visit by visit in the order of their beginning. */
function* listHistory({ pageViews, days, until }: History): Generator<LoadedEvent> {
  const random = toRandom(pageViews);
  const visitsOfDay = Math.max(1, Math.round(pageViews / days / pageViewsOfVisit));
  for (let day = 0; day < days; day += 1) {
    const start = until.getTime() - (days - day) * dayMs;
    const visitors: bigint[] = [];
    for (let visit = 0; visit < visitsOfDay; visit += 1) {
      const isReturning = visitors.length > 0 && random() < shareOfReturningVisits;
      const visitor = isReturning ? visitors[Math.floor(random() * visitors.length)] : toVisitor(random);
      if (!isReturning && visitor !== undefined) visitors.push(visitor);
      const elapsed = (visit + random()) / visitsOfDay;
      // A busy afternoon, and the end of the day left free for the last visits.
      const at = start + Math.floor((elapsed - 0.12 * Math.sin(2 * Math.PI * elapsed)) * (dayMs - 3_600_000));
      yield* listVisit({ at, visitor: visitor ?? 0n, random });
    }
  }
}

type Random = () => number;
interface Visit {
  at: number;
  visitor: bigint;
  random: Random;
}

function* listVisit({ at, visitor, random }: Visit): Generator<LoadedEvent> {
  const { host: referrer_host, source, channel } = pick(sources, random, 2);
  const isCampaign = random() < 0.2;
  const country = pick(places, random, 2);
  const { browser, os, device, screen } = pick(browsers, random, 1);
  const referrer_path = referrer_host === '' ? null : `/item-${Math.floor(random() * 50)}`;
  const utm_campaign = isCampaign ? pick(campaigns, random, 2) : null;
  const utm_term = isCampaign ? `term ${Math.floor(random() * 200)}` : null;
  const region = `${country}-${Math.floor(random() * 10)}`;
  const city = `${country} city ${Math.floor(random() ** 2 * 60)}`;
  const language = pick(languages, random, 2);
  const browser_version = String(130 + Math.floor(random() * 13));
  const os_version = String(10 + Math.floor(random() * 6));
  const host = random() < 0.9 ? 'shop.test' : 'www.shop.test';
  const tab_id = visitor + 1n;
  // Written out: copying an object of the visit took longer than storing the row.
  const row = (kind: LoadedEvent['kind'], time: number, path: string): LoadedEvent => ({
    kind,
    path,
    id: toEventId(time, random),
    occurred_at: new Date(time),
    referrer_host,
    referrer_path,
    source,
    channel: isCampaign ? 'Paid' : channel,
    utm_source: isCampaign ? source.toLowerCase() : null,
    utm_medium: isCampaign ? 'cpc' : null,
    utm_campaign,
    utm_term,
    click_id: isCampaign && source === 'Google' ? 'gclid' : null,
    country,
    region,
    city,
    language,
    browser,
    browser_version,
    os,
    os_version,
    device,
    screen,
    host,
    visitor_id: visitor,
    tab_id,
    order_id: null,
    amount: null,
    currency: null,
    event_name: null,
    properties: null,
    engaged_ms: null,
  });
  let time = at;
  let path = '';
  const views = 1 + Math.floor(random() ** 1.5 * 6);
  for (let view = 0; view < views; view += 1) {
    // Few pages have most of the views.
    path = `/catalogue/item-${Math.floor(2_000 * random() ** 4)}`;
    yield row('pageview', time, path);
    time += 8_000 + Math.floor(random() * 90_000);
    if (random() >= 0.4) continue;
    const engagement = row('engagement', time - 1, path);
    engagement.engaged_ms = 1_000 + Math.floor(random() * 60_000);
    yield engagement;
  }
  if (random() < 0.25) {
    const event = row('event', time + 500, path);
    event.event_name = pick(['add to cart', 'newsletter', 'video'], random, 2);
    event.properties = {
      plan: pick(['free', 'pro', 'team'], random, 1),
      position: Math.floor(random() * 10),
    };
    yield event;
  }
  if (random() < 0.025) {
    const order = row('order', time + 1_000, '/checkout');
    order.order_id = order.id;
    order.amount = (20 + random() * 180).toFixed(2);
    order.currency = 'USD';
    yield order;
  }
}

/** Earlier items more often, the larger the exponent. */
function pick<Item>(items: readonly Item[], random: Random, exponent: number): Item {
  const item = items[Math.floor(items.length * random() ** exponent)];
  if (item === undefined) throw new Error('there is nothing to pick');
  return item;
}

/** 0 ≤ x < 1 from a seed (mulberry32). */
function toRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const toVisitor = (random: Random) =>
  BigInt.asIntN(
    64,
    BigInt(Math.floor(random() * 2 ** 32)) * 4_294_967_296n + BigInt(Math.floor(random() * 2 ** 32)),
  );

function toEventId(time: number, random: Random): string {
  const stamp = time.toString(16).padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${toHex3(random)}-8${toHex3(random)}-${toHex6(random)}${toHex6(random)}`;
}

const toHex3 = (random: Random) => (0x1000 + Math.floor(random() * 0x1000)).toString(16).slice(1);
const toHex6 = (random: Random) => (0x1000000 + Math.floor(random() * 0x1000000)).toString(16).slice(1);
