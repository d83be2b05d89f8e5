import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TrackingEvent } from '../../../contract/tracking.ts';
import { type UserAgent, userAgentMax } from './event-rules/user-agent.ts';
import { rejectionError } from './rejections/rejection-errors.ts';
import type { EventBatch, EventRow, SessionRow } from './tracking.queries.ts';

const oldestEventMs = 24 * 3_600_000;
const newestEventMs = 5 * 60_000;
const pathMax = 300;

/** One event as rows: an event to store (page view, order), a session that was seen (page view, session), or both. */
export interface AcceptedEvent {
  event: EventRow | undefined;
  session: SessionRow | undefined;
  /** Host name of the page, '' for an order without one. */
  pageHost: string;
  /** The Origin header, for rejections and order conflicts that are found after storing. */
  origin?: string | undefined;
  userAgent?: string;
  /** The key that limits of the sender's address are counted under. */
  address?: string;
}

export function toRows(event: TrackingEvent, agent: UserAgent, userAgent: string, now: Date): AcceptedEvent {
  const companyId = event.companyId.toLowerCase();
  const id = event.id?.toLowerCase() ?? makeEventId(now);
  const occurredAt = toEventTime(id, now).toISOString();
  const { url, sessionId } = event.metadata;
  const page = url === undefined ? undefined : parsePageUrl(url);
  const pageHost = page?.hostname ?? '';
  // Only the path: queries and fragments contain names, tokens and search terms.
  const path = page?.pathname.slice(0, pathMax) ?? '';
  const referrerHost =
    event.eventType === 'order' || !page ? '' : toReferrerHost(event.metadata.referrer, page.hostname);
  const { browser, os, device } = agent;
  // Each row is written out: object spread took ten times as long as the rest of this function.
  const session =
    sessionId === undefined || event.eventType === 'order'
      ? undefined
      : {
          company_id: companyId,
          session_id: sessionId,
          started_at: occurredAt,
          entry_path: path,
          referrer_host: referrerHost,
          browser,
          os,
          device,
          page_url: path,
          user_agent: userAgent.slice(0, userAgentMax),
          is_present: true,
        };
  if (event.eventType === 'session') return { event: undefined, session, pageHost };
  const isOrder = event.eventType === 'order';
  return {
    session,
    pageHost,
    event: {
      company_id: companyId,
      id,
      kind: event.eventType,
      session_id: sessionId ?? null,
      path,
      referrer_host: referrerHost,
      browser,
      os,
      device,
      order_id: isOrder ? event.metadata.orderId : null,
      amount: isOrder ? toAmount(event.metadata.amount) : null,
      source: 'server',
      occurred_at: occurredAt,
    },
  };
}

/**
 * The time in an event's id (UUIDv7), if it is between 24 hours ago and 5 minutes ahead. Otherwise the start of the
 * current day (UTC), which is the same for every repetition of the event.
 */
export function toEventTime(id: string, now: Date): Date {
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const isPlausible = time >= now.getTime() - oldestEventMs && time <= now.getTime() + newestEventMs;
  return isPlausible ? new Date(time) : new Date(now.getTime() - (now.getTime() % 86_400_000));
}

/** A UUIDv7 (RFC 9562) for an event that was sent without an id. */
export function makeEventId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const random = randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const hex = time + random.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function parsePageUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw rejectionError(400, 'invalid-request', 'metadata.url: must be an http address');
  }
}

// Most visitors come from a few sites.
const referrerHosts = new LRUCache<string, string>({ max: 5_000 });

/** The host of the referrer; empty if it is missing, not a URL, or the site itself. */
function toReferrerHost(referrer: string | null | undefined, ownHost: string): string {
  if (!referrer) return '';
  let host = referrerHosts.get(referrer);
  if (host === undefined) {
    host = URL.canParse(referrer) ? toPlainHost(new URL(referrer).hostname) : '';
    referrerHosts.set(referrer, host);
  }
  return host === withoutWww(ownHost) ? '' : host;
}

/** Removes `www.` and a trailing dot: `www.shop.example` and `shop.example.` become `shop.example`. */
function toPlainHost(host: string): string {
  return withoutWww(host).replace(/\.$/, '').slice(0, 253);
}

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** An amount as decimal text. Of the allowed numbers, only tiny ones print with an exponent. */
function toAmount(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(2) : text;
}

/**
 * Sorts a batch by key and removes repetitions. Repetitions with other content, and further reports of an order that is
 * already in the batch, are returned separately.
 */
export function toBatch(items: AcceptedEvent[]): EventBatch {
  const events = new Map<string, EventRow>();
  const orderKeys = new Set<string>();
  const sessions = new Map<string, SessionRow>();
  const alteredRepeats: EventRow[] = [];
  const duplicateOrders: EventRow[] = [];
  for (const { event, session } of items) {
    if (event) addEvent(event);
    if (session) {
      const key = `${session.company_id} ${session.session_id}`;
      const earlier = sessions.get(key);
      // The first event of a session has its entry page, the last one its current page.
      sessions.set(key, earlier ? { ...earlier, page_url: session.page_url } : session);
    }
  }
  return {
    events: sortByKey(events),
    sessions: sortByKey(sessions),
    alteredRepeats,
    duplicateOrders,
  };

  function addEvent(event: EventRow): void {
    const earlier = events.get(event.company_id + event.id);
    if (earlier) {
      if (!isSameEvent(earlier, event)) alteredRepeats.push(event);
      return;
    }
    if (event.order_id !== null) {
      const orderKey = toOrderKey(event);
      if (orderKeys.has(orderKey)) {
        duplicateOrders.push(event);
        return;
      }
      orderKeys.add(orderKey);
    }
    events.set(event.company_id + event.id, event);
  }
}

const toOrderKey = (event: EventRow) => `${event.company_id} ${event.order_id}`;

function sortByKey<Row>(rows: Map<string, Row>): Row[] {
  return [...rows].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, row]) => row);
}

/** Compares the content of two events. The path is left out: it may have been replaced by "(other)" in one of them. */
function isSameEvent(one: EventRow, other: EventRow): boolean {
  return (
    one.kind === other.kind &&
    one.session_id === other.session_id &&
    one.order_id === other.order_id &&
    Number(one.amount) === Number(other.amount)
  );
}
