import { openDb } from '../../../server/db/client.ts';
import { type LoadedEvent, loadEvents } from '../../../server/features/tracking/import/bulk-load.ts';
import { createUuidV7 } from '../../../server/platform/uuid-v7.ts';
import type { Northlight } from '../../northlight.ts';
import { findDatabaseUrl } from '../../story-database.ts';

interface VisitHistory {
  companyId: string;
  /** The time of the last visit. */
  until: Date;
  days: number;
  /** Evenly over the day. Each is another visitor with one page view. */
  visitsPerDay: number;
  /** More visits of one campaign. */
  campaign?: { name: string; from: Date; visits: number };
}

const dayMs = 86_400_000;

/** Stores visits of the past in the database of a running server, as if they had been tracked. */
export async function loadVisits({ dataDir }: Northlight, history: VisitHistory): Promise<void> {
  const url = await findDatabaseUrl(dataDir);
  const db = openDb({ url, onError: console.error });
  try {
    const deps = { db, ownerUrl: url };
    await loadEvents(deps, history.companyId, listVisits(history), { now: history.until });
  } finally {
    await db.close();
  }
}

function listVisits({ until, days, visitsPerDay, campaign }: VisitHistory): LoadedEvent[] {
  const visits = Array.from({ length: days * visitsPerDay }, (_, index) => ({
    time: until.getTime() - (index * dayMs) / visitsPerDay,
    campaign: null as string | null,
  }));
  if (campaign) {
    const stepMs = dayMs / campaign.visits;
    for (let index = 0; index < campaign.visits; index += 1)
      visits.push({ time: campaign.from.getTime() + index * stepMs, campaign: campaign.name });
  }
  // The ids are in the order of time, too.
  visits.sort((a, b) => a.time - b.time);
  return visits.map(({ time, campaign: name }, index) => toPageView(time, BigInt(index + 1), name));
}

function toPageView(time: number, visitor: bigint, campaign: string | null): LoadedEvent {
  const at = new Date(time);
  return {
    ...{ kind: 'pageview', path: '/', id: createUuidV7(at), occurred_at: at, host: '127.0.0.1' },
    ...{
      referrer_host: 'search.example',
      referrer_path: null,
      source: 'search.example',
      channel: 'Referral',
    },
    ...{ utm_source: campaign && 'newsletter', utm_medium: campaign && 'email', utm_campaign: campaign },
    ...{ utm_term: null, click_id: null, country: 'GB', region: null, city: null, language: 'en-GB' },
    ...{ browser: 'Chrome', browser_version: '142', os: 'Windows', os_version: '10' },
    ...{ device: 'desktop', screen: 'laptop', visitor_id: visitor, tab_id: visitor },
    ...{ order_id: null, amount: null, currency: null, event_name: null, properties: null, engaged_ms: null },
  };
}
