import { randomBytes } from 'node:crypto';
import { currencyDigits, roundToDecimal } from '../../../contract/rules/decimal.ts';
import type { TrackingEvent } from '../../../contract/tracking.ts';
import type { TrackedCompany } from '../companies/tracked-company.ts';
import { toLanguage } from './agent/language.ts';
import type { UserAgent } from './agent/user-agent.ts';
import type { AcceptedEvent, EventRow, PresenceRow } from './event-batch.ts';
import { parsePage, parseReferrer, toPagePath } from './page-address.ts';
import type { Place } from './places/places.ts';
import { toChannel, toSource } from './sources/sources.ts';
import { toLocalDay } from './visitors/local-days.ts';
import { type RecentTabs, type Tab, toVisitorOfTab } from './visitors/recent-tabs.ts';
import { toBrowserClass } from './visitors/stored-tab.ts';
import { toVisitorHash } from './visitors/visitor-hash.ts';
import type { VisitorSalt } from './visitors/visitor-salts.ts';

const oldestEventMs = 24 * 3_600_000;
const newestEventMs = 5 * 60_000;

/** Facts about the sender of a request, for all its events. */
export interface SenderFacts {
  agent: UserAgent;
  place: Place;
  /** The text that represents the sender's address and browser in hashes. */
  networkText: string;
  /** Undefined for an event that no page sent. */
  origin: string | undefined;
}

/** An event with its id and the time it counts at. */
export interface TimedEvent {
  event: TrackingEvent;
  companyId: string;
  id: string;
  /** The time in the id, as the sender's clock had it. */
  sentMs: number;
  occurredMs: number;
}

/** Determines id and time of an event. Without an id, or with an implausible time in it, see `toEventTime`. */
export function toTimedEvent(event: TrackingEvent, { timeZone }: TrackedCompany, now: Date): TimedEvent {
  const id = event.id?.toLowerCase() ?? makeEventId(now);
  const sentMs = readIdTime(id);
  return {
    event,
    companyId: event.companyId.toLowerCase(),
    id,
    sentMs,
    occurredMs: toEventTime(sentMs, timeZone, now),
  };
}

/** The inputs of visitor ids. */
export interface VisitorContext {
  /** The salt of the company and the day of the event. */
  salt: VisitorSalt;
  tabs: RecentTabs;
}

export function toRows(
  { event, companyId, id, sentMs, occurredMs }: TimedEvent,
  company: TrackedCompany,
  sender: SenderFacts,
  { salt, tabs }: VisitorContext,
): AcceptedEvent {
  const { metadata } = event;
  const page = metadata.url === undefined ? undefined : parsePage(metadata.url);
  const host = page?.host ?? '';
  const path = page ? toPagePath(page.path, company.hasHashRouting ? metadata.hashPath : null) : '';
  const sent = 'referrer' in metadata && page ? parseReferrer(metadata.referrer, host) : noReferrer;
  // A visit that continues from one host of the site to another does not come from elsewhere.
  const referrer = company.hasFurtherHosts && company.hasHost(sent.host) ? noReferrer : sent;
  const { sessionId } = metadata;
  const tab = sessionId === undefined ? undefined : tabs.open(companyId, sessionId, salt);
  const visitorText = toVisitorText(event, company, sender);
  const visitorId = visitorText === undefined ? undefined : toVisitorId(visitorText, sender, salt, tab);
  const { agent, place } = sender;
  const visit = event.eventType === 'engagement' ? noVisitFields : event.metadata;
  const signs = {
    referrerHost: referrer.host,
    utmSource: visit.utmSource,
    utmMedium: visit.utmMedium,
    clickId: visit.clickId,
  };
  const source = toSource(signs);
  // Written out: object spread took ten times as long as the rest of this function.
  const row: EventRow = {
    company_id: companyId,
    id,
    kind: event.eventType,
    path,
    referrer_host: referrer.host,
    browser: agent.browser,
    os: agent.os,
    device: agent.device,
    order_id: undefined,
    amount: undefined,
    occurred_at: new Date(occurredMs).toISOString(),
    visitor_id: visitorId,
    tab_id: tab?.tabId,
    host,
    referrer_path: referrer.path,
    source,
    channel: toChannel(signs),
    utm_source: toUtm(visit.utmSource),
    utm_medium: toUtm(visit.utmMedium),
    utm_campaign: toUtm(visit.utmCampaign),
    utm_term: toUtm(visit.utmTerm),
    utm_content: toUtm(visit.utmContent),
    click_id: visit.clickId ?? undefined,
    country: place.country,
    region: place.region,
    city: place.city,
    language: toLanguage(visit.language),
    browser_version: agent.browserVersion,
    os_version: agent.osVersion,
    screen: visit.screen ?? undefined,
    event_name: undefined,
    properties: undefined,
    engaged_ms: undefined,
    currency: undefined,
    foreign_currency: undefined,
    reporter: sender.origin === undefined ? 'server' : 'page',
  };
  if (event.eventType === 'order') {
    row.order_id = event.metadata.orderId;
    const currency = event.metadata.currency?.toUpperCase() ?? company.currency;
    // Pages compute with binary fractions: rounded to what the currency has.
    row.amount = roundToDecimal(event.metadata.amount, currencyDigits(currency));
    row.currency = currency;
    if (currency !== company.currency) row.foreign_currency = currency;
  } else if (event.eventType === 'event') {
    row.event_name = event.metadata.name;
    row.properties = event.metadata.properties ?? undefined;
  } else if (event.eventType === 'engagement') {
    row.engaged_ms = event.metadata.engagedMs;
  }
  return {
    companyId,
    event: isStored(event) ? row : undefined,
    visitor:
      visitorId === undefined || event.eventType === 'engagement' || isCounted(tab, visitorId)
        ? undefined
        : {
            company_id: companyId,
            visitor_id: visitorId,
            network_id: toVisitorHash(salt, sender.networkText),
          },
    tab,
    presence: toPresence(event, row, sender, tab),
    atMs: sentMs,
    hasOwnTime: sentMs === occurredMs,
    pageHost: host,
    pagePath: path,
    referrerHost: referrer.host,
  };
}

const noReferrer = { host: '', path: '' };
const noVisitFields: Partial<Exclude<TrackingEvent, { eventType: 'engagement' }>['metadata']> = {};

/**
 * Whether the event may become a row of `events`. A heartbeat of a script that sends visitor ids is only presence: its
 * visitor is known from page views.
 */
function isStored({ eventType, metadata }: TrackingEvent): boolean {
  if (eventType === 'engagement') return metadata.engagedMs > 0;
  return eventType !== 'session' || metadata.visitorId === undefined;
}

/**
 * The text whose hash identifies the visitor (decision 45): the random id of the browser, otherwise address and
 * browser, otherwise (scripts before 2.0.0) the session of the tab. Undefined without any of them.
 */
function toVisitorText(
  { eventType, metadata }: TrackingEvent,
  { storesVisitorId }: TrackedCompany,
  { networkText, origin }: SenderFacts,
): string | undefined {
  const { visitorId, sessionId } = metadata;
  // All orders that a shop's server sends have its address.
  const isFromServer = eventType === 'order' && origin === undefined;
  if (typeof visitorId === 'string' && storesVisitorId) return `v:${visitorId}`;
  if (visitorId !== undefined && !isFromServer) return networkText;
  return sessionId === undefined ? undefined : `s:${sessionId}`;
}

function toVisitorId(
  text: string,
  { networkText }: SenderFacts,
  salt: VisitorSalt,
  tab: Tab | undefined,
): string {
  return tab && text !== networkText ? toVisitorOfTab(tab, salt, text) : toVisitorHash(salt, text);
}

const isCounted = (tab: Tab | undefined, visitorId: string) => tab?.isCounted && tab.visitorId === visitorId;

function toPresence(
  event: TrackingEvent,
  row: EventRow,
  { agent }: SenderFacts,
  tab: Tab | undefined,
): PresenceRow | undefined {
  if (tab === undefined || event.eventType === 'order') return undefined;
  const hasLeft = event.eventType === 'engagement' && event.metadata.isLeaving === true;
  if (event.eventType === 'engagement' && !hasLeft) return undefined;
  return {
    company_id: row.company_id,
    session_id: tab.storedSession,
    page_url: row.path,
    user_agent: toBrowserClass(agent),
    visitor_id: row.visitor_id,
    source: row.source,
    country: row.country,
    has_left: hasLeft,
  };
}

function readIdTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/**
 * The time in an event's id (UUIDv7), if it is between 24 hours ago and 5 minutes ahead. Otherwise the start of the
 * company's current day, which is the same for every repetition of the event that day.
 */
export function toEventTime(sentMs: number, timeZone: string, now: Date): number {
  const nowMs = now.getTime();
  const isPlausible = sentMs >= nowMs - oldestEventMs && sentMs <= nowMs + newestEventMs;
  return isPlausible ? sentMs : toLocalDay(timeZone, nowMs).startMs;
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

function toUtm(value: string | null | undefined): string | undefined {
  const text = value?.trim();
  return text ? text : undefined;
}
