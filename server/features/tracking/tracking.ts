import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { TrackingEvent } from '../../../contract/tracking.ts';
import { isSameSite, toDisplayDomain } from '../../platform/domain.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { TrackedCompany } from '../companies/companies.ts';
import { type Agent, readAgent, userAgentMax } from './agents.ts';
import { measureCommits } from './commit-metrics.ts';
import { GroupCommit } from './group-commit.ts';
import type { Refusal } from './refusals.ts';
import { type Batch, type EventRow, type SessionRow, storeBatch } from './tracking.queries.ts';

const oldestEventMs = 24 * 3_600_000;
const newestEventMs = 5 * 60_000;
const pathMax = 300;

export interface Sender {
  /** The Origin header; undefined when the event was not sent by a page. */
  origin: string | undefined;
  userAgent: string;
}

interface TrackingDeps {
  pool: Pool;
  findCompany: (id: string) => Promise<TrackedCompany | undefined>;
  metrics: Metrics;
  /** Called with each refusal of events of a company that exists. Must not throw or wait. */
  onRefused: (companyId: string, refusal: Refusal) => void;
  onFailure: (error: unknown, events: number) => void;
  now?: () => Date;
}

export interface Tracking {
  /** Resolves when the events are committed. Throws an AppError that says why they are refused. */
  track: (events: TrackingEvent[], sender: Sender) => Promise<void>;
  /** Notes that events were refused for their shape; the company they name may not exist. */
  noteInvalid: (companyId: string, error: AppError, sender: Sender) => Promise<void>;
  /** Resolves when every event taken is answered. */
  drained: () => Promise<void>;
}

interface Accepted {
  event: EventRow | undefined;
  session: SessionRow | undefined;
}

export function createTracking({
  pool,
  findCompany,
  metrics,
  onRefused,
  onFailure,
  now = () => new Date(),
}: TrackingDeps): Tracking {
  const measured = measureCommits(metrics);
  const commits = new GroupCommit<Accepted>({
    commit: (items) => measured.time(items.length, () => storeWithRetry(pool, toBatch(items), now)),
    batchMax: 500,
    queueMax: 20_000,
    waitMaxMs: 1_800,
    onFailure,
  });
  metrics.gauge('northlight_queue_events', 'Events waiting for their commit.', () => commits.queuedItems);

  async function track(events: TrackingEvent[], sender: Sender): Promise<void> {
    const companies = await requireCompanies(events);
    /** Runs a check; what it throws is noted for these companies. */
    const noting = <Result>(companyIds: Iterable<string>, check: () => Result): Result => {
      try {
        return check();
      } catch (error) {
        if (error instanceof AppError) {
          for (const id of companyIds) onRefused(id, { error, ...sender, events: events.length });
        }
        throw error;
      }
    };
    for (const [id, company] of companies) noting([id], () => requireOwnSite(company, sender));
    const agent = readAgent(sender.userAgent);
    noting(companies.keys(), () => requireCounted(agent, events, sender));
    const at = now();
    const accepted = events.map((event) => {
      const id = event.companyId.toLowerCase();
      const company = companies.get(id);
      return noting([id], () => {
        if (event.eventType === 'order' && company) requireCurrency(event.metadata.currency, company);
        return toRows(event, agent, sender.userAgent, at);
      });
    });
    await commits.add(accepted);
    measured.accepted.count += events.length;
  }

  async function noteInvalid(companyId: string, error: AppError, sender: Sender): Promise<void> {
    if (await findCompany(companyId)) onRefused(companyId, { error, ...sender, events: 1 });
  }

  async function requireCompanies(events: TrackingEvent[]): Promise<Map<string, TrackedCompany>> {
    const companies = new Map<string, TrackedCompany>();
    for (const event of events) {
      const id = event.companyId.toLowerCase();
      if (companies.has(id)) continue;
      const company = await findCompany(id);
      if (!company) throw refuse(404, 'company-unknown', 'There is no company with this id.');
      companies.set(id, company);
    }
    return companies;
  }

  return { track, noteInvalid, drained: () => commits.drained() };
}

function requireOwnSite(company: TrackedCompany, { origin }: Sender): void {
  if (origin === undefined || isSameSite(origin, company.domain)) return;
  const message = `This page's origin is not ${toDisplayDomain(company.domain)}, the domain of this company.`;
  throw refuse(403, 'origin-mismatch', message);
}

function requireCounted(agent: Agent, events: TrackingEvent[], sender: Sender): void {
  if (!agent.isBot || isShopServer(agent, events, sender)) return;
  throw refuse(403, 'bot', 'Events of bots are not counted.');
}

/**
 * Whether orders come from a shop's own server: no page sent them, and whatever HTTP client did is not a
 * crawler. A request that also holds page views or sessions is not one, and is refused as a whole.
 */
function isShopServer(agent: Agent, events: TrackingEvent[], { origin }: Sender): boolean {
  return origin === undefined && !agent.isCrawler && events.every((event) => event.eventType === 'order');
}

function requireCurrency(currency: string | undefined, company: TrackedCompany): void {
  if (currency === undefined || currency.toUpperCase() === company.currency) return;
  throw refuse(422, 'currency-mismatch', `Orders of this company are counted in ${company.currency}.`);
}

function refuse(status: number, code: AppError['code'], message: string): AppError {
  return new AppError(status, code, message);
}

/** One event as rows: an event to keep (page view, order), a session seen (page view, session), or both. */
export function toRows(event: TrackingEvent, agent: Agent, userAgent: string, now: Date): Accepted {
  const companyId = event.companyId.toLowerCase();
  const id = event.id?.toLowerCase() ?? makeEventId(now);
  const occurredAt = toEventTime(id, now).toISOString();
  const { url, sessionId } = event.metadata;
  const page = url === undefined ? undefined : parsePageUrl(url);
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
        };
  if (event.eventType === 'session') return { event: undefined, session };
  const isOrder = event.eventType === 'order';
  return {
    session,
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
    throw refuse(400, 'invalid-request', 'metadata.url: must be an http address');
  }
}

// Few sites send most visitors.
const referrerHosts = new LRUCache<string, string>({ max: 5_000 });

/** The host a visitor came from; empty for none, an unreadable one, or the site itself. */
function toReferrerHost(referrer: string | null | undefined, ownHost: string): string {
  if (!referrer) return '';
  let host = referrerHosts.get(referrer);
  if (host === undefined) {
    host = URL.canParse(referrer) ? withoutWww(new URL(referrer).hostname).slice(0, 253) : '';
    referrerHosts.set(referrer, host);
  }
  return host === withoutWww(ownHost) ? '' : host;
}

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** Decimal text of an amount. JSON's numbers below the limit print without an exponent, but for tiny ones. */
function toAmount(amount: number): string {
  const text = String(amount);
  return text.includes('e') ? amount.toFixed(2) : text;
}

/** Removes repetitions within a batch and sorts it by key. */
export function toBatch(items: Accepted[]): Batch {
  const events = new Map<string, EventRow>();
  const orderKeys = new Set<string>();
  const sessions = new Map<string, SessionRow>();
  for (const { event, session } of items) {
    if (event && !events.has(event.company_id + event.id)) {
      const orderKey = event.order_id === null ? undefined : `${event.company_id} ${event.order_id}`;
      if (orderKey === undefined || !orderKeys.has(orderKey)) events.set(event.company_id + event.id, event);
      if (orderKey !== undefined) orderKeys.add(orderKey);
    }
    if (session) {
      const key = `${session.company_id} ${session.session_id}`;
      const first = sessions.get(key);
      // The visit is the session's first event, its presence the last.
      sessions.set(key, first ? { ...first, page_url: session.page_url } : session);
    }
  }
  const byKey = (a: [string, unknown], b: [string, unknown]) => (a[0] < b[0] ? -1 : 1);
  return {
    events: [...events].sort(byKey).map(([, row]) => row),
    sessions: [...sessions].sort(byKey).map(([, row]) => row),
  };
}

async function storeWithRetry(pool: Pool, batch: Batch, now: () => Date): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await storeBatch(pool, batch, now());
    } catch (error) {
      // Two processes met on the same rows; the server rolled one of them back whole.
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock || attempt === 3) throw error;
    }
  }
}
