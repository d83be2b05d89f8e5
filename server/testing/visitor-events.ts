import { expect } from 'vitest';
import type { TrackingEventInput } from '../../contract/tracking.ts';
import type { Tx } from '../db/client.ts';
import { anEventId } from './builders.ts';
import { sumEvents } from './stored-data.ts';

interface VisitorFields {
  visitorId?: string | null;
  sessionId?: string;
  url?: string;
  referrer?: string;
}

/** Far from a midnight, on which a visitor would become another. */
export const noon = new Date('2026-11-05T12:00:00Z');

export const aView = (companyId: string, fields: VisitorFields, at = noon): TrackingEventInput => ({
  id: anEventId(at),
  companyId,
  eventType: 'pageview',
  metadata: { url: 'https://shop.test/', ...fields },
});

export const aHeartbeat = (companyId: string, fields: VisitorFields, at = noon): TrackingEventInput => ({
  id: anEventId(at),
  companyId,
  eventType: 'session',
  metadata: { url: 'https://shop.test/', sessionId: 's', ...fields },
});

export const anEngagement = (
  companyId: string,
  fields: VisitorFields & { engagedMs: number; isLeaving?: boolean },
  at = noon,
): TrackingEventInput => ({
  id: anEventId(at),
  companyId,
  eventType: 'engagement',
  metadata: { url: 'https://shop.test/', ...fields },
});

/** The visitors of a company's events, all of which an erasure must find. */
export async function countVisitors(tx: Tx, companyId: string): Promise<number> {
  const { users } = await sumEvents(tx, companyId);
  const found = await tx.query<{ n: number }>(
    'SELECT count(*) AS n FROM daily_visitors WHERE company_id = $1',
    [companyId],
  );
  expect(found.rows[0]?.n).toBe(users);
  return users;
}
