import type { LoadedEvent } from '../import/bulk-load.ts';
import { toChannel, toSource } from '../sources/sources.ts';
import type { VisitOrigin } from './demo-audience.ts';
import type { DemoSite } from './demo-site.ts';
import { pickAround, pickEventId, pickHash, pickWeighted, type Random } from './random.ts';

/** Fields that all events of a visitor have in common. */
export type DemoVisitor = Pick<
  LoadedEvent,
  | 'visitor_id'
  | 'host'
  | 'country'
  | 'region'
  | 'city'
  | 'language'
  | 'browser'
  | 'browser_version'
  | 'os'
  | 'os_version'
  | 'device'
  | 'screen'
>;

interface Visit {
  site: DemoSite;
  visitor: DemoVisitor;
  origin: VisitOrigin;
  /** Unix milliseconds. */
  startMs: number;
  /** How many more of the visits of this origin fill a basket, relative to the others. */
  intent: number;
}

/** The part of visits that end on their first page. */
const singlePageVisits = 0.38;
/** The chance to open another page after the second. */
const nextPageChance = 0.68;
const pagesMax = 14;
/** The part of visits to a product that fill a basket, and of those that order. */
const basketChance = 0.14;
const orderChance = 0.42;

/** The events of one visit in one tab, in order of time: page views, each with its engagement, and what is done on them. */
export function makeVisit(random: Random, { site, visitor, origin, startMs, intent }: Visit): LoadedEvent[] {
  const events: LoadedEvent[] = [];
  const tabId = pickHash(random);
  const common = { ...visitor, tab_id: tabId };
  const signs = {
    referrerHost: origin.referrer_host,
    utmSource: origin.utm_source,
    utmMedium: origin.utm_medium,
    clickId: origin.click_id,
  };
  const first = { ...origin, source: toSource(signs), channel: toChannel(signs) };
  const later = {
    ...{ referrer_host: '', referrer_path: '', source: toSource({ referrerHost: '' }) },
    channel: toChannel({ referrerHost: '' }),
  };
  let atMs = startMs;
  const add = (event: Pick<LoadedEvent, 'kind' | 'path'> & Partial<LoadedEvent>) => {
    events.push({
      ...common,
      ...(events.length === 0 ? first : later),
      ...event,
      id: pickEventId(random, atMs),
      occurred_at: new Date(atMs),
    });
  };
  const view = (path: string, medianSeconds: number) => {
    add({ kind: 'pageview', path });
    const seconds = Math.min(600, pickAround(random, medianSeconds, 0.9));
    atMs += Math.round(seconds * 1_000) + 400;
    return () => {
      add({ kind: 'engagement', path, engaged_ms: Math.round(seconds * 800) });
      atMs += 200 + Math.floor(random() * 1_500);
    };
  };

  if (random() < singlePageVisits) {
    view(pickLanding(random, site), 7)();
    return events;
  }
  let viewed: { path: string; name: string } | undefined;
  let path = pickLanding(random, site);
  for (let page = 0; page < pagesMax; page += 1) {
    const product = site.products.find(([each]) => each.path === path)?.[0];
    viewed = product ?? viewed;
    const leave = view(path, 24);
    const button = pickWeighted(random, buttonsOf(path));
    if (button) add({ kind: 'event', path, ...button });
    leave();
    if (page > 0 && random() > nextPageChance) break;
    path = pickNext(random, site);
  }
  if (!viewed || random() > basketChance * intent) return events;
  view(viewed.path, 9)();
  add({
    kind: 'event',
    path: viewed.path,
    event_name: 'Add to basket',
    properties: { product: viewed.name },
  });
  view('/basket', 15)();
  if (random() > orderChance) return events;
  const leaveCheckout = view('/checkout', 70);
  add({
    kind: 'order',
    path: '/checkout',
    order_id:
      `N-${(startMs % 1_000_000_000).toString(36)}${Math.floor(random() * 46_656).toString(36)}`.toUpperCase(),
    amount: Math.max(3, pickAround(random, site.typicalOrder, 0.45)).toFixed(2),
    currency: site.currency,
    // Most shops have connected their own server.
    reported_by: random() < 0.85 ? 'verified' : 'page',
  });
  leaveCheckout();
  view('/thank-you', 12)();
  return events;
}

function pickLanding(random: Random, site: DemoSite): string {
  return random() < 0.3 ? pickWeighted(random, site.products).path : pickWeighted(random, site.pages);
}

function pickNext(random: Random, site: DemoSite): string {
  return random() < 0.55 ? pickWeighted(random, site.products).path : pickWeighted(random, site.pages);
}

type Button = Pick<LoadedEvent, 'event_name' | 'properties'>;

/** Clicks of visitors on a page, mostly none at all. The names of the tracking script's own events are the script's. */
function buttonsOf(path: string): readonly (readonly [Button | undefined, number])[] {
  if (path.startsWith('/guides') || path.startsWith('/blog'))
    return [
      [undefined, 80],
      [{ event_name: 'File download', properties: { url: '/guides/size-chart.pdf' } }, 8],
      [{ event_name: 'Outbound link', properties: { url: 'https://maps.example/' } }, 5],
      [{ event_name: 'Newsletter sign-up', properties: { placement: 'article' } }, 7],
    ];
  if (path === '/contact')
    return [
      [undefined, 70],
      [{ event_name: 'Form submit', properties: { form: 'contact' } }, 30],
    ];
  return [
    [undefined, 96],
    [{ event_name: 'Search', properties: { results: 12 } }, 2],
    [{ event_name: 'Newsletter sign-up', properties: { placement: 'footer' } }, 2],
  ];
}
