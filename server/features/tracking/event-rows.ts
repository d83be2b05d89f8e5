import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TrackingEvent } from '../../../contract/tracking.ts';
import { type UserAgent, userAgentMax } from './event-rules/user-agent.ts';
import { rejectionError } from './rejections/rejection-errors.ts';
import type { EventBatch, EventRow, SessionRow } from './tracking.queries.ts';

const oldestEventMs = 24 * 3_600_000;
const newestEventMs = 5 * 60_000;
const pathMax = 300;

/** One event as rows: an event to keep (page view, order), a session seen (page view, session), or both. */
export interface AcceptedEvent {
  event: EventRow | undefined;
  session: SessionRow | undefined;
  /** Host name of the page, '' where an order names none. */
  pageHost: string;
  /** Who sent it, for reports about what was stored. */
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
  // The path alone: queries and fragments carry names, tokens and search words.
  const path = page?.pathname.slice(0, pathMax) ?? '';
  const referrerHost =
    event.eventType === 'order' || !page ? '' : toReferrerHost(event.metadata.referrer, page.hostname);
  const { browser, os, device } = agent;
  // Each row is written out: spreading one object into another took ten times as long as all else here.
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
 * The time an event's id carries, when it lies between 24 hours ago and 5 minutes ahead. Any other is
 * taken as the start of the present day (UTC): a time every repetition of the event arrives at too.
 */
export function toEventTime(id: string, now: Date): Date {
  const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const isBelievable = time >= now.getTime() - oldestEventMs && time <= now.getTime() + newestEventMs;
  return isBelievable ? new Date(time) : new Date(now.getTime() - (now.getTime() % 86_400_000));
}

/** A UUIDv7 (RFC 9562) for an event that came without an id. */
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

// Few sites send most visitors.
const referrerHosts = new LRUCache<string, string>({ max: 5_000 });

/** The host a visitor came from; empty for none, an unreadable one, or the site itself. */
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

/** Decimal text of an amount. JSON's numbers below the limit print without an exponent, but for tiny ones. */
function toAmount(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(2) : text;
}

/**
 * Sorts a batch by key and removes repetitions. A repetition that says something else, and a further
 * report of an order in the same batch, are kept apart for the reports about them.
 */
export function toBatch(items: AcceptedEvent[]): EventBatch {
  const events = new Map<string, EventRow>();
  const orderKeys = new Set<string>();
  const sessions = new Map<string, SessionRow>();
  const altered: EventRow[] = [];
  const repeatedOrders: EventRow[] = [];
  for (const { event, session } of items) {
    if (event) addEvent(event);
    if (session) {
      const key = `${session.company_id} ${session.session_id}`;
      const earlier = sessions.get(key);
      // Of one session the first event says where it began, the last where it is.
      sessions.set(key, earlier ? { ...earlier, page_url: session.page_url } : session);
    }
  }
  return {
    events: sortByKey(events),
    sessions: sortByKey(sessions),
    alteredRepeats: altered,
    duplicateOrders: repeatedOrders,
  };

  function addEvent(event: EventRow): void {
    const earlier = events.get(event.company_id + event.id);
    if (earlier) {
      if (!isSameEvent(earlier, event)) altered.push(event);
      return;
    }
    if (event.order_id !== null) {
      const orderKey = toOrderKey(event);
      if (orderKeys.has(orderKey)) {
        repeatedOrders.push(event);
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

/** Compares what an event reports. Its path may have been replaced by "(other)" in one of them. */
function isSameEvent(one: EventRow, other: EventRow): boolean {
  return (
    one.kind === other.kind &&
    one.session_id === other.session_id &&
    one.order_id === other.order_id &&
    Number(one.amount) === Number(other.amount)
  );
}
