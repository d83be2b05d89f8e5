import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../../contract/paths.ts';
import type { TrackingEventInput } from '../../../contract/tracking.ts';
import { generateDemoEvents } from '../../features/tracking/demo/demo-events.ts';
import type { LoadedEvent } from '../../features/tracking/import/bulk-load.ts';
import type { DemoShop } from './seed-shops.ts';

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

export interface SeededShop {
  shop: DemoShop;
  companyId: string;
}

/** A visitor who reads a page for minutes sends the next event after this time. */
const pauseMaxMs = 12_000;

export function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Sends the visits of a day to a server, one after the other, as the tracking script would. */
export async function* listLiveVisits({ shop }: SeededShop): AsyncGenerator<LoadedEvent[]> {
  for (;;) {
    const site = { ...shop, host: shop.domain };
    const now = new Date();
    const byTab = new Map<unknown, LoadedEvent[]>();
    for (const event of generateDemoEvents(Math.random, { site, timeZone: shop.timeZone, days: 2, now }))
      byTab.set(event.tab_id, [...(byTab.get(event.tab_id) ?? []), event]);
    yield* byTab.values();
  }
}

/** Sends the events of one visit at their pace. */
export async function sendVisit(
  publicUrl: string,
  { shop, companyId }: SeededShop,
  events: LoadedEvent[],
): Promise<void> {
  const [sessionId, visitorId, browser] = [randomUUID(), randomUUID(), pick(browsers)];
  for (const [index, event] of events.entries()) {
    const next = events[index + 1];
    const payload = toTrackingEvent(event, {
      companyId,
      sessionId,
      visitorId,
      isLeaving: next === undefined,
    });
    await fetch(`${publicUrl}${apiPaths.trackAnalytics}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': browser,
        origin: `https://${shop.domain}`,
      },
      body: JSON.stringify(payload),
    });
    if (next) await delay(Math.min(pauseMaxMs, next.occurred_at.getTime() - event.occurred_at.getTime()));
  }
}

interface Sender {
  companyId: string;
  sessionId: string;
  visitorId: string;
  isLeaving: boolean;
}

/** The event has no id: the server assigns one with the time of arrival. */
function toTrackingEvent(event: LoadedEvent, { companyId, isLeaving, ...tab }: Sender): TrackingEventInput {
  const url = `https://${event.host}${event.path}`;
  const { referrer_host, referrer_path } = event;
  const visit = {
    ...{ ...tab, url, language: event.language },
    screen: toScreen(event.screen),
    referrer: referrer_host === '' ? '' : `https://${referrer_host}${referrer_path ?? '/'}`,
    ...{ utmSource: event.utm_source, utmMedium: event.utm_medium, utmCampaign: event.utm_campaign },
    ...{ utmTerm: event.utm_term, utmContent: event.utm_content },
  };
  if (event.kind === 'order')
    return {
      ...{ companyId, eventType: 'order' },
      metadata: { ...tab, url, orderId: event.order_id ?? '', amount: Number(event.amount) },
    };
  if (event.kind === 'event') {
    const { event_name: name, properties } = event;
    return { companyId, eventType: 'event', metadata: { ...visit, name: name ?? '', properties } };
  }
  if (event.kind === 'engagement')
    return {
      ...{ companyId, eventType: 'engagement' },
      metadata: { ...tab, url, engagedMs: event.engaged_ms ?? 0, isLeaving },
    };
  return { companyId, eventType: 'pageview', metadata: visit };
}

function toScreen(screen: LoadedEvent['screen']) {
  return (['phone', 'tablet', 'laptop', 'desktop'] as const).find((each) => each === screen);
}
